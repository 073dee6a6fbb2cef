import type { Question } from "@/lib/store";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings";
import { visibleText } from "../ui/visible-text";
import { readQuestion } from "./read-question";

/** A question of the graph, docked on the composer, which is its answer box; offered answers are buttons. */
export function QuestionBox({ question, onAnswer }: { question: Question; onAnswer: (answer: string) => void }) {
  const strings = useStrings();
  const { text, options } = readQuestion(question.value);
  return (
    <section className="tw-docked tw-question" aria-label={strings.agentAsks}>
      <p className="tw:flex tw:flex-[1_1_200px] tw:items-start tw:gap-1.5 tw:whitespace-pre-wrap" dir="auto">
        <span className="tw:pt-0.5 tw:text-consent">
          <Icon name="decision" />
        </span>
        {text === "" ? strings.agentAsks : visibleText(text)}
      </p>
      {options.map((option) => (
        <Button
          key={option}
          className="tw-decision tw:whitespace-pre-wrap tw:[overflow-wrap:anywhere]"
          onClick={() => onAnswer(option)}
        >
          {visibleText(option)}
        </Button>
      ))}
    </section>
  );
}
