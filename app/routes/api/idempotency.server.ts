import { hash } from "node:crypto";
import { dayMs } from "../../durations.ts";
import { HttpError } from "../../http/problem.server.ts";

// A program that lost the answer to a POST sends it again with the same `Idempotency-Key`. Answers are kept in memory:
// a restart forgets them, as it does the rate limits.

interface Answer {
  status: number;
  headers?: Record<string, string> | undefined;
  body: Buffer | null;
}
interface KeptAnswer extends Answer {
  fingerprint: string;
  expiresAt: number;
}

interface KeyedCall {
  memberId: number;
  key: string;
  request: Request;
  /** Must be the same under one key; "" for a file, which is encoded differently each time. */
  body: string;
}

const maxAnswersOfMember = 100;
const maxTotalBytes = 32 * 1024 * 1024;
/** What an answer costs beside its body. */
const overheadBytes = 512;

const validKey = /^[\x21-\x7e]{1,64}$/;
/** By member and key, the oldest first. */
const kept = new Map<number, Map<string, KeptAnswer>>();
let totalBytes = 0;
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
 * Returns the answer that a member's key got within the last 24 hours, or makes one and keeps it. A refused call keeps
 * nothing and can be sent again. The newest 100 answers of a member are kept.
 * @throws HttpError 422 when the key was used for another call, 409 while its first call runs
 */
export async function withIdempotencyKey(
  { memberId, key, request: { url, method }, body }: KeyedCall,
  make: () => Promise<Answer>,
): Promise<Answer> {
  const fingerprint = hash("sha256", `${method} ${url}\n${body}`, "base64");
  const known = kept.get(memberId)?.get(key);
  if (known && known.expiresAt > Date.now()) {
    if (known.fingerprint !== fingerprint) {
      throw HttpError.withCode("idempotency-key-reused", "This Idempotency-Key was used for another call.");
    }
    return { ...known, headers: { ...known.headers, "Idempotent-Replayed": "true" } };
  }
  const run = `${memberId} ${key}`;
  if (running.has(run)) {
    throw HttpError.withCode(
      "idempotency-key-running",
      "The first call with this Idempotency-Key is still running.",
      { retryAfter: 1 },
    );
  }
  running.add(run);
  try {
    const answer = await make();
    keep(memberId, key, { ...answer, fingerprint, expiresAt: Date.now() + dayMs });
    return answer;
  } finally {
    running.delete(run);
  }
}

const sizeOf = ({ body }: Answer) => overheadBytes + (body?.length ?? 0);

function keep(memberId: number, key: string, answer: KeptAnswer): void {
  const own = kept.get(memberId) ?? new Map<string, KeptAnswer>();
  forget(memberId, own, key);
  own.set(key, answer);
  // The members who created something last come last.
  kept.delete(memberId);
  kept.set(memberId, own);
  totalBytes += sizeOf(answer);
  const [oldest] = own.keys();
  if (own.size > maxAnswersOfMember && oldest !== undefined) forget(memberId, own, oldest);
  for (const [id, answers] of kept) {
    for (const [old, { expiresAt }] of answers) {
      if (totalBytes <= maxTotalBytes && expiresAt > Date.now()) break;
      forget(id, answers, old);
    }
    if (totalBytes <= maxTotalBytes && answers.size > 0) break;
  }
}

function forget(memberId: number, answers: Map<string, KeptAnswer>, key: string): void {
  const answer = answers.get(key);
  if (!answer) return;
  totalBytes -= sizeOf(answer);
  answers.delete(key);
  if (answers.size === 0) kept.delete(memberId);
}
