import type { App, Services } from "./services";

/** `/ok` and `/info`: is it there, what is it, which model answers. */
export function addInfoRoutes(app: App, { agents, models, attachments: { rules } }: Services): void {
  app.get("/ok", (context) => context.json({ ok: true }));
  app.get("/info", async (context) =>
    context.json({
      flags: { assistants: true, crons: false, langsmith: false },
      toolweave: {
        model: await agents.modelInfo(),
        agents: agents.describe(),
        ...(models && { models }),
        attachments: { max_bytes: rules.maxBytes, max_per_message: rules.maxPerMessage, kinds: [...rules.kinds] },
      },
    }),
  );
}
