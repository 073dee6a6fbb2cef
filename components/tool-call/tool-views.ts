import type { ToolView } from "./tool-view";
import {
  addView,
  draftEmailView,
  drawChartView,
  genericView,
  getLocationView,
  getWeatherView,
  listNotesView,
  makeTableView,
  multiplyView,
  saveNoteView,
} from "./views";

const views: ReadonlyMap<string, ToolView> = new Map(
  [
    addView,
    multiplyView,
    getWeatherView,
    draftEmailView,
    makeTableView,
    drawChartView,
    getLocationView,
    saveNoteView,
    listNotesView,
  ].map((view) => [view.name, view]),
);

/** The view of a tool, or the generic one that draws any arguments. */
export function toolViewOf(name: string): ToolView {
  return views.get(name) ?? genericView;
}
