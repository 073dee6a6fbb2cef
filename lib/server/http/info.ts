import type { App, Services } from "./services";

/** `/ok` and `/info`: is it there, what is it, which model answers. */
export function addInfoRoutes(app: App, { agents, models, attachments: { rules } }: Services): void {
  app.get("/ok", (context) => context.json({ ok: true }));
  app.get("/info", async (context) => {
    const [model, choices] = await Promise.all([agents.modelInfo(), agents.modelChoices()]);
    return context.json({
      flags: { assistants: true, crons: false, langsmith: false },
      toolweave: {
        model,
        agents: agents.describe(),
        ...(choices.length > 1 && { model_choices: choices }),
        ...(models && { models }),
        attachments: { max_bytes: rules.maxBytes, max_per_message: rules.maxPerMessage, kinds: [...rules.kinds] },
      },
    });
  });
}
