// npm run bench: the benchmarks, beside the peers where those are present; writes bench/results.md.
import { ensureInstalled } from "./setup/install.mjs";
import { run } from "./setup/run.mjs";

await ensureInstalled({ withDevelopment: true });
const { code } = await run("node", ["bench/run.mjs", ...process.argv.slice(2)]);
process.exitCode = code;
