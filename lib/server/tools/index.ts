export { add } from "./add";
export { draftEmail } from "./draft-email";
export { failAlways } from "./fail-always";
export { getWeather } from "./get-weather";
export { keepFact } from "./keep-fact";
export { makeTable } from "./make-table";
export { multiply } from "./multiply";
export { slowCount } from "./slow-count";
