import { tool } from "@langchain/core/tools";
import { z } from "zod";

const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Shows rows as a table; the call's arguments are the table, the result only counts them. */
export const makeTable = tool(({ columns, rows }) => JSON.stringify({ rows: rows.length, columns: columns.length }), {
  name: "make_table",
  description: "Show the person a table. Each row is an object with one value for each column.",
  schema: z.object({
    title: z.string().max(200),
    columns: z.array(z.string().min(1).max(100)).min(1).max(20).describe("Names of the columns, in order"),
    rows: z.array(z.record(z.string(), cellSchema)).max(500),
  }),
  metadata: { title: "Table" },
});
