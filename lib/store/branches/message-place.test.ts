import { describe, expect, it } from "vitest";
import { failedCallOf, type MessagePlace, placeBeforeFailure, versionsAt } from "./message-place";

const place = (messageId: string, checkpointId: string, siblings: string[], over: Partial<MessagePlace> = {}) => ({
  messageId,
  isHuman: false,
  checkpointId,
  parentId: "before",
  siblings: siblings.map((id) => ({ checkpointId: id, headId: `head-${id}` })),
  ...over,
});
const question = place("q", "c1", ["c1"], { isHuman: true });

describe("the versions of an answer", () => {
  it("are those of its turn, and in place of its own the ones that part where a tool was run again", () => {
    const places = [
      question,
      place("calls", "c2", ["c2", "c9"]),
      place("error", "c4", ["c3", "c4", "c5"]),
      place("answer", "c4", ["c3", "c4", "c5"]),
    ];
    for (const position of [1, 2, 3]) {
      const versions = versionsAt(places, position);
      expect(versions?.siblings.map(({ checkpointId }) => checkpointId)).toEqual(["c3", "c4", "c5", "c9"]);
      expect(versions).toMatchObject({ checkpointId: "c4", parentId: "before" });
    }
    expect(versionsAt(places, 0)?.siblings).toHaveLength(1);
  });

  it("end with the turn: what parts in the next one is that one's", () => {
    const next = [place("q2", "c5", ["c5", "c6"], { isHuman: true }), place("a2", "c7", ["c7", "c8"])];
    const places = [question, place("a1", "c2", ["c2"]), ...next];
    expect(versionsAt(places, 1)?.siblings).toHaveLength(1);
    expect(versionsAt(places, 3)?.siblings).toHaveLength(2);
  });
});

describe("a call that failed", () => {
  const call = { id: "k", isMessage: (id: string) => id === "calls" };
  const error = place("error", "c3", ["c3"], { failedCallId: "k" });

  it("is run again from where its message came in", () => {
    expect(placeBeforeFailure([question, place("calls", "c2", ["c2"]), error], call)).toBe("c2");
  });

  it("cannot be run again where that is not kept, where its error is another call's, or where it has none", () => {
    expect(placeBeforeFailure([question, place("calls", "c3", ["c3"]), error], call)).toBeUndefined();
    expect(placeBeforeFailure([question, place("calls", "c2", ["c2"]), error], { ...call, id: "x" })).toBeUndefined();
    expect(placeBeforeFailure([error, place("calls", "c2", ["c2"])], call)).toBeUndefined();
  });

  it("is one of a tool on the server: what our server marks was declined, cancelled, or ran in a browser", () => {
    const message = { type: "tool", status: "error", tool_call_id: "k", content: "no" };
    expect(failedCallOf(message)).toBe("k");
    expect(failedCallOf({ ...message, additional_kwargs: { toolweave: { code: "tool_declined" } } })).toBeUndefined();
    expect(failedCallOf({ ...message, status: "success" })).toBeUndefined();
    expect(failedCallOf("nonsense")).toBeUndefined();
  });
});
