// Prints the bytes that one run of a contender allocates for each byte of input, without a collection in between:
//   node --expose-gc --min-semi-space-size=512 --max-semi-space-size=512 allocation.mjs

import { PerformanceObserver } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { toolweave } from "./contenders.mjs";
import { createInput } from "./inputs.mjs";

let collections = 0;
new PerformanceObserver((list) => {
  collections += list.getEntries().length;
}).observe({ entryTypes: ["gc"] });

const input = createInput("string", 10_000);
for (let warmUp = 0; warmUp < 200; warmUp++) toolweave(input);
globalThis.gc();
await sleep(50);
collections = 0;
const before = process.memoryUsage().heapUsed;
toolweave(input);
const after = process.memoryUsage().heapUsed;
await sleep(50);
if (collections > 0) throw new Error("A collection came in between: raise --min-semi-space-size.");
process.stdout.write(`${(after - before) / input.length}\n`);
