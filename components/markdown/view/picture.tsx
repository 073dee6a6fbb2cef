import { useState } from "react";
import { Icon } from "../../ui/icon";
import { foreignHost, safeUrl } from "../../ui/safe-url";
import { useStrings } from "../../ui/strings";
import { useIsInLink } from "./link";

/**
 * An image that a model wrote. Its address may carry what was said to whoever holds that host, so that it is loaded only
 * when the person asks for it, without telling where from. A picture that is data is shown at once: nobody is asked for it.
 */
export function Picture({ src, alt = "" }: { src?: string | undefined; alt?: string | undefined }) {
  const strings = useStrings();
  const isInLink = useIsInLink();
  const [isWanted, setIsWanted] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const address = safeUrl(src ?? "", "image");
  const isData = address?.startsWith("data:") ?? false;
  const name = alt || strings.picture.name;
  if (address !== undefined && address !== "" && (isData || isWanted) && !hasFailed) {
    return (
      <img
        className="tw-markdown-picture"
        src={address}
        alt={alt}
        referrerPolicy="no-referrer"
        onError={() => setHasFailed(true)}
      />
    );
  }
  const note = hasFailed ? strings.picture.failed : undefined;
  if (address === undefined || address === "" || isInLink || hasFailed) {
    return (
      <span className="tw-markdown-image" role="img" aria-label={note === undefined ? name : `${name}. ${note}`}>
        <Icon name="picture" size="s" />
        {name}
        {note !== undefined && <span className="tw-markdown-image-host">{note}</span>}
      </span>
    );
  }
  return (
    <button type="button" className="tw-markdown-image" onClick={() => setIsWanted(true)}>
      <Icon name="picture" size="s" />
      {name}
      <span className="tw-markdown-image-host">{strings.picture.load(foreignHost(address))}</span>
    </button>
  );
}
