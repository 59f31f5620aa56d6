import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { env } from "#app/platform/env.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { TurnQueue } from "#app/platform/limits/turn-queue.server.ts";
import { authTexts } from "./texts.ts";

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane. */
const hashParameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const deriveKey = promisify(argon2) as (algorithm: "argon2id", options: Argon2Parameters) => Promise<Buffer>;

const areLimited = env.RATE_LIMITS === "on";
/** IP addresses take turns. One processor remains free for other requests. */
const hashQueue = new TurnQueue<string>({
  concurrency: Math.max(1, availableParallelism() - 1),
  maxPerMember: areLimited ? 2 : 100,
  maxQueued: 100,
});
/** Accounts with a queued hash. Each may queue one, so one account cannot use up an address's share of the queue. */
const queuedAccounts = new Set<string>();

/** Addresses take turns, and each account may have one queued hash. */
export interface HashSender {
  address: string;
  account: string;
}

const tooMany = () => new HttpError(429, authTexts.tooManyAttempts(1), { retryAfter: 1 });

/** Delays refusals, because sending an error page for every attempt would load the event loop. */
const refusalDelayMs = 1_000;

/**
 * Refuses an address whose share of the queue is still full after a second, before reading anything for it.
 * @throws HttpError 429
 */
export async function waitForPlace(address: string): Promise<void> {
  if (!hashQueue.isFull(address)) return;
  await delay(refusalDelayMs);
  if (hashQueue.isFull(address)) throw tooMany();
}

async function derive(options: Argon2Parameters, { address, account }: HashSender): Promise<Buffer> {
  if (areLimited && queuedAccounts.has(account)) throw tooMany();
  queuedAccounts.add(account);
  let hasStarted = false;
  const run = () => {
    hasStarted = true;
    queuedAccounts.delete(account);
    return deriveKey("argon2id", options);
  };
  try {
    const hash = await hashQueue.run(address, run);
    if (hash) return hash;
    throw tooMany();
  } finally {
    if (!hasStarted) queuedAccounts.delete(account);
  }
}

/**
 * Hashes a password off the event loop. Returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
 * @throws HttpError 429 when the account or the address has too many queued hashes, 503 when the queue is full
 */
export async function hashPassword(password: string, sender: HashSender): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive({ message: password.normalize("NFKC"), nonce, ...hashParameters }, sender);
  const { memory: m, passes: t, parallelism: p } = hashParameters;
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${base64(nonce)}$${base64(hash)}`;
}

/** @throws HttpError as `hashPassword` */
export async function hashWithSalt(secret: string, salt: Buffer, sender: HashSender): Promise<string> {
  const hash = await derive({ message: secret, nonce: salt, ...hashParameters }, sender);
  return hash.toString("base64url");
}

/** Without a stored hash it takes the same time and returns false. @throws HttpError as `hashPassword` */
export async function verifyPassword(
  password: string,
  stored: string | null,
  sender: HashSender,
): Promise<boolean> {
  const [, , , parameters = "", salt = "", expected = ""] = (stored ?? dummyHash).split("$");
  const [memory, passes, parallelism] = parameters.split(",").map((part) => Number(part.slice(2)));
  const hash = Buffer.from(expected, "base64");
  const options = {
    message: password.normalize("NFKC"),
    nonce: Buffer.from(salt, "base64"),
    memory: memory ?? hashParameters.memory,
    passes: passes ?? hashParameters.passes,
    parallelism: parallelism ?? hashParameters.parallelism,
    tagLength: hash.length,
  };
  const actual = await derive(options, sender);
  return timingSafeEqual(actual, hash) && stored !== null;
}

const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
const dummyHash = `$argon2id$v=19$m=${hashParameters.memory},t=${hashParameters.passes},p=1$${base64(randomBytes(16))}$${base64(randomBytes(32))}`;
