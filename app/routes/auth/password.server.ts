import { setTimeout as wait } from "node:timers/promises";
import { and, eq, exists, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, mailLinks, sessions, users } from "#db/index.ts";
import { mayReturn, Refusal, rememberBrowser, statusOnceConfirmed } from "../../http/auth.server.ts";
import { env } from "../../http/env.server.ts";
import { addressKey, Limit } from "../../http/limit.server.ts";
import { linkWorks, mailLink, mailTo, wakeMails } from "../../http/mail.server.ts";
import { hashPassword } from "../../http/password.server.ts";
import { endAllSessions } from "../../http/session.server.ts";
import type { Visit } from "../../http/visit.server.ts";
import { type forgotPasswordSchema, type resetPasswordSchema, words } from "../../schemas/user.ts";

const hour = 60 * 60;
/** A hostel shares one address. */
const asksPerAddress = new Limit(60, hour);
/** So many mails may be called into somebody's inbox by others. */
const asksPerAccount = new Limit(5, hour);
const usesPerAddress = new Limit(100, hour);

/** For how long a link for a new password works, in minutes: contract, section 7. */
const minutes = 30;
/** Milliseconds: many times what the writing takes, so that its last differences can not be seen either. */
const answerAfter = 150;

/**
 * Mails a link for a new password to the member with this address, if there is one. What happens here, and how long
 * it takes, is the same when there is none.
 * @throws Refusal 429, for known and unknown addresses alike
 */
export async function askForLink(
  { email }: z.output<typeof forgotPasswordSchema>,
  visit: Visit,
): Promise<void> {
  const pause = (await asksPerAddress.take(addressKey(visit.address))) || (await asksPerAccount.take(email));
  if (pause > 0) throw new Refusal(429, words.tooManyAttempts, { retryAfter: pause });
  const answer = wait(answerAfter);
  await db.batch(
    mailLink(and(eq(users.email, email), mayReturn), {
      purpose: "reset-password",
      path: "/reset-password",
      lifetime: minutes * 60_000,
      subject: `A new password for ${env.SITE_NAME}`,
      text: (url) =>
        `Somebody, probably you, asked for a new password for your account.\n\nChoose it here:\n\n${url}\n\nThe link works once, within ${minutes} minutes. If it was not you, do nothing: your password stays as it is.`,
    }),
  );
  wakeMails();
  await answer;
}

/** Whether a link for a new password may still be used. */
export async function linkIsAlive(token: string): Promise<boolean> {
  const [link] = await db.select({ one: sql`1` }).from(mailLinks).where(linkWorks("reset-password", token));
  return link !== undefined;
}

/**
 * Sets a new password by a mailed link, which it uses up together with the member's other ones, and ends all their
 * sessions. Of two who come with the same link at once, one is refused.
 * @throws Refusal 410 when the link does not work any more, 429
 */
export async function setPassword(
  { token, password }: z.output<typeof resetPasswordSchema>,
  visit: Visit,
  request: Request,
): Promise<void> {
  const pause = await usesPerAddress.take(addressKey(visit.address));
  if (pause > 0) throw new Refusal(429, words.tooManyAttempts, { retryAfter: pause });
  // Spares the work of a hash. What decides is the condition below.
  if (!(await linkIsAlive(token))) throw new Refusal(410, words.linkDead);

  const passwordHash = await hashPassword(password);
  const works = linkWorks("reset-password", token);
  const owner = db.select({ id: mailLinks.userId }).from(mailLinks).where(works);
  const [[member]] = await db.batch([
    db
      .update(users)
      .set({
        passwordHash,
        emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${Date.now()})`,
        status: statusOnceConfirmed(),
      })
      .where(
        and(
          exists(
            db
              .select({ one: sql`1` })
              .from(mailLinks)
              .where(and(works, eq(mailLinks.userId, users.id))),
          ),
          mayReturn,
        ),
      )
      .returning({ id: users.id, email: users.email }),
    db.delete(sessions).where(sql`${sessions.userId} = (${owner})`),
    db.delete(mailLinks).where(sql`${mailLinks.userId} = (${owner})`),
  ]);
  if (!member) throw new Refusal(410, words.linkDead);

  await endAllSessions(member.id);
  rememberBrowser(visit, request, member.email);
  await mailTo(member.email, {
    key: `password-changed:${visit.id}`,
    subject: `Your password for ${env.SITE_NAME} was changed`,
    text: `Your account has a new password, and is logged out everywhere.\n\nIf it was not you who changed it, ask for a new one with "Forgot password?" on the log-in page, and look after your mail account first.`,
  });
  wakeMails();
}

/** Confirms the address a link was mailed to. Answers whether the link still worked. */
export async function confirmAddress(token: string, now = Date.now()): Promise<boolean> {
  const works = linkWorks("confirm-email", token, now);
  const owner = db.select({ id: mailLinks.userId }).from(mailLinks).where(works);
  const [[member]] = await db.batch([
    db
      .update(users)
      .set({
        emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now})`,
        status: statusOnceConfirmed(),
      })
      .where(and(sql`${users.id} = (${owner})`, mayReturn))
      .returning({ id: users.id }),
    db
      .delete(mailLinks)
      .where(and(sql`${mailLinks.userId} = (${owner})`, eq(mailLinks.purpose, "confirm-email"))),
  ]);
  return member !== undefined;
}
