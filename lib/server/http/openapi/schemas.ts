import { z } from "zod";
import {
  assistantSchema,
  attachmentSchema,
  claimRequestSchema,
  claimSchema,
  countAssistantsSchema,
  countThreadsSchema,
  createThreadSchema,
  deleteItemSchema,
  drawableGraphSchema,
  errorBodySchema,
  foundItemsSchema,
  foundNamespacesSchema,
  graphSchemasSchema,
  historyRequestSchema,
  infoSchema,
  itemSchema,
  listNamespacesSchema,
  messagesPageSchema,
  putItemSchema,
  runBatchSchema,
  runRequestSchema,
  runResultSchema,
  runSchema,
  searchAssistantsSchema,
  searchItemsSchema,
  searchThreadsSchema,
  stateRequestSchema,
  threadSchema,
  threadStateSchema,
  updatedStateSchema,
  updateStateSchema,
  updateThreadSchema,
} from "@/lib/protocol";

const SCHEMAS = {
  Assistant: assistantSchema,
  Attachment: attachmentSchema,
  Claim: claimSchema,
  ClaimRequest: claimRequestSchema,
  CountAssistants: countAssistantsSchema,
  CountThreads: countThreadsSchema,
  CreateThread: createThreadSchema,
  DeleteItem: deleteItemSchema,
  DrawableGraph: drawableGraphSchema,
  Error: errorBodySchema,
  FoundItems: foundItemsSchema,
  FoundNamespaces: foundNamespacesSchema,
  GraphSchemas: graphSchemasSchema,
  HistoryRequest: historyRequestSchema,
  Info: infoSchema,
  Item: itemSchema,
  ListNamespaces: listNamespacesSchema,
  MessagesPage: messagesPageSchema,
  PutItem: putItemSchema,
  Run: runSchema,
  RunBatch: runBatchSchema,
  RunRequest: runRequestSchema,
  RunResult: runResultSchema,
  SearchAssistants: searchAssistantsSchema,
  SearchItems: searchItemsSchema,
  SearchThreads: searchThreadsSchema,
  StateRequest: stateRequestSchema,
  Thread: threadSchema,
  ThreadState: threadStateSchema,
  UpdatedState: updatedStateSchema,
  UpdateState: updateStateSchema,
  UpdateThread: updateThreadSchema,
} as const;

/** A schema of the document, by its name there. */
export type SchemaName = keyof typeof SCHEMAS;

/** Where the document keeps a schema. */
export const refOf = (name: SchemaName): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** The schemas of requests and answers, the very ones that are used, as JSON schemas that refer to each other. */
export function componentSchemas(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: "input", // what travels, before our reading of it changes anything
    unrepresentable: "any",
  });
  // a schema's name is its key here: `$id` would give it a second one
  const entries = Object.entries(schemas).map(([name, { $id: _id, $schema: _dialect, ...schema }]) => [name, schema]);
  return Object.fromEntries(entries);
}
