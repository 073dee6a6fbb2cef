import type { z } from "zod";
import {
  cancelQuerySchema,
  graphQuerySchema,
  historyQuerySchema,
  itemQuerySchema,
  joinQuerySchema,
  messagesQuerySchema,
  runListQuerySchema,
  stateQuerySchema,
  subgraphsQuerySchema,
} from "@/lib/protocol";
import type { SchemaName } from "./schemas";

/** One route as the document describes it. */
export type Operation = {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** Relative to the api; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** `file`: bytes of any type. */
  readonly body?: SchemaName | "file";
  readonly answer: Answer;
};

/** `list`: of that schema. `stream`: server-sent events. `page`: HTML. `file`: bytes. `none`: no body. `deleted`: 204, or 202 where traces are left for a while. */
export type Answer =
  | { readonly type: "json"; readonly schema: SchemaName; readonly status?: 201 }
  | { readonly type: "list"; readonly schema: SchemaName }
  | { readonly type: "count" }
  | { readonly type: "object" }
  | { readonly type: "stream" }
  | { readonly type: "page" }
  | { readonly type: "file" }
  | { readonly type: "none"; readonly status: 202 | 204 }
  | { readonly type: "deleted" };

const json = (schema: SchemaName): Answer => ({ type: "json", schema });
const list = (schema: SchemaName): Answer => ({ type: "list", schema });
const count: Answer = { type: "count" };
const object: Answer = { type: "object" };
const stream: Answer = { type: "stream" };
const file: Answer = { type: "file" };
const deleted: Answer = { type: "deleted" };
const none: Answer = { type: "none", status: 204 };

const thread = "/threads/{thread_id}";
const run = `${thread}/runs/{run_id}`;
const attachment = "/attachments/{attachment_id}";
const assistant = "/assistants/{assistant_id}";

/** Every route that is served. A test holds this list against the routes themselves. */
export const OPERATIONS: readonly Operation[] = [
  { method: "get", path: "/ok", summary: "Is it there", answer: object },
  { method: "get", path: "/info", summary: "Which agents there are and which model answers", answer: json("Info") },
  { method: "get", path: "/openapi.json", summary: "This document", answer: object },
  {
    method: "get",
    path: "/artifact-frame",
    summary: "The sandboxed page in which HTML that a model wrote is shown",
    answer: { type: "page" },
  },
  {
    method: "get",
    path: "/diagram-frame",
    summary: "The sandboxed page in which diagrams are drawn",
    answer: { type: "page" },
  },

  {
    method: "post",
    path: "/assistants/search",
    summary: "Find agents",
    body: "SearchAssistants",
    answer: list("Assistant"),
  },
  { method: "post", path: "/assistants/count", summary: "Count agents", body: "CountAssistants", answer: count },
  { method: "get", path: assistant, summary: "Read an agent", answer: json("Assistant") },
  {
    method: "get",
    path: `${assistant}/schemas`,
    summary: "What its graph takes, gives and keeps",
    answer: json("GraphSchemas"),
  },
  {
    method: "get",
    path: `${assistant}/graph`,
    summary: "Its graph, to draw",
    query: graphQuerySchema,
    answer: json("DrawableGraph"),
  },
  {
    method: "get",
    path: `${assistant}/subgraphs`,
    summary: "The schemas of its subgraphs",
    query: subgraphsQuerySchema,
    answer: object,
  },
  {
    method: "get",
    path: `${assistant}/subgraphs/{namespace}`,
    summary: "The schemas of one subgraph",
    query: subgraphsQuerySchema,
    answer: object,
  },

  { method: "post", path: "/threads", summary: "Make a thread", body: "CreateThread", answer: json("Thread") },
  { method: "post", path: "/threads/search", summary: "Find threads", body: "SearchThreads", answer: list("Thread") },
  { method: "post", path: "/threads/count", summary: "Count threads", body: "CountThreads", answer: count },
  { method: "get", path: thread, summary: "Read a thread", answer: json("Thread") },
  {
    method: "patch",
    path: thread,
    summary: "Merge metadata into a thread's",
    body: "UpdateThread",
    answer: json("Thread"),
  },
  { method: "delete", path: thread, summary: "Remove a thread with everything in it", answer: deleted },
  { method: "post", path: `${thread}/copy`, summary: "Copy a thread with its checkpoints", answer: json("Thread") },

  {
    method: "get",
    path: `${thread}/state`,
    summary: "What a thread holds",
    query: stateQuerySchema,
    answer: json("ThreadState"),
  },
  {
    method: "post",
    path: `${thread}/state`,
    summary: "Write values into the state",
    body: "UpdateState",
    answer: json("UpdatedState"),
  },
  {
    method: "get",
    path: `${thread}/state/{checkpoint_id}`,
    summary: "What it held at a checkpoint",
    query: stateQuerySchema,
    answer: json("ThreadState"),
  },
  {
    method: "post",
    path: `${thread}/state/checkpoint`,
    summary: "What it, or a subgraph, held at a checkpoint",
    body: "StateRequest",
    answer: json("ThreadState"),
  },
  {
    method: "post",
    path: `${thread}/history`,
    summary: "Its checkpoints, newest first",
    body: "HistoryRequest",
    answer: list("ThreadState"),
  },
  {
    method: "get",
    path: `${thread}/history`,
    summary: "Its checkpoints, newest first",
    query: historyQuerySchema,
    answer: list("ThreadState"),
  },

  {
    method: "get",
    path: `${thread}/messages`,
    summary: "Pages of a branch's messages, and a search in them",
    query: messagesQuerySchema,
    answer: json("MessagesPage"),
  },
  {
    method: "post",
    path: `${thread}/runs`,
    summary: "Start a run in the background",
    body: "RunRequest",
    answer: json("Run"),
  },
  {
    method: "post",
    path: `${thread}/runs/stream`,
    summary: "Start a run and follow it",
    body: "RunRequest",
    answer: stream,
  },
  {
    method: "post",
    path: `${thread}/runs/wait`,
    summary: "Start a run and wait for its end",
    body: "RunRequest",
    answer: json("RunResult"),
  },
  {
    method: "get",
    path: `${thread}/runs`,
    summary: "The runs of a thread, newest first",
    query: runListQuerySchema,
    answer: list("Run"),
  },
  { method: "get", path: run, summary: "Read a run", answer: json("Run") },
  { method: "delete", path: run, summary: "Remove a run; one that goes on is taken back first", answer: deleted },
  {
    method: "post",
    path: `${run}/cancel`,
    summary: "Stop a run",
    query: cancelQuerySchema,
    answer: { type: "none", status: 202 },
  },
  {
    method: "get",
    path: `${run}/stream`,
    summary: "Follow a run, from Last-Event-ID on",
    query: joinQuerySchema,
    answer: stream,
  },
  {
    method: "get",
    path: `${run}/join`,
    summary: "Wait for a run's end",
    query: joinQuerySchema,
    answer: json("RunResult"),
  },

  { method: "post", path: "/runs", summary: "Start a run without a thread", body: "RunRequest", answer: json("Run") },
  {
    method: "post",
    path: "/runs/stream",
    summary: "Start a run without a thread and follow it",
    body: "RunRequest",
    answer: stream,
  },
  {
    method: "post",
    path: "/runs/wait",
    summary: "Start a run without a thread and wait for its end",
    body: "RunRequest",
    answer: json("RunResult"),
  },
  {
    method: "post",
    path: "/runs/batch",
    summary: "Start several runs without threads",
    body: "RunBatch",
    answer: list("Run"),
  },
  { method: "get", path: "/runs/{run_id}", summary: "Read a run without a thread", answer: json("Run") },
  {
    method: "get",
    path: "/runs/{run_id}/stream",
    summary: "Follow it, from Last-Event-ID on",
    query: joinQuerySchema,
    answer: stream,
  },
  {
    method: "get",
    path: "/runs/{run_id}/join",
    summary: "Wait for its end",
    query: joinQuerySchema,
    answer: json("RunResult"),
  },
  {
    method: "post",
    path: "/runs/{run_id}/cancel",
    summary: "Stop it",
    query: cancelQuerySchema,
    answer: { type: "none", status: 202 },
  },

  {
    method: "post",
    path: `${thread}/interrupts/{interrupt_id}/claim`,
    summary: "Take the right to execute a browser tool",
    body: "ClaimRequest",
    answer: json("Claim"),
  },

  {
    method: "post",
    path: "/attachments",
    summary: "Upload a file; its name stands in content-disposition",
    body: "file",
    answer: { type: "json", schema: "Attachment", status: 201 },
  },
  { method: "get", path: attachment, summary: "The file's bytes, or a range of them", answer: file },
  { method: "get", path: `${attachment}/thumbnail`, summary: "A small WebP of an image", answer: file },
  { method: "get", path: `${attachment}/info`, summary: "What a file is", answer: json("Attachment") },
  { method: "delete", path: attachment, summary: "Remove a file", answer: none },

  {
    method: "get",
    path: "/users/me/export",
    summary: "Everything of the user as one zip archive",
    answer: file,
  },
  { method: "delete", path: "/users/me", summary: "Delete everything of the user", answer: deleted },

  { method: "put", path: "/store/items", summary: "Keep an item", body: "PutItem", answer: none },
  {
    method: "get",
    path: "/store/items",
    summary: "Read an item, or null",
    query: itemQuerySchema,
    answer: json("Item"),
  },
  { method: "delete", path: "/store/items", summary: "Remove an item", body: "DeleteItem", answer: deleted },
  {
    method: "post",
    path: "/store/items/search",
    summary: "Find items",
    body: "SearchItems",
    answer: json("FoundItems"),
  },
  {
    method: "post",
    path: "/store/namespaces",
    summary: "List namespaces",
    body: "ListNamespaces",
    answer: json("FoundNamespaces"),
  },
];
