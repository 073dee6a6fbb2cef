// The server half. Each measure of measures/ is built and run in a process of its own; TOOLWEAVE_BENCH_LONG=1 runs the
// load for a minute instead of twenty seconds, TOOLWEAVE_BENCH_ONLY=name,name runs some.
import { measureFolder } from "../measure-folder.mjs";

export const title = "The server";

export const measure = () => measureFolder("bench/server");
