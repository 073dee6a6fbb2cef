import { setTimeout } from "node:timers/promises";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { Formula } from "../markdown/math/formula";

/** What draws formulas is loaded with the first one: from here on every formula is drawn at once. */
export async function formulasLoaded(): Promise<void> {
  const host = document.createElement("div");
  const root = createRoot(host);
  act(() => root.render(<Formula tex="x" isDisplay={false} />));
  while (host.querySelector("math") === null) await act(() => setTimeout(10));
  act(() => root.unmount());
}
