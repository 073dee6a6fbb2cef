import { useAgent, useInfo } from "@/hooks";
import { Icon, iconNamed } from "../ui/icon";
import { useStrings } from "../ui/strings";
import { WovenSwatch } from "./woven-swatch";

/** A new thread: what the agent can do, and a few ways to begin. */
export function EmptyThread({ onChoose }: { onChoose: () => void }) {
  const strings = useStrings();
  const { submit } = useAgent();
  const { agent } = useInfo();
  const choose = (prompt: string) => {
    onChoose();
    // What could not be sent is told by the status line.
    submit(prompt).catch(() => {});
  };
  return (
    <div className="tw-empty">
      <div className="tw-column tw:grid tw:gap-2">
        <div className="tw:mb-4">
          <WovenSwatch />
        </div>
        <h2 className="tw:text-xl tw:font-strong tw:tracking-tight">{strings.startThread}</h2>
        <p className="tw:min-h-6 tw:text-ink-3">
          {agent &&
            strings.agentTools(agent.title, agent.tools.length, agent.tools.filter((tool) => tool.isHeadless).length)}
        </p>
        {agent && agent.suggestions.length > 0 && (
          <ul className="tw-suggestions" aria-label={strings.suggestions}>
            {agent.suggestions.map((suggestion) => (
              <li key={suggestion.prompt}>
                <button type="button" className="tw-suggestion" onClick={() => choose(suggestion.prompt)}>
                  <Icon name={iconNamed(suggestion.icon, "crossing")} />
                  <b className="tw:font-medium">{suggestion.title}</b>
                  <span className="tw:col-start-2 tw:text-ink-3">{suggestion.detail}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
