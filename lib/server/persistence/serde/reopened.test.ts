import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { type CheckpointMetadata, emptyCheckpoint } from "@langchain/langgraph";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lcJson } from "../../test-support/lc-data";
import { at } from "../../test-support/sample-graph";
import { newFolder, openSqlite } from "../../test-support/storages";

test("data with whatever keys is in checkpoints, messages, metadata and writes as it was, after the folder is opened again", async () => {
  const folder = await newFolder();
  const all = fc.sample(lcJson, 150);
  const first = await openSqlite(folder);
  for (const [index, data] of all.entries()) {
    const message = new AIMessage({ id: "1", content: "", additional_kwargs: { data } });
    const checkpoint = { ...emptyCheckpoint(), channel_values: { messages: [message], data } };
    const metadata = { source: "loop", step: 0, parents: {}, data } as CheckpointMetadata;
    const config = await first.saver.put(at(`t${index}`), checkpoint, metadata, {});
    await first.saver.putWrites(config, [["data", data]], "task");
  }
  await first.close();
  const again = await openSqlite(folder);
  for (const [index, data] of all.entries()) {
    const tuple = await again.saver.getTuple(at(`t${index}`));
    const { messages, ...rest } = tuple?.checkpoint.channel_values ?? {};
    expect(rest).toStrictEqual({ data });
    expect((messages as BaseMessage[])[0]?.additional_kwargs).toStrictEqual({ data });
    expect(tuple?.metadata).toMatchObject({ source: "loop" });
    expect((tuple?.metadata as { data?: unknown } | undefined)?.data).toStrictEqual(data);
    expect(tuple?.pendingWrites).toStrictEqual([["task", "data", data]]);
  }
});
