import { hash } from "node:crypto";
import { and, eq, lt, or, sql } from "drizzle-orm";
import { idempotencyAnswers as answers, db, write } from "#db/index.ts";
import { dayMs } from "../../durations.ts";
import { HttpError } from "../../http/problem.server.ts";
import { dropLease, takeLease } from "../../limits/lease.server.ts";
import { log } from "../../log.server.ts";

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | null;
}

interface KeyedCall {
  memberId: number;
  key: string;
  request: Request;
  /** Must be the same under one key; "" for a file, which is encoded differently each time. */
  body: string;
}

const maxAnswersOfMember = 100;
const maxAnswers = 20_000;

const validKey = /^[\x21-\x7e]{1,64}$/;

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
 * Returns the answer that a member's key got within the last 24 hours, or makes one and keeps it. A refused call keeps
 * nothing and can be sent again. The newest 100 answers of a member are kept.
 * @throws HttpError 422 when the key was used for another call, 409 while its first call runs
 */
export async function withIdempotencyKey(
  { memberId, key, request: { url, method }, body }: KeyedCall,
  make: () => Promise<Answer>,
): Promise<Answer> {
  const lease = `call ${memberId} ${key}`;
  if (!(await takeLease(lease))) {
    throw HttpError.withCode(
      "idempotency-key-running",
      "The first call with this Idempotency-Key is still running.",
      { retryAfter: 1 },
    );
  }
  try {
    const { pathname, search } = new URL(url);
    const fingerprint = hash("sha256", `${method} ${pathname}${search}\n${body}`, "base64");
    const known = await findAnswer(memberId, key);
    if (known && known.fingerprint !== fingerprint) {
      throw HttpError.withCode("idempotency-key-reused", "This Idempotency-Key was used for another call.");
    }
    if (known) {
      const headers = { ...known.headers, "Idempotent-Replayed": "true" };
      return { status: known.status, headers, body: Buffer.from(known.body) };
    }
    const answer = await make();
    // The call has done its work, whether or not its answer can be kept.
    await keep(memberId, key, fingerprint, answer).catch((err: unknown) =>
      log.warn({ err }, "the answer to an Idempotency-Key could not be kept"),
    );
    return answer;
  } finally {
    await dropLease(lease);
  }
}

const isOld = (now = Date.now()) => lt(answers.createdAt, now - dayMs);

async function findAnswer(memberId: number, key: string) {
  const [known] = await db
    .select()
    .from(answers)
    .where(and(eq(answers.userId, memberId), eq(answers.key, key), sql`not ${isOld()}`));
  return known;
}

async function keep(userId: number, key: string, fingerprint: string, { status, headers, body }: Answer) {
  const row = { fingerprint, status, headers, body: String(body ?? ""), createdAt: Date.now() };
  const beyond = sql`rowid in (select rowid from ${answers} where user_id = ${userId}
    order by created_at desc, rowid desc limit -1 offset ${maxAnswersOfMember - 1})`;
  await db.batch([
    db.delete(answers).where(and(eq(answers.userId, userId), or(isOld(), beyond))),
    db
      .insert(answers)
      .values({ userId, key, ...row })
      .onConflictDoUpdate({ target: [answers.userId, answers.key], set: row }),
  ]);
}

/** Deletes answers older than a day, and the oldest beyond 20,000. */
export async function sweepIdempotencyAnswers(): Promise<void> {
  const beyond = sql`rowid <= (select max(rowid) from ${answers}) - ${maxAnswers}`;
  await write(() => db.delete(answers).where(or(isOld(), beyond)));
}
