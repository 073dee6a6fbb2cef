import { InMemoryStore } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import type { Agents } from "../../agents/create-agents";
import type { Attachments } from "../../attachments";
import type { Runtime } from "../../runtime";
import { createFixture } from "../../test-support/fixture";
import { readLimits } from "../../users";
import { createRoutes } from "../app";
import { isDeadRoute } from "../dead-routes";
import type { IdentifyParts } from "../exchange/identify";
import { createDocument } from "./document";

const NO_LIMIT = { take: () => () => undefined };

/** Routes are only listed here, never called, so what serves them is not needed. */
function servedRoutes(): string[] {
  const nothing = {
    runtime: { storage: {}, runs: {} } as Runtime,
    agents: {} as Agents,
    attachments: { rules: {} } as Attachments,
    identity: {} as IdentifyParts,
    limits: readLimits(),
    open: { streams: NO_LIMIT, exports: NO_LIMIT },
    refuseHost: () => undefined,
    itemsOf: () => new InMemoryStore(),
    origins: () => false,
    maxBodyBytes: 0,
  };
  const { routes } = createRoutes({ ...nothing, reportError: () => undefined }, "/");
  const real = routes.filter(({ method, path }) => method !== "ALL" && !isDeadRoute(method, path));
  return real.map(({ method, path }) => `${method} ${path}`);
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe("the OpenAPI document", () => {
  test("describes every route that is served, and no other", () => {
    const { paths } = createDocument("/api") as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = servedRoutes().map((route) => route.replace(/:(\w+)/g, (_, name) => `{${snakeCase(name)}}`));
    expect(described.sort()).toEqual(served.sort());
    expect(described.length).toBeGreaterThan(40);
  });

  test("is served, and every reference in it leads somewhere", async () => {
    const { client } = await createFixture(() => []);
    const { status, body } = await client.call("GET", "/openapi.json");
    expect([status, body.openapi, body.servers]).toEqual([200, "3.1.0", [{ url: "/api" }]]);
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    for (const [, name] of references) expect(Object.keys(body.components.schemas)).toContain(name);
    expect(body.components.schemas.RunRequest.required).toEqual(["assistant_id"]);
    expect(body.components.schemas.RunRequest.properties.multitask_strategy.anyOf[0].enum).toContain("rollback");
  });
});
