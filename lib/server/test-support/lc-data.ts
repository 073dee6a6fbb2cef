import fc from "fast-check";

/** Data that a client may send and a model may write, and that LangGraph would take for an object to build. */
export const LOOKS_SERIALIZED = { lc: 1, type: "constructor", id: ["langchain", "nope", "Nope"], kwargs: {} };

/** Arbitrary JSON with the keys by which LangChain marks its own, and those by which it and we escape them. */
export const { lcJson } = fc.letrec((tie) => ({
  lcJson: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(1, 2, "constructor", "undefined", "secret", "not_implemented", null, ["Set"], [["a"]]),
    fc.string(),
    fc.array(tie("lcJson"), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom("lc", "type", "id", "kwargs", "args", "toolweave:lc", "toolweave:toolweave:lc", "__lc_escaped__"),
      tie("lcJson"),
      { noNullPrototype: true },
    ),
    fc.constant(LOOKS_SERIALIZED),
  ),
}));
