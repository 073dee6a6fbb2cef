import { anything, isRecord, listOf, object, orNull, type Read, reader, reasonOf, record, text } from "./shape";

/** A call of a server tool that a person looks at before it runs. */
export type ReviewAction = {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly description: string | undefined;
  readonly allowed: readonly ReviewDecision["type"][];
  /** JSON schema of the arguments, where the server gives one. */
  readonly argsSchema: Readonly<Record<string, unknown>> | undefined;
};

export type ReviewRequest = { readonly actions: readonly ReviewAction[]; readonly isSnakeCase: boolean };

/** `respond` answers in the tool's place; only `reviewTools` of ours takes it. */
export type ReviewDecision =
  | { readonly type: "approve" }
  | { readonly type: "edit"; readonly args: Readonly<Record<string, unknown>> }
  | { readonly type: "reject"; readonly message?: string }
  | { readonly type: "respond"; readonly message: string };

type RawAction = { readonly name: string; readonly args?: unknown; readonly description?: string | null };

const readActions = reader<RawAction[]>(
  listOf(object<RawAction>({ name: text, args: anything, description: orNull(text) })),
);

/** The same in JavaScript's words and in Python's. Source: langchain 1.5, agents/middleware/hitl. */
const WORDS = [
  {
    actions: "actionRequests",
    configs: "reviewConfigs",
    name: "actionName",
    allowed: "allowedDecisions",
    argsSchema: "argsSchema",
  },
  {
    actions: "action_requests",
    configs: "review_configs",
    name: "action_name",
    allowed: "allowed_decisions",
    argsSchema: "args_schema",
  },
] as const;
const DECISIONS: readonly unknown[] = ["approve", "edit", "reject", "respond"] satisfies ReviewDecision["type"][];

/** What `humanInTheLoopMiddleware` interrupts with: several actions in one interrupt, in the order of the calls. */
export function readReviewRequest(value: unknown): Read<ReviewRequest> {
  const words = WORDS.find(({ actions }) => isRecord(value) && Array.isArray(value[actions]));
  if (words === undefined || !isRecord(value)) return { success: false, reason: reasonOf("actionRequests") };
  const actions = readActions(value[words.actions]);
  if (!actions.success) return actions;
  const configs = value[words.configs];
  if (actions.data.length === 0 || !Array.isArray(configs) || !configs.every((config) => isConfig(config, words))) {
    return { success: false, reason: reasonOf(words.configs) };
  }
  return {
    success: true,
    data: {
      isSnakeCase: words.actions === "action_requests",
      actions: actions.data.map(({ name, args, description }, position): ReviewAction => {
        const isOf = (config: unknown) => isRecord(config) && config[words.name] === name;
        const config: unknown = isOf(configs[position]) ? configs[position] : configs.find(isOf);
        const told = isRecord(config) ? config : undefined;
        const argsSchema = told?.[words.argsSchema];
        return {
          name,
          args: isRecord(args) ? args : {},
          description: description ?? undefined,
          allowed: told === undefined ? ["approve", "reject"] : knownDecisions(told[words.allowed]),
          argsSchema: isRecord(argsSchema) ? argsSchema : undefined,
        };
      }),
    },
  };
}

function isConfig(config: unknown, { name, allowed, argsSchema }: (typeof WORDS)[number]): boolean {
  return (
    isRecord(config) &&
    text(config[name]) === undefined &&
    Array.isArray(config[allowed]) &&
    orNull(record)(config[argsSchema]) === undefined
  );
}

/** Decisions that nobody here knows are left out. */
function knownDecisions(names: unknown): ReviewDecision["type"][] {
  return Array.isArray(names) ? names.filter((name) => DECISIONS.includes(name)) : [];
}

/** The resume value: one ordered list, a decision for each action. */
export function reviewResponse(request: ReviewRequest, decisions: readonly ReviewDecision[]): unknown {
  return {
    decisions: decisions.map((decision, position) => {
      if (decision.type !== "edit") return decision;
      const edited = { name: request.actions[position]?.name, args: decision.args };
      return request.isSnakeCase ? { type: "edit", edited_action: edited } : { type: "edit", editedAction: edited };
    }),
  };
}
