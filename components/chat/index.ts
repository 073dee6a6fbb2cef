export { Chat } from "./chat";
