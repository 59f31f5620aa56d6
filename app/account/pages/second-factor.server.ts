import { and, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { Session, Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { addressKey } from "#app/platform/limits/rate-limit.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { hub } from "#app/platform/realtime/hub.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { drawQrCode } from "#app/ui/qr-code.server.ts";
import { db, recoveryCodes, secondFactors, sessions, users, write } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { verifyCode } from "../credentials.server.ts";
import {
  createRecoveryCodes,
  createSecret,
  decryptSecret,
  encryptSecret,
  findStep,
  insertRecoveryCodes,
  isBeingSetUp,
  otpauthUri,
} from "../second-factor.server.ts";
import { authTexts } from "../texts.ts";
import { accountTexts } from "./account-texts.ts";

/** Returns the state of a member's second factor. @throws HttpError 404 for an unknown member */
export async function requireSecondFactor(userId: number) {
  const [member] = await db
    .select({
      hasPassword: sql`${users.passwordHash} is not null`.mapWith(Boolean),
      secret: secondFactors.secret,
      confirmedAt: secondFactors.confirmedAt,
      codesLeft: db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, userId));
  if (!member) throw new HttpError(404);
  return member;
}

/** Starts setup with a new secret. Does not change a second factor that is already on. */
export async function startSecondFactor(userId: number): Promise<void> {
  const secret = encryptSecret(createSecret());
  await write(() =>
    db
      .insert(secondFactors)
      .values({ userId, secret })
      .onConflictDoUpdate({
        target: secondFactors.userId,
        set: { secret },
        setWhere: sql`${secondFactors.confirmedAt} is null`,
      }),
  );
}

/**
 * The key for a phone: the secret in groups of four, and a QR code as an SVG path with a square of one unit for each dark
 * module and a margin of two.
 */
export function describeSecret(encrypted: string, email: string) {
  const secret = decryptSecret(encrypted);
  if (secret === null) return null;
  return { text: secret.replace(/.{4}(?=.)/g, "$& "), qr: drawQrCode(otpauthUri(secret, email)) };
}

/**
 * Turns the second factor on and ends all other sessions, including those of programs.
 * @returns the recovery codes, which are not shown again
 * @throws HttpError 422 for a wrong code, 409 when it was turned on or started again in the meantime
 */
export async function confirmSecondFactor(
  viewer: Viewer,
  code: string,
  current: Session,
  requestContext: RequestContext,
): Promise<string[]> {
  const [factor] = await db
    .select({ secret: secondFactors.secret })
    .from(secondFactors)
    .where(isBeingSetUp(viewer.id));
  const secret = factor && decryptSecret(factor.secret);
  if (!factor || !secret) throw new HttpError(409, accountTexts.setUpAgain);
  const lastStep = findStep(secret, code);
  if (lastStep === null) throw HttpError.forFields({ code: [authTexts.wrongCode] });

  const now = Date.now();
  const { codes, hashes, salt } = await createRecoveryCodes({
    address: addressKey(requestContext.address),
    account: `member:${viewer.id}`,
  });
  // Encrypted again, so that the text is unique to this change.
  const encrypted = encryptSecret(secret);
  const isDone = and(eq(secondFactors.userId, viewer.id), eq(secondFactors.secret, encrypted));
  const { confirmed } = await namedBatch({
    confirmed: db
      .update(secondFactors)
      .set({ confirmedAt: now, lastStep, salt, secret: encrypted })
      .where(and(isBeingSetUp(viewer.id), eq(secondFactors.secret, factor.secret)))
      .returning({ userId: secondFactors.userId }),
    recoveryCodes: insertRecoveryCodes(hashes, isDone),
    endedSessions: db
      .delete(sessions)
      .where(
        and(
          eq(sessions.userId, viewer.id),
          ne(sessions.tokenHash, current.tokenHash),
          sql`exists (select 1 from ${secondFactors} where ${isDone})`,
        ),
      ),
    notice: enqueueNotice(
      viewer,
      "on",
      requestContext,
      sql`exists (select 1 from ${secondFactors} where ${isDone})`,
    ),
  });
  if (confirmed.length === 0) throw new HttpError(409, accountTexts.setUpAgain);
  hub.closeUser(viewer.id, current.tokenHash);
  logSecurityEvent("second-factor-on", { memberId: viewer.id, requestId: requestContext.id });
  wakeMailQueue();
  return codes;
}

/** Turns the second factor off after checking a code. @throws HttpError 401 for a wrong code, 429 */
export async function removeSecondFactor(
  viewer: Viewer,
  code: string,
  requestContext: RequestContext,
  request: Request,
): Promise<void> {
  await verifyCode(
    { userId: viewer.id, email: viewer.email, passwordHash: null },
    code,
    requestContext,
    request,
  );
  const isOn = and(eq(secondFactors.userId, viewer.id), isNotNull(secondFactors.confirmedAt));
  await db.batch([
    enqueueNotice(viewer, "off", requestContext, sql`exists (select 1 from ${secondFactors} where ${isOn})`),
    db.delete(secondFactors).where(isOn),
  ]);
  logSecurityEvent("second-factor-off", { memberId: viewer.id, by: "owner", requestId: requestContext.id });
  wakeMailQueue();
}

const notices = {
  on: "Logging in now needs a code from your authenticator app, and every other device was logged out.",
  off: "Logging in no longer needs a code from your authenticator app.",
};

function enqueueNotice(viewer: Viewer, state: keyof typeof notices, { id }: RequestContext, condition: SQL) {
  const mail = {
    key: `second-factor-${state}:${id}`,
    subject: `Two-step login for ${settings.siteName} is ${state}`,
    text: `${notices[state]}\n\nIf you did not do this, choose another password with "Forgot password?" on the login page and tell another administrator.`,
  };
  return enqueueMails(mail, users, and(eq(users.id, viewer.id), condition));
}
