import type { Context } from "hono";
import { isToolweaveError, ToolweaveError } from "@/lib/errors";
import { type AttachmentPart, toAttachment } from "../../attachments";
import { toErrorResponse } from "../exchange/error-response";
import { badRequest } from "../exchange/read-request";
import type { App, AppEnv, Services } from "../services";
import { fileHeaders, readFileName } from "./file-headers";
import { readRange } from "./read-range";

/** Files of the person, on their way to a message or in one: take, give, remove. Bodies are streams both ways. */
export function addAttachmentRoutes(app: App, { attachments }: Services): void {
  app.post("/attachments", async (context) => {
    const { body, headers } = context.req.raw;
    if (!body) throw badRequest("Send the file's bytes as the body, and its name in content-disposition.", "body");
    const declaredBytes = Number(headers.get("content-length") ?? 0);
    const name = readFileName(headers.get("content-disposition"));
    const file = { userId: userOf(context), name, bytes: readPieces(body), declaredBytes };
    try {
      const attachment = await attachments.upload(file);
      context.header("Location", attachment.url);
      return context.json(attachment, 201);
    } catch (error) {
      const isBounded = declaredBytes > 0 && declaredBytes <= attachments.rules.maxBytes;
      if (!isToolweaveError(error) || error.code !== "too_large" || isBounded) throw error;
      // what still comes is not waited for; up to the limit it is, since a browser reads no answer before it has sent all
      const refusal = toErrorResponse(error);
      refusal.headers.set("connection", "close");
      return refusal;
    }
  });

  app.get("/attachments/:attachmentId", (context) => answerPart(context, "file"));
  app.get("/attachments/:attachmentId/thumbnail", (context) => answerPart(context, "thumbnail"));
  app.get("/attachments/:attachmentId/info", async (context) =>
    context.json(toAttachment(await attachments.get(userOf(context), idOf(context)))),
  );

  app.delete("/attachments/:attachmentId", async (context) => {
    await attachments.delete(userOf(context), idOf(context));
    return context.body(null, 204);
  });

  async function answerPart(context: Context<AppEnv>, part: AttachmentPart): Promise<Response> {
    const [userId, id, request] = [userOf(context), idOf(context), context.req.raw];
    const record = await attachments.get(userId, id);
    const isThumbnail = part === "thumbnail";
    if (isThumbnail && !record.hasThumbnail) throw noThumbnail(id);
    const headers = fileHeaders(record, part);
    if (request.headers.get("if-none-match") === headers.etag) return new Response(null, { status: 304, headers });
    const range = isThumbnail ? undefined : readRange(request.headers.get("range"), record.size);
    if (range === "unsatisfiable") {
      return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${record.size}` } });
    }
    const length: Record<string, string> = isThumbnail
      ? {}
      : { "accept-ranges": "bytes", "content-length": `${range ? range.end - range.start + 1 : record.size}` };
    if (range) length["content-range"] = `bytes ${range.start}-${range.end}/${record.size}`;
    const answer = { status: range ? 206 : 200, headers: { ...headers, ...length } };
    if (request.method === "HEAD") return new Response(null, answer); // opens no file that nobody reads
    return new Response(await attachments.read(userId, id, part, range), answer);
  }
}

/**
 * A body that is refused in its middle is left as it is and its connection closed: cancelled, what still comes in would be
 * an uncaught error of Node's (`Readable.toWeb`).
 */
async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    reader.releaseLock();
  }
}

function idOf(context: Context): string {
  return context.req.param("attachmentId") ?? "";
}

function userOf(context: Context<AppEnv>): string {
  return context.var.user.userId;
}

function noThumbnail(id: string): ToolweaveError {
  return new ToolweaveError("not_found", `Attachment ${id} has no thumbnail.`, { context: { attachment_id: id } });
}
