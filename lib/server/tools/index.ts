export { add } from "./add";
export { failAlways } from "./fail-always";
export { getWeather } from "./get-weather";
export { keepFact } from "./keep-fact";
export { multiply } from "./multiply";
export { askForm, draftEmail, makeChart, makePlan, makeTable, showPlace, writeDocument } from "./shown";
export { slowCount } from "./slow-count";
