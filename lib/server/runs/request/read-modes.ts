import type { RunRequest, StreamMode } from "@/lib/protocol";

/** Which events a request asks for; `values` when it does not say. */
export function readModes(request: RunRequest): readonly StreamMode[] {
  const asked = request.stream_mode ?? [];
  const modes = typeof asked === "string" ? [asked] : asked;
  return modes.length === 0 ? ["values"] : [...new Set(modes)];
}
