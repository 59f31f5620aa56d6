import { sql } from "drizzle-orm";
import { db, idempotencyKeys } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { type NamedResults, namedBatch, type Parts } from "#db/named-batch.ts";

export interface CallKey {
  memberId: number;
  key: string;
  fingerprint: string;
  /** Whether the call's batch included the key's row. */
  isWritten: boolean;
}

/**
 * Like `namedBatch`, but stores the call's key in the same transaction, with the id that the statement named `made`
 * inserted. If that statement inserted nothing, no key is stored.
 * @throws also if another call has stored the key, and then stores nothing
 */
export async function batchOnce<const P extends Parts>(
  callKey: CallKey | undefined,
  parts: P,
  made: keyof P & string,
): Promise<NamedResults<P>> {
  if (!callKey) return namedBatch(parts);
  const withKey = Object.entries(parts).flatMap(([name, part]) =>
    name === made
      ? [[name, part] as const, ["storedKey", insertKey(callKey)] as const]
      : [[name, part] as const],
  );
  const results = await namedBatch(Object.fromEntries(withKey));
  callKey.isWritten = true;
  return results as NamedResults<P>;
}

const insertKey = ({ memberId, key, fingerprint }: CallKey) =>
  insertSelect(
    db,
    idempotencyKeys,
    { userId: memberId, key, fingerprint, madeId: sql`last_insert_rowid()`, createdAt: Date.now() },
    sql`(select 1)`,
    sql`changes() > 0`,
  );
