import { Icon, type IconName } from "../../ui/icon";
import { useStrings } from "../../ui/strings";
import { defineToolView, type PreviewProps, type ReadArgument } from "../tool-view";
import { GrowingText, textOf } from "../value";

const MAX_STEPS = 100;

const GLYPHS: Readonly<Record<StepStatus, { icon: IconName; colour: string }>> = {
  todo: { icon: "ring-dashed", colour: "tw:text-ink-3" },
  doing: { icon: "ring", colour: "tw:text-ink-2" },
  done: { icon: "check", colour: "tw:text-success" },
};

type StepStatus = "todo" | "doing" | "done";
type PlanArgs = { title: string; steps: { text: string; status?: StepStatus }[] };

/** Steps that are to be taken, with what is done of them; one empty line is kept for the next. */
function PlanPreview({ call, arg }: PreviewProps<PlanArgs>) {
  const { plan: words } = useStrings();
  const title = arg(["title"]);
  const steps = stepsOf(call.args);
  const done = steps.filter((_, index) => statusAt(arg, index) === "done").length;
  const isWriting = call.phase === "writing";
  return (
    <div className={`tw:grid tw:gap-2 ${isWriting ? "tw-room-for-line" : ""}`}>
      <p className="tw:min-h-5 tw:text-s tw:font-medium" dir="auto">
        <GrowingText text={textOf(title.value) ?? ""} state={title.state} />
      </p>
      <ol className={`tw:grid tw:text-s ${isWriting ? "tw-absent-next" : ""}`}>
        {steps.map((_, index) => {
          const text = arg(["steps", index, "text"]);
          const status = statusAt(arg, index);
          const { icon, colour } = GLYPHS[status];
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are only appended, their place is their identity
              key={index}
              className="tw:flex tw:min-h-8 tw:items-start tw:gap-2 tw:py-1.5"
              data-status={status}
            >
              <span className={`tw:mt-[3px] ${colour}`}>
                <Icon name={icon} size="s" />
              </span>
              <span className="tw-unseen">{words.status[status]}: </span>
              <span
                className={`tw:min-w-0 tw:[overflow-wrap:anywhere] ${status === "done" ? "tw:text-ink-3" : ""} ${status === "doing" ? "tw:font-medium" : ""}`}
                dir="auto"
              >
                <GrowingText text={textOf(text.value) ?? ""} state={text.state} />
              </span>
            </li>
          );
        })}
      </ol>
      {!isWriting && (
        <p className="tw:min-h-4 tw:text-xs tw:text-ink-3 tw:tabular-nums">{words.progress(done, steps.length)}</p>
      )}
    </div>
  );
}

function statusAt(arg: ReadArgument<PlanArgs>, index: number): StepStatus {
  const status = arg(["steps", index, "status"]);
  const isKnown =
    status.state === "complete" && typeof status.value === "string" && Object.hasOwn(GLYPHS, status.value);
  return isKnown ? (status.value ?? "todo") : "todo";
}

function stepsOf(args: unknown): readonly unknown[] {
  const steps = typeof args === "object" && args !== null ? (args as Partial<PlanArgs>).steps : undefined;
  return Array.isArray(steps) ? steps.slice(0, MAX_STEPS) : [];
}

export const makePlanView = defineToolView<PlanArgs>("make_plan", {
  icon: "note",
  preview: PlanPreview,
  summary: (call, { plan }) => {
    const steps = stepsOf(call.args) as PlanArgs["steps"];
    return plan.progress(steps.filter((step) => step?.status === "done").length, steps.length);
  },
});
