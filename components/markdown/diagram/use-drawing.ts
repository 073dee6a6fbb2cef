import { type RefObject, useContext, useLayoutEffect, useState } from "react";
import { useChatRoot } from "../../ui/chat-root";
import { DiagramFrameContext } from "../../ui/diagram-frame";
import { readDiagramTheme, watchTheme } from "./diagram-theme";
import { createDrawingRoom, type DrawingRoom, type Outcome } from "./drawing-room";

/** One for each chat of a page; it goes with its element. */
const rooms = new WeakMap<HTMLElement, DrawingRoom>();

/** Whether there is a place where diagrams are drawn at all. */
export function useCanDraw(): boolean {
  return useContext(DiagramFrameContext) !== undefined;
}

/**
 * The drawing of a diagram, in the colours that hold around the element; drawn once the element has come into sight, and
 * anew, with the old one shown meanwhile, when colours change. Undefined until then and while `source` is.
 */
export function useDrawing(ref: RefObject<HTMLElement | null>, source: string | undefined): Outcome | undefined {
  const url = useContext(DiagramFrameContext);
  const rootRef = useChatRoot();
  const [shown, setShown] = useState<{ source: string; outcome: Outcome }>();
  // Before the page is painted: what was drawn before stands there at once.
  useLayoutEffect(() => {
    const element = ref.current;
    const root = rootRef.current;
    if (element === null || root === null || url === undefined || source === undefined) return;
    const room = rooms.get(root) ?? createDrawingRoom(root, url);
    rooms.set(root, room);
    let turn = new AbortController();
    let isInSight = false;
    const draw = () => {
      turn.abort();
      turn = new AbortController();
      const { signal } = turn;
      const wanted = { source, theme: readDiagramTheme(root) };
      const known = room.recall(wanted);
      if (known !== undefined) return setShown({ source, outcome: known });
      if (!isInSight) return;
      void room.draw(wanted, signal).then((outcome) => {
        if (outcome !== undefined && !signal.aborted) setShown({ source, outcome });
      });
    };
    draw();
    const unwatch = watchTheme(root, draw);
    const leave = onceInSight(element, () => {
      isInSight = true;
      draw();
    });
    return () => {
      leave();
      unwatch();
      turn.abort();
    };
  }, [ref, rootRef, url, source]);
  return shown?.source === source ? shown?.outcome : undefined;
}

function onceInSight(element: HTMLElement, onSight: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    onSight();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
