export { addView, multiplyView } from "./arithmetic-view";
export { drawChartView } from "./chart-view";
export { draftEmailView } from "./email-view";
export { genericView } from "./generic-view";
export { getLocationView } from "./location-view";
export { listNotesView, saveNoteView } from "./notes-view";
export { makeTableView } from "./table-view";
export { getWeatherView } from "./weather-view";
