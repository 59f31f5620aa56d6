import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { replaceBrowserSession } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { addressKey, limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { db, mailLinks, sessions, users } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { endCalendar } from "../calendar.server.ts";
import { confirmPassword } from "../credentials.server.ts";
import { hashPassword } from "../password-hash.server.ts";
import { checkNewPassword, isEasyToGuess } from "../password-policy.server.ts";
import { authTexts } from "../texts.ts";
import { accountTexts } from "./account-texts.ts";
import type { changePasswordSchema } from "./schema.server.ts";

/** A member's address, and whether they have a password or log in only with a provider. */
export async function findOwner({ id, email }: Viewer): Promise<{ email: string; hasPassword: boolean }> {
  const [owner] = await db
    .select({ hasPassword: sql`${users.passwordHash} is not null`.mapWith(Boolean) })
    .from(users)
    .where(eq(users.id, id));
  return { email, hasPassword: owner?.hasPassword ?? false };
}

/**
 * Changes a member's password. It ends all sessions, including those of programs, all mailed links and the calendar's address. This browser
 * gets a new session. If two changes are made in parallel, only one succeeds.
 * @returns whether the new password is easy to guess
 * @throws HttpError 422 for a wrong current password or a new one that `PASSWORD_POLICY` refuses, 429
 */
export async function changePassword(
  viewer: Viewer,
  { currentPassword, password }: z.output<typeof changePasswordSchema>,
  requestContext: RequestContext,
  request: Request,
): Promise<{ isEasy: boolean }> {
  const present = await confirmPassword(viewer, currentPassword, requestContext, request);
  limitAction("accountMail", viewer.id, accountTexts.tooManyMails);
  const [owner] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(eq(users.id, viewer.id));
  await checkNewPassword(password, owner ?? {});

  const passwordHash = await hashPassword(password, {
    address: addressKey(requestContext.address),
    account: `member:${viewer.id}`,
  });
  // The hash is unique to this change.
  const isChanged = and(eq(users.id, viewer.id), eq(users.passwordHash, passwordHash));
  const changedId = db.select({ id: users.id }).from(users).where(isChanged);
  const notice = {
    key: `password-changed:${requestContext.id}`,
    subject: `Your password for ${settings.siteName} was changed`,
    text: `Your account has a new password and was logged out on every other device.\n\nIf you did not change it, secure your email account first, then choose another password with "Forgot password?" on the login page.`,
  };
  const { changed } = await namedBatch({
    changed: db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, viewer.id), eq(users.passwordHash, present.passwordHash)))
      .returning({ id: users.id }),
    endedSessions: db.delete(sessions).where(sql`${sessions.userId} = (${changedId})`),
    endedCalendar: endCalendar(sql`(${changedId})`),
    deletedLinks: db.delete(mailLinks).where(sql`${mailLinks.userId} = (${changedId})`),
    notice: enqueueMails(notice, users, isChanged),
  });
  if (changed.length === 0) throw HttpError.forFields({ currentPassword: [authTexts.wrongPassword] });
  logSecurityEvent("password-changed", { memberId: viewer.id, by: "owner", requestId: requestContext.id });
  await replaceBrowserSession(requestContext, request, { userId: viewer.id, passwordHash, hasCode: true });
  wakeMailQueue();
  return { isEasy: await isEasyToGuess(password, owner) };
}
