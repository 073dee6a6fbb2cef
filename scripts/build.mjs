// npm run build: the pages for production, unless they are built already.
import { ensureBuilt } from "./setup/ensure-built.mjs";
import { ensureInstalled } from "./setup/install.mjs";

await ensureInstalled({ withDevelopment: false });
await ensureBuilt();
