import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { TaskQueue } from "../limits/task-queue.server.ts";

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane. */
const hashParameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const deriveKey = promisify(argon2) as (algorithm: "argon2id", options: Argon2Parameters) => Promise<Buffer>;

/** One processor stays free for other requests. */
const hashQueue = new TaskQueue({ concurrency: Math.max(1, availableParallelism() - 1), maxQueued: 100 });

/** Hashes a password off the event loop. Returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await hashQueue.run(() =>
    deriveKey("argon2id", { message: password.normalize("NFKC"), nonce, ...hashParameters }),
  );
  const { memory: m, passes: t, parallelism: p } = hashParameters;
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${base64(nonce)}$${base64(hash)}`;
}

export async function hashWithSalt(secret: string, salt: Buffer): Promise<string> {
  const hash = await hashQueue.run(() =>
    deriveKey("argon2id", { message: secret, nonce: salt, ...hashParameters }),
  );
  return hash.toString("base64url");
}

/** Without a hash it takes as long and returns false. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , , parameters = "", salt = "", expected = ""] = (stored ?? dummyHash).split("$");
  const [memory, passes, parallelism] = parameters.split(",").map((part) => Number(part.slice(2)));
  const hash = Buffer.from(expected, "base64");
  const actual = await hashQueue.run(() =>
    deriveKey("argon2id", {
      message: password.normalize("NFKC"),
      nonce: Buffer.from(salt, "base64"),
      memory: memory ?? hashParameters.memory,
      passes: passes ?? hashParameters.passes,
      parallelism: parallelism ?? hashParameters.parallelism,
      tagLength: hash.length,
    }),
  );
  return timingSafeEqual(actual, hash) && stored !== null;
}

const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
const dummyHash = `$argon2id$v=19$m=${hashParameters.memory},t=${hashParameters.passes},p=1$${base64(randomBytes(16))}$${base64(randomBytes(32))}`;
