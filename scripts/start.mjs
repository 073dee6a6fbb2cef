// npm start: installs, builds and serves the chat. What runs before the install uses Node built-ins only.
import { chooseAddress } from "./setup/address.mjs";
import { ensureBuilt } from "./setup/ensure-built.mjs";
import { readEnvironmentFiles } from "./setup/environment.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { run } from "./setup/run.mjs";
import { say } from "./setup/say.mjs";

say("Toolweave");
readEnvironmentFiles();
await ensureInstalled({ withDevelopment: false });
const { host, port, url } = await chooseAddress();
await ensureBuilt();
say(`  Starting the chat on ${url} (Ctrl+C stops it)`);
const { code } = await run("next", ["start", "--port", String(port), "--hostname", host], {
  env: { NEXT_MANUAL_SIG_HANDLE: "true" },
});
process.exitCode = code;
