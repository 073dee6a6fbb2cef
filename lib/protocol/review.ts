import { z } from "zod";

const decisionTypeSchema = z.enum(["approve", "edit", "reject", "respond"]);

const actionSchema = z.looseObject({
  name: z.string(),
  args: z.record(z.string(), z.unknown()).catch({}),
  description: z.string().nullish(),
});

/** Decisions that nobody here knows are left out. */
const allowedSchema = z
  .array(z.unknown())
  .transform((names) => names.flatMap((name) => decisionTypeSchema.safeParse(name).data ?? []));

const jsonSchema = z.record(z.string(), z.unknown()).nullish();
const camelConfigSchema = z.looseObject({
  actionName: z.string(),
  allowedDecisions: allowedSchema,
  argsSchema: jsonSchema,
});
const snakeConfigSchema = z.looseObject({
  action_name: z.string(),
  allowed_decisions: allowedSchema,
  args_schema: jsonSchema,
});

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

/**
 * What `humanInTheLoopMiddleware` interrupts with: several actions in one interrupt, in the order of the calls.
 * JavaScript writes camelCase, Python snake_case. Source: langchain 1.5, agents/middleware/hitl.
 */
export const reviewRequestSchema = z
  .union([
    z.looseObject({ actionRequests: z.array(actionSchema).min(1), reviewConfigs: z.array(camelConfigSchema) }),
    z.looseObject({ action_requests: z.array(actionSchema).min(1), review_configs: z.array(snakeConfigSchema) }),
  ])
  .transform((payload): ReviewRequest => {
    const isSnakeCase = "action_requests" in payload;
    const read = payload as Partial<Record<string, unknown>>;
    const actions = (isSnakeCase ? read.action_requests : read.actionRequests) as z.infer<typeof actionSchema>[];
    const configs = isSnakeCase
      ? (read.review_configs as z.infer<typeof snakeConfigSchema>[]).map((config) => ({
          name: config.action_name,
          allowed: config.allowed_decisions,
          argsSchema: config.args_schema,
        }))
      : (read.reviewConfigs as z.infer<typeof camelConfigSchema>[]).map((config) => ({
          name: config.actionName,
          allowed: config.allowedDecisions,
          argsSchema: config.argsSchema,
        }));
    return {
      isSnakeCase,
      actions: actions.map(({ name, args, description }, position) => {
        const own = configs[position];
        const config = own?.name === name ? own : configs.find((candidate) => candidate.name === name);
        return {
          name,
          args,
          description: description ?? undefined,
          allowed: config?.allowed ?? ["approve", "reject"],
          argsSchema: config?.argsSchema ?? undefined,
        };
      }),
    };
  });

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
