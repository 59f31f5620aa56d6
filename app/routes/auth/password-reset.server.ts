import { setTimeout as wait } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, mailLinks, sessions, users } from "#db/index.ts";
import { isRecoverable, statusAfterConfirmation } from "../../auth/credentials.server.ts";
import { rememberBrowser } from "../../auth/known-browser.server.ts";
import { hashPassword } from "../../auth/password-hash.server.ts";
import { checkNewPassword, isEasyToGuess, withPasswordPolicy } from "../../auth/password-policy.server.ts";
import { endAllSessions } from "../../auth/session.server.ts";
import { env } from "../../env.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { addressKey, RateLimit } from "../../http/rate-limit.server.ts";
import type { RequestContext } from "../../http/request-context.server.ts";
import { logSecurityEvent } from "../../log.server.ts";
import { enqueueLinkMail, isUsableLink } from "../../mail/link.server.ts";
import { enqueueMail, wakeMailQueue } from "../../mail/queue.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import {
  type forgotPasswordSchema,
  resetPasswordFields,
  type resetPasswordSchema,
} from "../../schemas/user.ts";

const hourSeconds = 60 * 60;
/** A whole hostel may share one address. */
const addressRequestLimit = new RateLimit(60, hourSeconds);
/** How many mails others can send to someone's inbox. */
const accountRequestLimit = new RateLimit(5, hourSeconds);
const addressUseLimit = new RateLimit(100, hourSeconds);

const linkLifetimeMinutes = 30;
/** Many times what the writes take, so that timing does not tell whether there is an account. */
const minResponseMs = 150;

/**
 * Mails a link for a new password to the member with this address. Without such a member it does and takes the same.
 * @throws HttpError 429, for known and unknown addresses alike
 */
export async function requestPasswordReset(
  { email }: z.output<typeof forgotPasswordSchema>,
  requestContext: RequestContext,
): Promise<void> {
  const retryAfter =
    addressRequestLimit.consume(addressKey(requestContext.address)) || accountRequestLimit.consume(email);
  if (retryAfter > 0) throw new HttpError(429, authTexts.tooManyAttempts, { retryAfter });
  const minDelay = wait(minResponseMs);
  await db.batch(
    enqueueLinkMail(and(eq(users.email, email), isRecoverable), {
      purpose: "reset-password",
      path: "/reset-password",
      lifetimeMs: linkLifetimeMinutes * 60_000,
      subject: `Choose a new password for ${env.SITE_NAME}`,
      text: (url) =>
        `Someone, probably you, asked for a new password for your account.\n\nChoose it here:\n\n${url}\n\nThe link works once and expires after ${linkLifetimeMinutes} minutes. If it was not you, you can ignore this email: your password stays the same.`,
    }),
  );
  wakeMailQueue();
  await minDelay;
}

/** The error texts of the forms that such a link leads to. */
export function getNewPasswordErrorTexts() {
  const { password, confirmPassword } = getFieldErrorTexts(resetPasswordFields);
  return withPasswordPolicy({ token: {}, password, confirmPassword });
}

type LinkPurpose = "reset-password" | "confirm-email" | "invitation";

/** Returns whether a mailed link still works. */
export async function isLinkUsable(purpose: LinkPurpose, token: string): Promise<boolean> {
  const [link] = await db.select({ one: sql`1` }).from(mailLinks).where(isUsableLink(purpose, token));
  return link !== undefined;
}

/**
 * Sets a new password by a mailed link, which confirms the address too, uses up all links of the member and ends all
 * their sessions. Of two parallel uses of a link, one is refused. A confirmation needs a password as well: someone else
 * may have registered the address (contract, section 8).
 * @returns whether the password is easy to guess
 * @throws HttpError 410 when the link no longer works, 422 when `PASSWORD_POLICY` refuses the password, 429
 */
export async function setPasswordByLink(
  purpose: LinkPurpose,
  { token, password }: z.output<typeof resetPasswordSchema>,
  requestContext: RequestContext,
  request: Request,
): Promise<{ isEasy: boolean }> {
  const retryAfter = addressUseLimit.consume(addressKey(requestContext.address));
  if (retryAfter > 0) throw new HttpError(429, authTexts.tooManyAttempts, { retryAfter });
  const isUsable = isUsableLink(purpose, token);
  // Saves the work of hashing. The condition in the statement below decides.
  const [owner] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(mailLinks)
    .innerJoin(users, eq(users.id, mailLinks.userId))
    .where(isUsable);
  if (!owner) throw new HttpError(410, authTexts.linkExpired);
  await checkNewPassword(password, owner);

  const passwordHash = await hashPassword(password);
  const ownerId = db.select({ id: mailLinks.userId }).from(mailLinks).where(isUsable);
  const [[member]] = await db.batch([
    db
      .update(users)
      .set({
        passwordHash,
        emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${Date.now()})`,
        status: statusAfterConfirmation(),
      })
      .where(and(sql`${users.id} = (${ownerId})`, isRecoverable))
      .returning({ id: users.id, email: users.email }),
    db.delete(sessions).where(sql`${sessions.userId} = (${ownerId})`),
    db.delete(mailLinks).where(sql`${mailLinks.userId} = (${ownerId})`),
  ]);
  if (!member) throw new HttpError(410, authTexts.linkExpired);

  logSecurityEvent("password-changed", { memberId: member.id, by: purpose, requestId: requestContext.id });
  await endAllSessions(member.id);
  await rememberBrowser(requestContext, request, member.email);
  const isEasy = await isEasyToGuess(password, owner);
  if (purpose !== "reset-password") return { isEasy };
  await enqueueMail(member.email, {
    key: `password-changed:${requestContext.id}`,
    subject: `Your password for ${env.SITE_NAME} was changed`,
    text: `Your account has a new password and was logged out everywhere.\n\nIf you did not change it, secure your email account first, then choose another password with "Forgot password?" on the login page.`,
  });
  wakeMailQueue();
  return { isEasy };
}
