/** The same request, whose body ends with `refusal()` as soon as there is more of it than `maxBytes`. */
export function limitBody(request: Request, maxBytes: number, refusal: () => Error): Request {
  if (!request.body) return request;
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.byteLength;
      if (bytes > maxBytes) throw refusal();
      controller.enqueue(piece);
    },
  });
  const { url, method, headers, signal } = request;
  const body = request.body.pipeThrough(counting);
  const init: RequestInit & { duplex: "half" } = { method, headers, signal, body, duplex: "half" };
  return new Request(url, init);
}
