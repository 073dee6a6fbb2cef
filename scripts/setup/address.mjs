import { createServer } from "node:net";
import { fail, say } from "./say.mjs";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1"]);

/** Reads PORT and HOST; stops with a clear message where they make no sense or the port is taken. */
export async function chooseAddress(env = process.env) {
  const host = env.HOST || "127.0.0.1";
  const port = env.PORT === undefined || env.PORT === "" ? 3000 : Number(env.PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    fail(`PORT is "${env.PORT}". It must be a whole number from 1 to 65535, for example PORT=3001.`);
  }
  if (!LOOPBACK.has(host)) {
    say(
      `  Warning: HOST=${host} lets every machine that can reach this one use the chat and the model keys behind it.`,
    );
  }
  const problem = await tryToListen(port, host);
  if (problem === "EADDRINUSE") {
    fail(`Port ${port} on ${host} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`);
  }
  if (problem) fail(`The chat cannot listen on ${host}:${port} (${problem}). Choose another HOST or PORT.`);
  const name = LOOPBACK.has(host) || host === "0.0.0.0" ? "localhost" : host;
  return { host, port, url: `http://${name}:${port}` };
}

function tryToListen(port, host) {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", (error) => done(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => done(undefined)));
  });
}
