import { hash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import { deleteInBatches } from "#db/delete-in-batches.ts";
import { isTaken } from "#db/failures.ts";
import { db, idempotencyKeys as keys, write } from "#db/index.ts";
import { HttpError } from "../http/problem.server.ts";
import { dayMs } from "../time/durations.ts";
import type { CallKey } from "./call-key.server.ts";

interface KeyedCall {
  memberId: number;
  key: string;
  request: Request;
  /** Canonical JSON, which must not change under one key. "" for a file, whose encoding differs each time. */
  body: string;
}

interface Answers<T> {
  make(callKey: CallKey): Promise<T>;
  /** @param id of the row that the first call created */
  repeat(id: number): Promise<T>;
}

const maxKeys = 20_000;

const validKey = /^[\x21-\x7e]{1,64}$/;

/** Calls with a key that are running on this server. */
const running = new Set<string>();

/** Returns the request's `Idempotency-Key`, or null. @throws HttpError 400 for a malformed one */
export function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && !validKey.test(key)) {
    throw HttpError.withCode(
      "invalid-idempotency-key",
      "An Idempotency-Key has 1 to 64 characters of ASCII, without spaces.",
    );
  }
  return key;
}

/**
 * Runs the call, or repeats its response if a call with the same key succeeded within 24 hours. A refused call stores no
 * key and can be sent again.
 * @throws HttpError 422 if the key was used for a different call, 409 while the first call is running
 */
export async function withIdempotencyKey<T extends { headers: Record<string, string> }>(
  { memberId, key, request: { url, method }, body }: KeyedCall,
  { make, repeat }: Answers<T>,
): Promise<T> {
  const { pathname, search } = new URL(url);
  const fingerprint = hash("sha256", `${method} ${pathname}${search}\n${body}`, "base64");
  const callKey: CallKey = { memberId, key, fingerprint, isWritten: false };
  const repeatIfMade = async () => {
    const known = await findKey(callKey);
    if (!known) return null;
    if (known.fingerprint !== fingerprint)
      throw HttpError.withCode("idempotency-key-reused", "This Idempotency-Key was used for another call.");
    const answer = await repeat(known.madeId);
    return { ...answer, headers: { ...answer.headers, "Idempotent-Replayed": "true" } };
  };
  const name = `${memberId} ${key}`;
  if (running.has(name)) {
    throw HttpError.withCode(
      "idempotency-key-running",
      "The first call with this Idempotency-Key is still running.",
      { retryAfter: 1 },
    );
  }
  running.add(name);
  try {
    const repeated = await repeatIfMade();
    if (repeated) return repeated;
    const answer = await make(callKey);
    if (!callKey.isWritten) throw new Error("a call with an Idempotency-Key must write with batchOnce");
    return answer;
  } catch (error) {
    // Another server was faster, or the first call's response was lost and its rows were committed late.
    const repeated = isTaken(error) ? await repeatIfMade() : null;
    if (repeated) return repeated;
    throw error;
  } finally {
    running.delete(name);
  }
}

async function findKey({ memberId, key }: CallKey) {
  const isKey = and(eq(keys.userId, memberId), eq(keys.key, key));
  const [known] = await db.select().from(keys).where(isKey);
  if (!known || known.createdAt > Date.now() - dayMs) return known;
  await write(() => db.delete(keys).where(and(isKey, eq(keys.createdAt, known.createdAt))));
  return undefined;
}

/** Deletes keys older than a day, and the oldest beyond 20,000. */
export async function sweepIdempotencyKeys(): Promise<void> {
  const beyond = sql`rowid <= (select max(rowid) from ${keys}) - ${maxKeys}`;
  await deleteInBatches(keys, lt(keys.createdAt, Date.now() - dayMs));
  await deleteInBatches(keys, beyond);
}
