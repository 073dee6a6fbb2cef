import type { Item } from "@langchain/langgraph";
import {
  deleteItemSchema,
  itemQuerySchema,
  listNamespacesSchema,
  putItemSchema,
  type StoreItem,
  searchItemsSchema,
} from "@/lib/protocol";
import type { User } from "../users";
import { answerDeleted } from "./exchange/answer-deleted";
import { readBody, readQuery } from "./exchange/read-request";
import type { App, Services } from "./services";

/** Items that outlive threads: the same store that graphs are given. */
export function addStoreRoutes(app: App, { maxBodyBytes, ...services }: Services): void {
  const itemsOf = ({ userId }: User) => services.itemsOf(userId);

  app.put("/store/items", async (context) => {
    const { namespace, key, value } = await readBody(context.req.raw, putItemSchema, maxBodyBytes);
    await itemsOf(context.var.user).put(namespace, key, value);
    return context.body(null, 204);
  });

  app.get("/store/items", async (context) => {
    const { namespace, key } = readQuery(context.req.raw, itemQuerySchema);
    const item = await itemsOf(context.var.user).get(namespace.split("."), key);
    return context.json(item ? toWireItem(item) : null);
  });

  app.delete("/store/items", async (context) => {
    const { namespace, key } = await readBody(context.req.raw, deleteItemSchema, maxBodyBytes);
    const items = itemsOf(context.var.user);
    if ((await items.get(namespace, key)) === null) return context.body(null, 204);
    await items.delete(namespace, key);
    return answerDeleted(context, services.runtime.storage);
  });

  app.post("/store/items/search", async (context) => {
    const body = await readBody(context.req.raw, searchItemsSchema, maxBodyBytes);
    const { namespace_prefix, filter, limit, offset } = body;
    const found = await itemsOf(context.var.user).search(namespace_prefix ?? [], {
      limit: limit ?? 10,
      offset: offset ?? 0,
      ...(filter ? { filter } : {}),
    });
    return context.json({ items: found.map(toWireItem) });
  });

  app.post("/store/namespaces", async (context) => {
    const { prefix, suffix, max_depth, limit, offset } = await readBody(
      context.req.raw,
      listNamespacesSchema,
      maxBodyBytes,
    );
    const namespaces = await itemsOf(context.var.user).listNamespaces({
      ...(prefix ? { prefix } : {}),
      ...(suffix ? { suffix } : {}),
      ...(max_depth ? { maxDepth: max_depth } : {}),
      limit: limit ?? 100,
      offset: offset ?? 0,
    });
    return context.json({ namespaces });
  });
}

function toWireItem({ namespace, key, value, createdAt, updatedAt }: Item): StoreItem {
  return { namespace, key, value, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}
