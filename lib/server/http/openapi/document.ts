import { z } from "zod";
import { type Answer, OPERATIONS, type Operation } from "./operations";
import { componentSchemas, refOf } from "./schemas";

type Json = Record<string, unknown>;

const VERSION = "0.1.0";

/** The OpenAPI 3.1 document of this api, made from the schemas that requests are read with. */
export function createDocument(basePath: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Toolweave",
      version: VERSION,
      description: "The run-stream interface of a LangGraph server, and what Toolweave adds to it.",
    },
    servers: [{ url: basePath }],
    paths,
    components: { schemas: componentSchemas() },
  };
}

function describeOperation({ method, path, summary, query, body, answer }: Operation): Json {
  const parameters = [...pathParameters(path), ...queryParameters(query), ...headerParameters(method, path, answer)];
  return {
    summary,
    tags: [path.split("/")[1]],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { content: body === "file" ? fileContent() : jsonContent(refOf(body)) } } : {}),
    responses: {
      ...describeAnswer(answer),
      default: { description: "Refused", content: jsonContent(refOf("Error")) },
    },
  };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: "path", required: true, schema: { type: "string" } };
  });
}

function queryParameters(query: z.ZodObject | undefined): Json[] {
  if (!query) return [];
  const schema = z.toJSONSchema(query, { io: "output", unrepresentable: "any" });
  const isRequired = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    return { name, in: "query", required: isRequired.has(name), schema: property };
  });
}

function headerParameters(method: string, path: string, answer: Answer): Json[] {
  const header = (name: string, description: string) => {
    return { name, in: "header", description, schema: { type: "string" } };
  };
  if (method === "get" && answer.type === "stream")
    return [header("Last-Event-ID", "Goes on after this event; -1 is from the beginning.")];
  if (method === "post" && path === "/attachments")
    return [header("Content-Disposition", "The file's name: attachment; filename*=UTF-8''plan.pdf")];
  if (method === "get" && path === "/attachments/{attachment_id}")
    return [header("Range", "One range of bytes, for players.")];
  if (method === "post" && /\/runs(\/stream|\/wait)?$/.test(path))
    return [header("Idempotency-Key", "The same key with the same body is the same run.")];
  return [];
}

function describeAnswer(answer: Answer): Json {
  switch (answer.type) {
    case "json":
      return ok(jsonContent(refOf(answer.schema)), answer.status);
    case "list":
      return ok(jsonContent({ type: "array", items: refOf(answer.schema) }));
    case "count":
      return ok(jsonContent({ type: "integer" }));
    case "object":
      return ok(jsonContent({ type: "object" }));
    case "stream":
      return ok({ "text/event-stream": { schema: { type: "string" } } });
    case "page":
      return ok({ "text/html": { schema: { type: "string" } } });
    case "file":
      return ok(fileContent());
    case "none":
      return { [answer.status]: { description: "Done" } };
    case "deleted":
      return {
        202: { description: "Deleted; its words are still being overwritten in the files" },
        204: { description: "Done" },
      };
    default:
      return answer satisfies never;
  }
}

function ok(content: Json, status = 200): Json {
  return { [status]: { description: "As asked", content } };
}

/** OpenAPI 3.1: bytes have no schema. */
function fileContent(): Json {
  return { "application/octet-stream": {} };
}

function jsonContent(schema: Json): Json {
  return { "application/json": { schema } };
}
