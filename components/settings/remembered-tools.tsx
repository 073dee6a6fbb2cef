import { useState } from "react";
import { useRememberedTools } from "@/hooks";
import { inWords } from "../tool-call/value";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings";

/** The tools that run without asking because the person once said yes, each with a way to take that back. Nothing while there are none. */
export function RememberedTools() {
  const { settings } = useStrings();
  const { tools, forget } = useRememberedTools();
  const [isOpen, setIsOpen] = useState(false);
  if (tools.length === 0) return null;
  return (
    <section className="tw:grid tw:gap-1 tw:px-2" aria-label={settings.remembered}>
      <button
        type="button"
        className="tw:flex tw:min-h-control tw:items-center tw:gap-2 tw:text-xs tw:text-ink-2"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="tw:flex-1 tw:text-start">{settings.rememberedCount(tools.length)}</span>
        <Icon name={isOpen ? "chevron-down" : "chevron-right"} size="s" />
      </button>
      {isOpen && (
        <ul className="tw:grid tw:gap-1">
          {tools.map((name) => (
            <li key={name} className="tw:flex tw:items-center tw:gap-2 tw:text-s">
              <span className="tw:min-w-0 tw:flex-1 tw:truncate">{inWords(name)}</span>
              <Button
                tone="bare"
                aria-label={settings.askAgainFor(inWords(name))}
                onClick={({ currentTarget }) => {
                  nextControl(currentTarget)?.focus({ preventScroll: true }); // this one goes
                  void forget(name);
                }}
              >
                {settings.askAgain}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The next tool, the one before, or with the last of them what the threads begin with. */
function nextControl(button: HTMLElement): HTMLElement | null | undefined {
  const row = button.closest("li");
  const place = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest("nav");
  return place?.querySelector("button");
}
