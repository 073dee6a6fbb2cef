// The practical floor: a store, one notification a frame, memoised rows, strings that are appended, one JSON.parse at the
// end; the arguments are shown as the raw tail of their text.
import { memo, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { deltas, EARLIER, earlierText, finish, measured, TAIL, WINDOW } from "./measured";

type Row = { readonly id: string; readonly text: string; readonly args: string };

let rows: Row[] = Array.from({ length: EARLIER }, (_, at) => ({
  id: `earlier-${at}`,
  text: earlierText(at),
  args: "",
}));
const listeners = new Set<() => void>();
const live = { text: "", args: "" };
let isDirty = false;

function flush() {
  isDirty = false;
  rows = [...rows.slice(0, -1), { id: "live", ...live }];
  for (const listener of listeners) listener();
}

const Message = memo(function Message({ row }: { readonly row: Row }) {
  return (
    <div>
      <p>{row.text}</p>
      {row.args !== "" && <pre>{row.args.slice(-TAIL)}</pre>}
    </div>
  );
});

function List() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => rows,
  );
  return shown.slice(-WINDOW).map((row) => <Message key={row.id} row={row} />);
}

window.begin = async () => {
  rows = [...rows, { id: "asked", text: "go", args: "" }, { id: "live", text: "", args: "" }];
  for await (const { kind, piece } of deltas()) {
    if (kind === "text") live.text += piece;
    else live.args += piece;
    if (isDirty) continue;
    isDirty = true;
    requestAnimationFrame(flush);
  }
  finish(live.text, JSON.parse(live.args));
};

const root = document.getElementById("root");
if (root) createRoot(root).render(<List />);
measured.isReady = true;
