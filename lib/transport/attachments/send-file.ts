import { ToolweaveError } from "@/lib/errors";
import { type Attachment, readAttachment } from "@/lib/protocol";
import { readJson } from "../read-json";
import { responseError } from "../response-error";
import type { FileToSend, UploadOptions } from "./attachment-transport";

/**
 * Sends a file as the body of one request. By XMLHttpRequest where there is one: `fetch` tells nothing of how far an upload
 * is. Elsewhere (Node) by `fetch`, without progress.
 */
export async function sendFile(
  url: string,
  headers: Readonly<Record<string, string>>,
  file: FileToSend,
  options: UploadOptions,
): Promise<Attachment> {
  options.signal?.throwIfAborted();
  const all = { ...headers, "content-type": "application/octet-stream", "content-disposition": disposition(file.name) };
  const send = typeof XMLHttpRequest === "undefined" ? sendByFetch : sendByXhr;
  const response = await send(url, all, file.blob, options);
  if (!response.ok) throw await responseError(response, "POST /attachments");
  return readJson({ text: await response.text(), headers: response.headers }, readAttachment);
}

/** Source: RFC 8187. A name may hold half a character, which has no encoding. */
function disposition(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}

type Send = (
  url: string,
  headers: Readonly<Record<string, string>>,
  blob: Blob,
  options: UploadOptions,
) => Promise<Response>;

const sendByFetch: Send = async (url, headers, body, { signal }) => {
  try {
    return await fetch(url, { method: "POST", headers, body, ...(signal ? { signal } : {}) });
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw connectionLost(cause);
  }
};

const sendByXhr: Send = (url, headers, blob, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded }) => onProgress?.(Math.min(loaded, blob.size)));
    const abort = () => request.abort();
    signal?.addEventListener("abort", abort);
    request.addEventListener("loadend", () => {
      signal?.removeEventListener("abort", abort);
      if (signal?.aborted) reject(signal.reason);
      else if (request.status === 0) reject(connectionLost());
      else resolve(new Response(request.responseText, { status: request.status, statusText: request.statusText }));
    });
    request.send(blob);
  });

function connectionLost(cause?: unknown): ToolweaveError {
  return new ToolweaveError("connection_lost", "The file did not get to the server.", { cause });
}
