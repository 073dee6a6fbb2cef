// Browser tools. Each measure of measures/ is built and run in a process of its own; TOOLWEAVE_BENCH_ONLY=name,name runs some.
import { measureFolder } from "../measure-folder.mjs";

export const title = "Browser tools";

export const measure = () => measureFolder("bench/headless");
