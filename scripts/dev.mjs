// npm run dev: the chat with pages that follow the source.
import { chooseAddress } from "./setup/address.mjs";
import { readEnvironmentFiles } from "./setup/environment.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { run } from "./setup/run.mjs";

readEnvironmentFiles();
await ensureInstalled({ withDevelopment: true });
const { host, port } = await chooseAddress();
const { code } = await run("next", ["dev", "--port", String(port), "--hostname", host]);
process.exitCode = code;
