import { lazy, Suspense } from "react";

const load = () => import("../markdown");
const Markdown = lazy(async () => ({ default: (await load()).Markdown }));

/** Fetches what draws Markdown ahead of the first message that needs it. */
export function preloadMarkdown(): void {
  load().catch(() => {}); // asked for again with the first message
}

/** The text of an answer. What draws Markdown is no part of the first load: until it is here, the text stands as it was written. */
export function MessageText(message: { text: string; isGrowing: boolean; isCut?: boolean }) {
  return (
    <Suspense
      fallback={
        <p className="tw:whitespace-pre-wrap tw:[overflow-wrap:anywhere]" dir="auto">
          {message.text}
        </p>
      }
    >
      <Markdown {...message} />
    </Suspense>
  );
}
