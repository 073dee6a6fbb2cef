import {
  AIMessage,
  type BaseMessage,
  filterMessages as filterOfLangChain,
  HumanMessage,
  SystemMessage,
} from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filterMessages, type Message, type MessageFilter } from "@/lib/content";

const call = (id: string) => ({ id, name: "f", args: {} });
const MESSAGES: readonly Message[] = [
  { type: "system", content: "s", id: "1" },
  { type: "human", content: "h", id: "2", name: "ann" },
  { type: "ai", content: "a", id: "3", name: "bot", tool_calls: [call("x"), call("y")] },
  { type: "tool", content: "tx", id: "4", tool_call_id: "x" },
  { type: "tool", content: "ty", id: "5", tool_call_id: "y" },
  { type: "ai", content: "done", id: "6" },
];

function idsOf(filter: MessageFilter): unknown[] {
  return filterMessages(MESSAGES, filter).map(({ id }) => id);
}

describe("filterMessages", () => {
  test.each<[MessageFilter, string[]]>([
    [{}, ["1", "2", "3", "4", "5", "6"]],
    [{ includeTypes: ["human", "system"] }, ["1", "2"]],
    [{ includeNames: ["bot"], includeTypes: ["system"] }, ["1", "3"]],
    [{ includeIds: ["6"], includeNames: ["ann"] }, ["2", "6"]],
    [{ excludeTypes: ["tool"], excludeIds: ["1"], excludeNames: ["ann"] }, ["3", "6"]],
    [{ includeTypes: ["ai"], excludeIds: ["3"] }, ["6"]],
    [{ includeTypes: [] }, ["1", "2", "3", "4", "5", "6"]],
    [{ excludeToolCalls: true }, ["1", "2", "6"]],
    [{ excludeToolCalls: false }, ["1", "2", "3", "4", "5", "6"]],
    [{ excludeToolCalls: ["x", "y"] }, ["1", "2", "6"]],
    [{ excludeToolCalls: ["x"] }, ["1", "2", "3", "5", "6"]],
  ])("%j", (filter, ids) => {
    expect(idsOf(filter)).toEqual(ids);
  });

  test("takes excluded calls out of calls and content alike, and changes nothing that was given", () => {
    const content = [
      { type: "text", text: "a" },
      { type: "tool_use", id: "x", name: "f", input: {} },
      { type: "tool_use", id: "y", name: "f", input: {} },
      { toolUse: { toolUseId: "x", name: "f", input: {} } },
      { type: "function_call", call_id: "x", id: "fc" },
    ];
    const message: Message = { type: "ai", content, tool_calls: [call("x"), call("y")] };
    const before = JSON.stringify(message);
    const [filtered] = filterMessages([message], { excludeToolCalls: ["x"] });
    expect(filtered).toMatchObject({ tool_calls: [call("y")], content: [content[0], content[2]] });
    expect(JSON.stringify(message)).toBe(before);
  });

  test("takes a call out of the content too where only the content has it, as Python does", () => {
    const parts = [{ type: "tool_use", id: "x", name: "f", input: {} }, "kept"];
    const message: Message = { type: "ai", content: parts, tool_calls: [call("y")] };
    expect(filterMessages([message], { excludeToolCalls: ["x"] })).toEqual([{ ...message, content: ["kept"] }]);
  });

  test("keeps messages that it does not change as they are", () => {
    const filtered = filterMessages(MESSAGES, { excludeToolCalls: ["nobody's"] });
    expect(filtered.every((message, at) => message === MESSAGES[at])).toBe(true);
  });

  test("gives what LangChain.js gives, which has no excludeToolCalls", () => {
    const theirs: BaseMessage[] = [
      new SystemMessage({ content: "s", id: "1" }),
      new HumanMessage({ content: "h", id: "2", name: "ann" }),
      new AIMessage({ content: "a", id: "3", name: "bot" }),
      new AIMessage({ content: "done", id: "6" }),
    ];
    const ours = MESSAGES.filter(({ type }) => type !== "tool");
    const some = <Value>(...values: readonly Value[]) =>
      fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
    const names = some("ann", "bot", "zoe");
    const types = some("human" as const, "ai" as const, "system" as const);
    const ids = some("1", "2", "3", "6");
    fc.assert(
      fc.property(
        names,
        names,
        types,
        types,
        ids,
        ids,
        (includeNames, excludeNames, includeTypes, excludeTypes, includeIds, excludeIds) => {
          const given = { includeNames, excludeNames, includeTypes, excludeTypes, includeIds, excludeIds };
          const filter: MessageFilter = JSON.parse(JSON.stringify(given));
          const wanted = filterOfLangChain(theirs, JSON.parse(JSON.stringify(given))).map(({ id }) => id);
          expect(filterMessages(ours, filter).map(({ id }) => id)).toEqual(wanted);
        },
      ),
    );
  });
});
