import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt } from "node:crypto";
import { and, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { env } from "#app/platform/env.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { db, recoveryCodes, secondFactors, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isAccountOf } from "#db/scopes/users.ts";
import { type HashSender, hashWithSalt } from "./password-hash.server.ts";
import { recoveryCodeDigits } from "./texts.ts";

// Time-based one-time codes (RFC 6238) with the parameters that every app supports: SHA-1, 6 digits, steps of 30
// seconds.

const recoveryCodeCount = 10;

const tolerance = 1;

const createTotp = (secret: string, email = "") =>
  new TOTP({ issuer: settings.siteName, label: email, secret: Secret.fromBase32(secret) });

export const createSecret = () => new Secret({ size: 20 }).base32;

export const otpauthUri = (secret: string, email: string) => createTotp(secret, email).toString();

export function findStep(secret: string, code: string, now = Date.now()): number | null {
  const totp = createTotp(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: tolerance });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

const encryptionKey = Buffer.from(hkdfSync("sha256", env.SESSION_SECRET, "", "second-factor", 32));

export function encryptSecret(secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", encryptionKey, iv);
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

/** Returns null when it was encrypted with another `SESSION_SECRET`. */
export function decryptSecret(encrypted: string): string | null {
  const bytes = Buffer.from(encrypted, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", encryptionKey, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
  } catch {
    log.warn("a second factor was encrypted with another SESSION_SECRET");
    return null;
  }
}

export async function createRecoveryCodes(sender: HashSender) {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: recoveryCodeDigits }, () => randomInt(10)).join(""),
  );
  const salt = randomBytes(16);
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashWithSalt(code, salt, sender));
  return { codes, hashes, salt: salt.toString("base64url") };
}

const isOnFor = (userId: number) =>
  and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));

export async function findFactor(email: string): Promise<string | null> {
  const [factor] = await db
    .select({ secret: secondFactors.secret })
    .from(secondFactors)
    .innerJoin(users, and(eq(users.id, secondFactors.userId), isAccountOf(email)))
    .where(isNotNull(secondFactors.confirmedAt));
  return factor?.secret ?? null;
}

const wrongCodesBeforeMail = 10;

export async function countWrongCode(userId: number, requestId: string): Promise<void> {
  const mail = {
    key: `wrong-codes:${requestId}`,
    subject: `Wrong codes for your ${settings.siteName} account`,
    text: `Somebody entered the right password for your account, but then ${wrongCodesBeforeMail} wrong codes.\n\nIf that was not you, choose another password with "Forgot password?" on the login page.`,
  };
  const isTenth = and(isOnFor(userId), eq(secondFactors.wrongCodes, wrongCodesBeforeMail));
  await db.batch([
    db
      .update(secondFactors)
      .set({ wrongCodes: sql`${secondFactors.wrongCodes} + 1` })
      .where(isOnFor(userId)),
    enqueueMails(
      mail,
      users,
      and(eq(users.id, userId), sql`exists (select 1 from ${secondFactors} where ${isTenth})`),
    ),
  ]);
  wakeMailQueue();
}

/** Each code works only once, even with parallel requests. */
export async function acceptCode(
  userId: number,
  code: string,
  sender: HashSender,
): Promise<"app" | "recovery" | null> {
  const isOn = isOnFor(userId);
  const [factor] = await db
    .select({ secret: secondFactors.secret, salt: secondFactors.salt })
    .from(secondFactors)
    .where(isOn);
  if (!factor) return null;
  if (code.length === recoveryCodeDigits) {
    if (factor.salt === null) return null;
    const codeHash = await hashWithSalt(code, Buffer.from(factor.salt, "base64url"), sender);
    const [used] = await db.batch([
      db
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
        .returning({ userId: recoveryCodes.userId }),
      db.update(secondFactors).set({ wrongCodes: 0 }).where(and(isOn, sql`changes() > 0`)),
    ]);
    return used.length > 0 ? "recovery" : null;
  }
  const secret = decryptSecret(factor.secret);
  const step = secret === null ? null : findStep(secret, code);
  if (step === null) return null;
  const accepted = await write(() =>
    db
      .update(secondFactors)
      .set({ lastStep: step, wrongCodes: 0 })
      .where(and(isOn, eq(secondFactors.secret, factor.secret), lt(secondFactors.lastStep, step)))
      .returning({ userId: secondFactors.userId }),
  );
  return accepted.length > 0 ? "app" : null;
}

export const isBeingSetUp = (userId: number) =>
  and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt));

export const insertRecoveryCodes = (hashes: string[], condition: SQL | undefined) =>
  insertSelect(
    db,
    recoveryCodes,
    { userId: secondFactors.userId, codeHash: sql`code.value` },
    sql`${secondFactors}, json_each(${JSON.stringify(hashes)}) as code`,
    condition,
  );
