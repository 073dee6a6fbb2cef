import type { RunRequest } from "@/lib/protocol";
import { type GraphStreamMode, toGraphMode } from "../encoding/graph-event";
import { unsupported } from "./refusals";

/** Which events a request asks for; `values` when it does not say. Throws `unsupported` for a mode that is not served. */
export function readModes(request: RunRequest): GraphStreamMode[] {
  const asked = request.stream_mode ?? [];
  const modes = typeof asked === "string" ? [asked] : asked;
  if (modes.length === 0) return ["values"];
  return modes.map((mode) => {
    const known = toGraphMode(mode);
    if (known) return known;
    throw unsupported(
      "stream_mode",
      `"${mode}" is not served; use "messages-tuple", "updates", "values", "custom" or "tools".`,
    );
  });
}
