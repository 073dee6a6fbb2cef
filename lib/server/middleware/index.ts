export { registerHeadless } from "./register-headless";
