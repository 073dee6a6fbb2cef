import fc from "fast-check";

/** One seed for all property tests, so that a run can be repeated; TOOLWEAVE_SEED tries another. */
fc.configureGlobal({ seed: Number(process.env.TOOLWEAVE_SEED ?? 20_261_129) });
