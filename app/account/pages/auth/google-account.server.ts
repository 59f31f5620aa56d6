import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { notifyAdmins } from "#app/notices/notify.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import { endAllSessions } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { db, mailLinks, sessions, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { hasSecondFactor, isAccountOf, isFreeEmail } from "#db/scopes/users.ts";
import { isRecoverable, statusAfterConfirmation } from "../../credentials.server.ts";
import { admitByLink } from "../../first-administrator.server.ts";
import type { googleAccountSchema } from "../../input.server.ts";
import { firstStatus, hasPlace, type JoinLink, requirePlace } from "../../join-links.server.ts";
import type { GoogleIdentity } from "./google-cookie.server.ts";
import type { RefuseGoogle } from "./google-refusal.server.ts";

/**
 * Finds the member with a linked Google account, or links the one with the same verified email. An account whose email
 * was never confirmed may have been created by someone else, so linking removes its password and ends its sessions
 * (contract, section 8).
 * @returns the member and whether the log-in needs a code, or null if there is no account yet
 * @throws a redirect when the member may not log in
 */
export async function findOrLinkAccount(
  { subject, email }: GoogleIdentity,
  redirectTo: string,
  refuse: RefuseGoogle,
  now = Date.now(),
): Promise<{ userId: number; needsCode: boolean } | null> {
  const isUnlinked = and(isAccountOf(email), isNull(users.googleSubject), isRecoverable);
  // The first link wins: a Google account has one member, and a member has one Google account.
  const isLinkable = and(isUnlinked, isFreeSubject(subject));
  const isUnconfirmed = and(isLinkable, isNull(users.emailConfirmedAt));
  const selectIds = (condition: SQL | undefined) =>
    sql`(${db.select({ id: users.id }).from(users).where(condition)})`;
  const { endedSessions, members } = await namedBatch({
    endedSessions: db
      .delete(sessions)
      .where(sql`${sessions.userId} in ${selectIds(isUnconfirmed)}`)
      .returning({ userId: sessions.userId }),
    deletedLinks: db.delete(mailLinks).where(sql`${mailLinks.userId} in ${selectIds(isUnconfirmed)}`),
    linked: db
      .update(users)
      .set({
        googleSubject: subject,
        passwordHash: sql`case when ${users.emailConfirmedAt} is null then null else ${users.passwordHash} end`,
        emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now})`,
        status: statusAfterConfirmation(),
      })
      .where(isLinkable),
    members: db
      .select({ id: users.id, status: users.status, needsCode: hasSecondFactor.mapWith(Boolean) })
      .from(users)
      .where(eq(users.googleSubject, subject)),
  });
  const userId = endedSessions[0]?.userId;
  if (userId !== undefined) await endAllSessions(userId);
  const [member] = members;
  if (member && (await admitByLink(member.id, redirectTo))) member.status = "active";
  if (member) return { userId: requireActive(member, refuse), needsCode: member.needsCode };

  const [other] = await db.select({ status: users.status }).from(users).where(isAccountOf(email));
  if (other) throw refuse(other.status === "suspended" ? "suspended" : "other");
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (env.REGISTRATION === "domain" && !env.ALLOWED_EMAIL_DOMAINS.includes(domain)) throw refuse("domain");
  return null;
}

const isFreeSubject = (subject: string) =>
  sql`not exists (select 1 from users as other where other.google_subject = ${subject})`;

type GoogleAccount = Omit<z.output<typeof googleAccountSchema>, "batchYear"> & { batchYear?: number };

/**
 * Creates the account at the first sign-in.
 * @param link the join link, whose batch and branch the member gets
 * @returns the member's id, or null when an administrator has to approve the account
 * @throws a redirect when an account with this email or Google account was created in the meantime; HttpError 410 when
 * the link has ended
 */
export async function createGoogleAccount(
  { subject, email, firstName, lastName }: GoogleIdentity,
  { phone, batchYear, skills }: GoogleAccount,
  redirectTo: string,
  refuse: RefuseGoogle,
  link: JoinLink | null = null,
  now = Date.now(),
): Promise<number | null> {
  const status = firstStatus(true, link);
  const [[member], notified] = await db.batch([
    insertSelect(
      db,
      users,
      {
        status,
        name: `${firstName} ${lastName}`.trim(),
        emailConfirmedAt: now,
        googleSubject: subject,
        createdAt: now,
        firstName,
        lastName,
        email,
        phone,
        batchYear: link?.batchYear ?? batchYear,
        branch: link?.branch,
        joinLinkId: link?.id,
        skills,
      },
      sql`(select 1)`,
      and(isFreeEmail(email), isFreeSubject(subject), link ? hasPlace(link) : undefined),
    ).returning({ id: users.id, status: users.status }),
    notifyAdmins("admin-approvals", now, status === "pending" ? sql`changes() > 0` : sql`false`),
  ]);
  await publishNotices(notified);
  if (!member && link) await requirePlace(link);
  if (!member) throw refuse("failed");
  const isAdmitted = member.status === "active" || (await admitByLink(member.id, redirectTo));
  return isAdmitted ? member.id : null;
}

function requireActive({ id, status }: { id: number; status: string }, refuse: RefuseGoogle): number {
  if (status === "active") return id;
  throw refuse(status === "pending" ? "approval" : "suspended");
}
