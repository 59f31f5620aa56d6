import { sql } from "drizzle-orm";
import { db, write } from "#db/index.ts";
import { searchRebuilds } from "#db/triggers.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";

/** Merging this many pages takes a hundredth of a second. */
const pagesInTurn = 32;
const maxTurns = 10_000;

/**
 * Each write adds a segment to a full-text index, and a search reads all of them: this merges them into one, in
 * batches.
 */
export async function mergeSearchIndexes(): Promise<void> {
  for (const index of [...Object.keys(searchRebuilds), "file_texts_search"]) {
    const name = sql.raw(index);
    // FTS5's "optimize" in steps: a negative number starts it, and a step that changes no page ends it.
    for (let turn = 0, changed = 2; turn < maxTurns && changed > 1; turn++) {
      const pages = turn === 0 ? -pagesInTurn : pagesInTurn;
      const before = await countChanges();
      await write(() => db.run(sql`insert into ${name}(${name}, rank) values ('merge', ${pages})`));
      changed = (await countChanges()) - before;
      await yieldToRequests();
    }
  }
}

async function countChanges(): Promise<number> {
  const [counted] = await db.select({ changes: sql<number>`total_changes()` }).from(sql`(select 1)`);
  return counted?.changes ?? 0;
}
