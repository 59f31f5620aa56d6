import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { db, users } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { settings } from "../settings.server.ts";
import { dayMs } from "../time/durations.ts";
import { enqueueLinkMail, enqueueLinkMails } from "./link.server.ts";

const link = {
  purpose: "confirm-email",
  path: "/confirm-email",
  get subject() {
    return `Confirm your email address for ${settings.siteName}`;
  },
} as const;

export const enqueueConfirmationMail = (
  isRecipient: SQL | undefined,
  { key, returnTo }: { key?: string; returnTo?: string } = {},
) =>
  enqueueLinkMail(and(isRecipient, eq(users.status, "pending")), {
    ...link,
    lifetimeMs: 3 * dayMs,
    text: (url) =>
      `Welcome to ${settings.siteName}.\n\nPlease confirm that this email address is yours, and choose your password:\n\n${addReturn(url, returnTo)}\n\nThe link works once and expires after three days. If you did not register, you can ignore this email.`,
    ...(key ? { key } : {}),
  });

/** Allows only a job, event or resource: the address may have been typed by somebody else, who also chooses the path. */
const addReturn = (url: string, returnTo = "") =>
  /^\/(?:jobs|events|resources)\/\d{1,15}$/.test(returnTo)
    ? `${url}&redirectTo=${encodeURIComponent(returnTo)}`
    : url;

const perBatch = 50;

/**
 * Asks the owners of unconfirmed addresses once to confirm them. The mail contains nothing that a member wrote. Yields to
 * other requests between batches.
 */
export async function requestConfirmations(emails: readonly string[], now: number): Promise<void> {
  const unasked = and(
    // The plus keeps SQLite from reading all members by an index that begins with the status.
    sql`+${users.status} = 'active'`,
    isNull(users.emailConfirmedAt),
    isNull(users.askedToConfirmAt),
  );
  const all = [...new Set(emails)];
  for (let at = 0; at < all.length; at += perBatch) {
    const some = JSON.stringify(all.slice(at, at + perBatch));
    const isAsked = and(sql`${users.email} in (select value from json_each(${some}))`, unasked);
    const members = await db.select({ email: users.email }).from(users).where(isAsked);
    if (members.length > 0)
      await namedBatch({
        mails: enqueueLinkMails(
          members.map(({ email }) => email),
          unasked,
          {
            ...link,
            lifetimeMs: 14 * dayMs,
            text: (url) =>
              `Someone, probably you, registered this address for an account on ${settings.siteName}. There is news for it now, which we only send to confirmed addresses.\n\nPlease confirm that this email address is yours, and choose your password:\n\n${url}\n\nThe link works once and expires after two weeks. If you did not register, you can ignore this email: we won't send news to this address.`,
          },
          now,
        ),
        asked: db.update(users).set({ askedToConfirmAt: now }).where(isAsked),
      });
    await yieldToRequests();
  }
}
