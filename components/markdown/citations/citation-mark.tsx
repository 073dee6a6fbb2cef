import { type MouseEvent, useContext } from "react";
import { CitedTextContext } from "../../ui/cited-text";
import { useStrings } from "../../ui/strings";
import { useIsInLink } from "../view/link";

/** Small numbers at the words of an answer; each goes to its source in the list below the answer. */
export function CitationMark({ sources }: { sources: readonly number[] }) {
  const strings = useStrings();
  const cited = useContext(CitedTextContext);
  const isInLink = useIsInLink();
  if (cited === undefined) return null;
  return (
    <sup className="tw-cite">
      {sources.map((source) => {
        const { title, url } = cited.sources[source] ?? {};
        const label = strings.cited(source + 1, title ?? url ?? "");
        if (cited.idPrefix === undefined || isInLink)
          return (
            <span key={source} className="tw-cite-mark">
              {source + 1}
            </span>
          );
        return (
          <a
            className="tw-cite-mark"
            key={source}
            href={`#${cited.idPrefix}${source}`}
            aria-label={label}
            title={label}
            onClick={goTo}
          >
            {source + 1}
          </a>
        );
      })}
    </sup>
  );
}

/** Within its own root, which may be a shadow root: there the browser finds no place by its name, and nobody else's here. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  const { currentTarget: link } = event;
  const root = link.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return;
  const item = root.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (item === null) return;
  event.preventDefault();
  item.scrollIntoView({ block: "nearest" });
  (item.querySelector<HTMLElement>("a") ?? item).focus({ preventScroll: true });
}
