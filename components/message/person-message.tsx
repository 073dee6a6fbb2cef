import type { ChatMessage } from "@/lib/store";
import { useStrings } from "../ui/strings-context";

/** What the person wrote, as they wrote it: no Markdown, every line break kept. */
export function PersonMessage({ message }: { message: ChatMessage }) {
  const strings = useStrings();
  return (
    <li className="tw-step" data-knot="person" data-message={message.id}>
      <h2 className="tw-unseen">{strings.you}</h2>
      <p
        className="tw:rounded-l tw:bg-person tw:px-3 tw:py-2 tw:outline tw:outline-transparent tw:whitespace-pre-wrap tw:[overflow-wrap:anywhere]"
        dir="auto"
      >
        {message.text}
      </p>
    </li>
  );
}
