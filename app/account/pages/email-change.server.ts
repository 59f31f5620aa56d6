import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { enqueueLinkMail, isUsableLink } from "#app/platform/mail/link.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { hourMs } from "#app/platform/time/durations.ts";
import { db, mailLinks, mails, users } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isFreeEmail } from "#db/scopes/users.ts";
import { checkEmailDomain, confirmPassword } from "../credentials.server.ts";
import { authTexts } from "../texts.ts";
import { accountTexts } from "./account-texts.ts";
import type { changeEmailSchema } from "./schema.server.ts";

const purpose = "change-email";

const emailTaken = () =>
  HttpError.withCode("email-taken", authTexts.emailTaken, { errors: { email: [authTexts.emailTaken] } });

/**
 * Mails a link to a member's new address and notifies the current one. Nothing changes until the link is used. It
 * replaces any earlier link.
 * @throws HttpError 409 if the address already has an account (as registration does), 422, 429
 */
export async function requestEmailChange(
  viewer: Viewer,
  { email, currentPassword }: z.output<typeof changeEmailSchema>,
  requestContext: RequestContext,
  request: Request,
): Promise<void> {
  if (email === viewer.email) throw HttpError.forFields({ email: [accountTexts.sameEmail] });
  checkEmailDomain(email);
  const { passwordHash } = await confirmPassword(viewer, currentPassword, requestContext, request);
  limitAction("accountMail", viewer.id, accountTexts.tooManyMails);
  limitAction("accountMail", email, accountTexts.tooManyMails);
  const isRecipient = and(
    eq(users.id, viewer.id),
    eq(users.passwordHash, passwordHash),
    isFreeEmail(email, viewer.id),
  );
  const { notice } = await namedBatch({
    deletedLinks: db
      .delete(mailLinks)
      .where(and(eq(mailLinks.userId, viewer.id), eq(mailLinks.purpose, purpose))),
    mail: enqueueLinkMail(isRecipient, {
      purpose,
      newEmail: email,
      path: "/account/email/confirm",
      lifetimeMs: hourMs,
      subject: `Confirm your new email address for ${settings.siteName}`,
      text: (url) =>
        `Someone, probably you, wants to use this address for an account on ${settings.siteName}.\n\nConfirm it here:\n\n${url}\n\nThe link works once and expires after an hour. If it was not you, you can ignore this email.`,
    }),
    notice: enqueueMails(
      {
        key: `email-change:${requestContext.id}`,
        subject: `A new email address for your ${settings.siteName} account`,
        text: "Someone, probably you, wants to use another email address for your account. It changes once the new address is confirmed.\n\nIf it was not you, change your password now: that stops it.",
      },
      users,
      isRecipient,
    ).returning({ id: mails.id }),
  });
  if (notice.length === 0) throw emailTaken();
  wakeMailQueue();
}

/** Returns the address that a link confirms, or null when the link no longer works. */
export async function findNewEmail(token: string): Promise<string | null> {
  const [link] = await db
    .select({ newEmail: mailLinks.newEmail })
    .from(mailLinks)
    .where(isUsableLink(purpose, token));
  return link?.newEmail ?? null;
}

/**
 * Changes a member's address to the one that a link confirms. It invalidates all of the member's mailed links and
 * notifies the previous address. If two members claim an address, the first to confirm gets it.
 * @throws HttpError 410 when the link no longer works, 409 when the address has an account by now
 */
export async function confirmEmailChange(token: string, requestContext: RequestContext): Promise<void> {
  const now = Date.now();
  const isUsable = isUsableLink(purpose, token, now);
  const ownerId = db.select({ id: mailLinks.userId }).from(mailLinks).where(isUsable);
  const newEmail = db.select({ email: mailLinks.newEmail }).from(mailLinks).where(isUsable);
  const canChange = and(
    sql`${users.id} = (${ownerId})`,
    eq(users.status, "active"),
    isFreeEmail(sql`(${newEmail})`, sql`(${ownerId})`),
  );
  const {
    links,
    changed: [changed],
  } = await namedBatch({
    links: db
      .select({ userId: users.id })
      .from(mailLinks)
      .innerJoin(users, and(eq(users.id, mailLinks.userId), eq(users.status, "active")))
      .where(isUsable),
    notice: enqueueMails(
      {
        key: `email-changed:${requestContext.id}`,
        subject: `Your email address for ${settings.siteName} was changed`,
        text: `Your account now uses another email address. We no longer send emails about it to this one.\n\nIf it was not you, write to the people who run ${settings.siteName}.`,
      },
      users,
      canChange,
    ),
    changed: db
      .update(users)
      .set({ email: sql`(${newEmail})`, emailConfirmedAt: now })
      .where(canChange)
      .returning({ id: users.id }),
    deletedLinks: db
      .delete(mailLinks)
      .where(
        sql`${mailLinks.userId} = (select id from users where id = (${ownerId}) and email = (${newEmail}))`,
      ),
  });
  if (links.length === 0) throw new HttpError(410, authTexts.linkExpired);
  if (!changed) throw emailTaken();
  logSecurityEvent("email-changed", { memberId: changed.id, requestId: requestContext.id });
  wakeMailQueue();
}
