export { writtenOut } from "./hidden-characters";
export { visibleText } from "./visible-text";
