export { SpokenAnswer } from "./spoken-answer";
