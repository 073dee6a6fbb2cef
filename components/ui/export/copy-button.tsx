import { useEffect, useState } from "react";
import { useAnnounce } from "../announcer";
import { IconButton } from "../button";
import type { IconName } from "../icon";
import { useStrings } from "../strings";
import { copyText } from "./copy-text";

/** How long the check stands in the symbol's place. */
const SHOWN_MS = 2000;

/** Copies a text, and says in its own place whether that worked. The text is made when it is asked for. */
export function CopyButton({
  label,
  text,
  icon = "copy",
  className = "",
}: {
  label: string;
  text: () => string;
  icon?: IconName;
  className?: string;
}) {
  const strings = useStrings();
  const announce = useAnnounce();
  const [outcome, setOutcome] = useState<"copied" | "failed">();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const isCopied = await copyText(text());
    setOutcome(isCopied ? "copied" : "failed");
    announce(isCopied ? strings.copied : strings.notCopied);
  };
  return (
    <IconButton
      icon={outcome === undefined ? icon : outcome === "copied" ? "check" : "alert"}
      label={outcome === undefined ? label : outcome === "copied" ? strings.copied : strings.notCopied}
      className={className}
      onClick={() => void copy()}
    />
  );
}
