import type { Database } from "better-sqlite3";
import type { FormerData } from "../storage";

const TABLES = ["threads", "user_items"] as const;

/** What a data folder holds from before there were users. */
export function createFormerData(database: Database): FormerData {
  return {
    async isThere() {
      return TABLES.some((table) => database.prepare(`SELECT 1 FROM ${table} WHERE user_id IS NULL LIMIT 1`).get());
    },

    async giveTo(userId) {
      database
        .transaction(() => {
          for (const table of TABLES) {
            // an item of the same place that the user has made since stays
            database.prepare(`UPDATE OR IGNORE ${table} SET user_id = ? WHERE user_id IS NULL`).run(userId);
          }
        })
        .immediate();
    },
  };
}
