import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "./index.ts";
import { write } from "./write.ts";
import { yieldToRequests } from "./yield-to-requests.ts";

const rowsPerBatch = 200;

/** Deletes the rows of a sweep, however many they are, and yields to requests between batches. */
export async function deleteInBatches(table: SQLiteTable, condition: SQL | undefined): Promise<void> {
  for (let isMore = true; isMore; ) {
    const deleted = await write(() =>
      db
        .delete(table)
        .where(sql`rowid in (select rowid from ${table} where ${condition} limit ${rowsPerBatch})`)
        .returning({ one: sql`1` }),
    );
    await yieldToRequests();
    isMore = deleted.length === rowsPerBatch;
  }
}
