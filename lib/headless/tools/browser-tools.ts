import type { HeadlessTool } from "../contract";
import { readClipboardTool, writeClipboardTool } from "./clipboard";
import { getDeviceInfoTool, setThemeTool } from "./device";
import { sendEmailTool } from "./email";
import { drawChartTool } from "./files/draw-chart";
import { openLocalFileTool } from "./files/open-local-file";
import { saveFileTool } from "./files/save-file";
import { getLocationTool } from "./get-location";
import { listNotesTool, saveNoteTool } from "./notes";
import { showNotificationTool } from "./notification";
import { readPageTextTool, readSelectionTool } from "./page";
import { speakTool } from "./speech";

/** Every browser tool that the product ships, ready to be registered. */
export const browserTools: readonly HeadlessTool[] = [
  getLocationTool,
  saveNoteTool,
  listNotesTool,
  readClipboardTool,
  writeClipboardTool,
  openLocalFileTool,
  drawChartTool,
  saveFileTool,
  sendEmailTool,
  showNotificationTool,
  readSelectionTool,
  readPageTextTool,
  getDeviceInfoTool,
  setThemeTool,
  speakTool,
];
