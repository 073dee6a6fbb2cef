import type { HeadlessTool } from "../contract";
import { getLocationTool } from "./get-location";
import { listNotesTool, saveNoteTool } from "./notes";

/** Every browser tool that the product ships, ready to be registered. */
export const browserTools: readonly HeadlessTool[] = [getLocationTool, saveNoteTool, listNotesTool];
