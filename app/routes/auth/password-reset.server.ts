import { setTimeout as wait } from "node:timers/promises";
import { and, eq, exists, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, mailLinks, sessions, users } from "#db/index.ts";
import { isRecoverable, statusAfterConfirmation } from "../../auth/credentials.server.ts";
import { rememberBrowser } from "../../auth/known-browser.server.ts";
import { hashPassword } from "../../auth/password-hash.server.ts";
import { endAllSessions } from "../../auth/session.server.ts";
import { env } from "../../env.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { addressKey, RateLimit } from "../../http/rate-limit.server.ts";
import type { RequestContext } from "../../http/request-context.server.ts";
import { enqueueLinkMail, isUsableLink } from "../../mail/link.server.ts";
import { enqueueMail, wakeMailQueue } from "../../mail/queue.server.ts";
import { authTexts, type forgotPasswordSchema, type resetPasswordSchema } from "../../schemas/user.ts";

const hour = 60 * 60;
/** A hostel shares one address. */
const requestsPerAddress = new RateLimit(60, hour);
/** So many mails may be called into somebody's inbox by others. */
const requestsPerAccount = new RateLimit(5, hour);
const usesPerAddress = new RateLimit(100, hour);

/** For how long a link for a new password works, in minutes: contract, section 7. */
const linkLifetimeMinutes = 30;
/** Milliseconds: many times what the writing takes, so that its last differences can not be seen either. */
const minResponseMs = 150;

/**
 * Mails a link for a new password to the member with this address, if there is one. What happens here, and how long
 * it takes, is the same when there is none.
 * @throws HttpError 429, for known and unknown addresses alike
 */
export async function requestPasswordReset(
  { email }: z.output<typeof forgotPasswordSchema>,
  requestContext: RequestContext,
): Promise<void> {
  const pause =
    (await requestsPerAddress.consume(addressKey(requestContext.address))) ||
    (await requestsPerAccount.consume(email));
  if (pause > 0) throw new HttpError(429, authTexts.tooManyAttempts, { retryAfter: pause });
  const answer = wait(minResponseMs);
  await db.batch(
    enqueueLinkMail(and(eq(users.email, email), isRecoverable), {
      purpose: "reset-password",
      path: "/reset-password",
      lifetimeMs: linkLifetimeMinutes * 60_000,
      subject: `A new password for ${env.SITE_NAME}`,
      text: (url) =>
        `Somebody, probably you, asked for a new password for your account.\n\nChoose it here:\n\n${url}\n\nThe link works once, within ${linkLifetimeMinutes} minutes. If it was not you, do nothing: your password stays as it is.`,
    }),
  );
  wakeMailQueue();
  await answer;
}

/** Whether a link for a new password may still be used. */
export async function isResetLinkUsable(token: string): Promise<boolean> {
  const [link] = await db
    .select({ one: sql`1` })
    .from(mailLinks)
    .where(isUsableLink("reset-password", token));
  return link !== undefined;
}

/**
 * Sets a new password by a mailed link, which it uses up together with the member's other ones, and ends all their
 * sessions. Of two who come with the same link at once, one is refused.
 * @throws HttpError 410 when the link does not work any more, 429
 */
export async function resetPassword(
  { token, password }: z.output<typeof resetPasswordSchema>,
  requestContext: RequestContext,
  request: Request,
): Promise<void> {
  const pause = await usesPerAddress.consume(addressKey(requestContext.address));
  if (pause > 0) throw new HttpError(429, authTexts.tooManyAttempts, { retryAfter: pause });
  // Spares the work of a hash. What decides is the condition below.
  if (!(await isResetLinkUsable(token))) throw new HttpError(410, authTexts.linkDead);

  const passwordHash = await hashPassword(password);
  const works = isUsableLink("reset-password", token);
  const owner = db.select({ id: mailLinks.userId }).from(mailLinks).where(works);
  const [[member]] = await db.batch([
    db
      .update(users)
      .set({
        passwordHash,
        emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${Date.now()})`,
        status: statusAfterConfirmation(),
      })
      .where(
        and(
          exists(
            db
              .select({ one: sql`1` })
              .from(mailLinks)
              .where(and(works, eq(mailLinks.userId, users.id))),
          ),
          isRecoverable,
        ),
      )
      .returning({ id: users.id, email: users.email }),
    db.delete(sessions).where(sql`${sessions.userId} = (${owner})`),
    db.delete(mailLinks).where(sql`${mailLinks.userId} = (${owner})`),
  ]);
  if (!member) throw new HttpError(410, authTexts.linkDead);

  await endAllSessions(member.id);
  rememberBrowser(requestContext, request, member.email);
  await enqueueMail(member.email, {
    key: `password-changed:${requestContext.id}`,
    subject: `Your password for ${env.SITE_NAME} was changed`,
    text: `Your account has a new password, and is logged out everywhere.\n\nIf it was not you who changed it, ask for a new one with "Forgot password?" on the log-in page, and look after your mail account first.`,
  });
  wakeMailQueue();
}

/** Confirms the address a link was mailed to. Answers whether the link still worked. */
export async function confirmEmail(token: string, now = Date.now()): Promise<boolean> {
  const works = isUsableLink("confirm-email", token, now);
  const owner = db.select({ id: mailLinks.userId }).from(mailLinks).where(works);
  const [[member]] = await db.batch([
    db
      .update(users)
      .set({
        emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now})`,
        status: statusAfterConfirmation(),
      })
      .where(and(sql`${users.id} = (${owner})`, isRecoverable))
      .returning({ id: users.id }),
    db
      .delete(mailLinks)
      .where(and(sql`${mailLinks.userId} = (${owner})`, eq(mailLinks.purpose, "confirm-email"))),
  ]);
  return member !== undefined;
}
