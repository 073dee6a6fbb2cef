// npm run size: what the parts cost a browser, minified and gzipped, without React (packages are counted apart), and the page.
import { ensureInstalled } from "./setup/install.mjs";
import { say } from "./setup/say.mjs";

const PARTS = [
  ["tool-calls + partial-json", ["lib/tool-calls/index.ts", "lib/partial-json/index.ts"]],
  ["lib/langchain", ["lib/langchain/index.ts"]],
  ["lib/content, all of it, with lib/langchain's merge", ["lib/content/index.ts"]],
  ["client without React: createAgentClient", ["lib/store/client/create-agent-client.ts"]],
  ["hooks and client", ["hooks/index.ts"]],
];

await ensureInstalled({ withDevelopment: true });
const { measureSize } = await import("../bench/hooks/size.mjs");

for (const [title, doors] of PARTS) {
  const { own, later, folders, packages } = await measureSize(doors);
  say(`${inKib(own)}  ${title}${later.length > 0 ? ": at once" : ""}`);
  if (folders.length > 2) for (const { folder, bytes } of folders) say(`${" ".repeat(13)}${inKib(bytes)}  ${folder}`);
  for (const { name, bytes } of later) say(`${inKib(bytes)}  later: ${name}`);
  for (const { name, bytes, later: part } of packages) {
    if (bytes > 0) say(`${inKib(bytes)}  and ${name}, as far as it is used`);
    if (part > 0) say(`${inKib(part)}  and more of ${name} when it is needed`);
  }
}

const { measureFirstLoad } = await import("../bench/page/first-load.mjs");
const { chat, empty } = await measureFirstLoad();
say(`${inKib(chat - empty)}  the chat's page at first load, above an empty page of the same Next`);
say(`${" ".repeat(13)}${inKib(chat)}  the chat's page`);
say(`${" ".repeat(13)}${inKib(empty)}  an empty page, without polyfills for old browsers`);

function inKib(bytes) {
  return `${(bytes / 1024).toFixed(2).padStart(8)} KiB`;
}
