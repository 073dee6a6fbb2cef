import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { expect, test } from "vitest";
import type { GraphParts } from "../config";
import { wordsIn } from "../test-support/data-files";
import { createFixture } from "../test-support/fixture";

const HELLO = { messages: [{ type: "human", content: "hello" }] };
/** Long enough to be cut by the pages of the file, and short enough to stand beside others on one. */
const LENGTHS = [20, 400, 9_000];

/** A graph that keeps words, and then forgets some and replaces others. */
const forgetful = ({ checkpointer, store }: GraphParts) =>
  new StateGraph(MessagesAnnotation)
    .addNode("keep", async (_, config) => {
      for (const length of LENGTHS)
        for (const word of ["zebra-deleted", "zebra-replaced", "okapi-kept"])
          await config.store?.put(["facts"], `${word.slice(6)} ${length}`, { fact: word.padEnd(length, ` ${word}`) });
      return {};
    })
    .addNode("forget", async (_, config) => {
      for (const length of LENGTHS) {
        await config.store?.delete(["facts"], `deleted ${length}`);
        await config.store?.put(["facts"], `replaced ${length}`, { fact: "something else" });
      }
      return { messages: [{ type: "ai", content: "forgotten" }] };
    })
    .addEdge(START, "keep")
    .addEdge("keep", "forget")
    .compile({ checkpointer, store });

test("what a graph deletes or replaces among a user's items is gone from the files, and what it keeps is there", async () => {
  const { client, dataDir } = await createFixture(() => [], { agents: { agent: { title: "F", graph: forgetful } } });
  const words = ["zebra-deleted", "zebra-replaced"];
  await client.run(await client.newThread(), { input: HELLO });
  await expect.poll(() => wordsIn(dataDir, words), { timeout: 4_000 }).toEqual([]);
  expect(await wordsIn(dataDir, ["okapi-kept"])).toEqual(["okapi-kept in toolweave.sqlite"]);
  const { body } = await client.call("POST", "/store/items/search", { namespace_prefix: ["facts"], limit: 100 });
  expect(body.items).toHaveLength(6);
});
