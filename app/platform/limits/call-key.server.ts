import { sql } from "drizzle-orm";
import type { Results, Statement } from "#db/database.ts";
import { db, idempotencyKeys } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";

export interface CallKey {
  memberId: number;
  key: string;
  fingerprint: string;
  /** Whether the call's batch included the key's row. */
  isWritten: boolean;
}

/**
 * Like `db.batch`, but stores the call's key in the same transaction, with the id that the statement at `place`
 * inserted. If that statement inserted nothing, no key is stored.
 * @throws also if another call has stored the key, and then stores nothing
 */
export async function batchOnce<const T extends readonly Statement[]>(
  callKey: CallKey | undefined,
  statements: T,
  place = 0,
): Promise<Results<T>> {
  if (!callKey) return db.batch(statements);
  const all = [...statements];
  all.splice(place + 1, 0, insertKey(callKey));
  const results: unknown[] = await db.batch(all);
  callKey.isWritten = true;
  results.splice(place + 1, 1);
  return results as Results<T>;
}

const insertKey = ({ memberId, key, fingerprint }: CallKey) =>
  insertSelect(
    db,
    idempotencyKeys,
    { userId: memberId, key, fingerprint, madeId: sql`last_insert_rowid()`, createdAt: Date.now() },
    sql`(select 1)`,
    sql`changes() > 0`,
  );
