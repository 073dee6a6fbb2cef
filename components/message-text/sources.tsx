import type { MessageSource } from "@/lib/store";
import { foreignHost, safeUrl } from "../ui/safe-url";
import { useStrings } from "../ui/strings";

/** Where the words of an answer come from. Marks in its text go to `idPrefix` with the place in the list. */
export function Sources({ sources, idPrefix }: { sources: readonly MessageSource[]; idPrefix: string }) {
  const strings = useStrings();
  return (
    <section aria-label={strings.sources} className="tw:grid tw:gap-1 tw:text-s">
      <h3 className="tw:text-xs tw:text-ink-3">{strings.sources}</h3>
      <ol className="tw-sources">
        {sources.map((source, place) => (
          <li key={`${source.url} ${source.title}`} id={`${idPrefix}${place}`} tabIndex={-1} title={source.citedText}>
            <Source source={source} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Source({ source: { url, title } }: { source: MessageSource }) {
  const address = url === undefined ? undefined : safeUrl(url);
  if (address === undefined) return <bdi>{title ?? url}</bdi>;
  return (
    <>
      <a href={address} target="_blank" rel="noreferrer noopener nofollow">
        <bdi>{title ?? address}</bdi>
      </a>{" "}
      {title !== undefined && <span className="tw:text-ink-3">{foreignHost(address)}</span>}
    </>
  );
}
