import { and, eq, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { enqueueLinkMail, isUsableLink } from "#app/platform/mail/link.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { hourMs } from "#app/platform/time/durations.ts";
import { db, mailLinks, users } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { accountTexts } from "./account-texts.ts";

const purpose = "delete-account";

/** Mails a member a link that they can use instead of the password to delete the account. @throws HttpError 429 */
export async function requestDeletionLink(viewer: Viewer): Promise<void> {
  limitAction("accountMail", viewer.id, accountTexts.tooManyMails);
  await namedBatch({
    deletedLinks: db
      .delete(mailLinks)
      .where(and(eq(mailLinks.userId, viewer.id), eq(mailLinks.purpose, purpose))),
    mail: enqueueLinkMail(and(eq(users.id, viewer.id), eq(users.status, "active")), {
      purpose,
      path: "/account/delete",
      lifetimeMs: hourMs,
      subject: `Delete your ${settings.siteName} account`,
      text: (url) =>
        `Someone, probably you, wants to delete your account. Nothing has happened yet. To go on:\n\n${url}\n\nThe link works once and expires after an hour. If it was not you, change your password.`,
    }),
  });
  wakeMailQueue();
}

/** Whether a link belongs to this member and still works. */
export async function isDeletionLinkUsable(viewer: Viewer, token: string): Promise<boolean> {
  const [link] = await db
    .select({ one: sql`1` })
    .from(mailLinks)
    .where(and(isUsableLink(purpose, token), eq(mailLinks.userId, viewer.id)));
  return link !== undefined;
}

/** A condition on `users`: a link belongs to this member and still works. */
export const hasDeletionLink = (token: string) =>
  sql`${users.status} = 'active' and exists (select 1 from ${mailLinks} where ${mailLinks.userId} = ${users.id} and ${isUsableLink(purpose, token)})`;
