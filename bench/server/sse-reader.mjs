// A reader on another core: follows one run's stream for each message it gets, with a minimal hand-written decoder.
import { Agent, request } from "node:http";
import { parentPort } from "node:worker_threads";

// like a browser: connections are kept, and there are as many as streams
const agent = new Agent({ keepAlive: true });

parentPort.on("message", ({ id, url, method = "GET", body, headers = {}, hasTimes = false }) => {
  const startedAt = performance.timeOrigin + performance.now();
  const delays = [];
  let rest = "";
  let pieces = 0;
  let bytes = 0;
  let firstAt;
  let isEnded = false;
  const done = (error) =>
    parentPort.postMessage({
      id,
      pieces,
      bytes,
      isEnded,
      error,
      delays,
      firstMs: firstAt === undefined ? undefined : firstAt - startedAt,
      totalMs: performance.timeOrigin + performance.now() - startedAt,
    });
  const outgoing = request(url, { method, headers, agent }, (response) => {
    if (response.statusCode !== 200) return done(`The server answered ${response.statusCode}.`);
    response.setEncoding("utf8");
    response.on("data", (text) => {
      bytes += text.length;
      rest += text;
      let from = 0;
      for (let end = rest.indexOf("\n\n", from); end >= 0; end = rest.indexOf("\n\n", from)) {
        const start = rest.indexOf("data: ", from);
        if (start >= 0 && start < end) {
          const stop = rest.indexOf("\n", start);
          const data = JSON.parse(rest.slice(start + 6, stop < 0 || stop > end ? end : stop));
          if (rest.startsWith("event: messages", from)) {
            const now = performance.timeOrigin + performance.now();
            firstAt ??= now;
            // the server joins pieces that come in one turn of its event loop; each piece is a word and a space
            for (const word of data[0].content.split(" ")) {
              if (word === "") continue;
              pieces += 1;
              if (hasTimes) delays.push(now - Number(word));
            }
          } else if (rest.startsWith("event: end", from)) isEnded = true;
        }
        from = end + 2;
      }
      rest = rest.slice(from);
    });
    response.on("end", () => done());
    response.on("error", (error) => done(String(error)));
  });
  outgoing.on("error", (error) => done(String(error)));
  outgoing.end(body);
});
