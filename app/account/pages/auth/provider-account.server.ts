import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { notifyAdmins } from "#app/notices/notify.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import { endAllSessions, type Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { db, mailLinks, sessions, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { existingProgramme, hasSecondFactor, isAccountOf, isFreeEmail } from "#db/scopes/users.ts";
import { endCalendar } from "../../calendar.server.ts";
import { acceptedTexts, isRecoverable, statusAfterConfirmation } from "../../credentials.server.ts";
import { admitByLink } from "../../first-administrator.server.ts";
import type { providerAccountSchema } from "../../input.server.ts";
import { firstStatus, hasPlace, type JoinLink, requirePlace } from "../../join-links.server.ts";
import { usualProgramme } from "../../programmes.server.ts";
import type { Identity } from "./provider-cookie.server.ts";
import type { RefuseSignIn } from "./provider-refusal.server.ts";
import type { Provider } from "./providers.server.ts";

/**
 * Finds the member with a linked account at the provider, or links the one with the same verified email. An account whose
 * email was never confirmed may have been created by someone else, so linking removes its password and ends its sessions
 * (contract, section 8).
 * @returns the member and whether the log-in needs a code. Null if there is no account with this email. "unproven" if
 * there is one, but the provider has not verified the email, so the member must log in to it in another way first
 * @throws a redirect when the member may not log in
 */
export async function findOrLinkAccount(
  provider: Provider,
  identity: Identity,
  redirectTo: string,
  refuse: RefuseSignIn,
  now = Date.now(),
): Promise<{ userId: number; needsCode: boolean } | "unproven" | null> {
  const { email } = identity;
  const canLink = isLinkableTo(provider, identity);
  const isLinkable = and(canLink, identity.isVerified ? undefined : sql`false`);
  const isUnconfirmed = and(isLinkable, isNull(users.emailConfirmedAt));
  const selectIds = (condition: SQL | undefined) =>
    sql`(${db.select({ id: users.id }).from(users).where(condition)})`;
  const { endedSessions, members } = await namedBatch({
    endedSessions: db
      .delete(sessions)
      .where(sql`${sessions.userId} in ${selectIds(isUnconfirmed)}`)
      .returning({ userId: sessions.userId }),
    endedCalendars: endCalendar(selectIds(isUnconfirmed)),
    deletedLinks: db.delete(mailLinks).where(sql`${mailLinks.userId} in ${selectIds(isUnconfirmed)}`),
    linked: db
      .update(users)
      .set({
        ...provider.columns(identity),
        passwordHash: sql`case when ${users.emailConfirmedAt} is null then null else ${users.passwordHash} end`,
        emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now})`,
        status: statusAfterConfirmation(),
      })
      .where(isLinkable),
    members: db
      .select({ id: users.id, status: users.status, needsCode: hasSecondFactor.mapWith(Boolean) })
      .from(users)
      .where(provider.isLinkedTo(identity)),
  });
  const userId = endedSessions[0]?.userId;
  if (userId !== undefined) await endAllSessions(userId);
  const [member] = members;
  if (member && (await admitByLink(member.id, redirectTo))) member.status = "active";
  if (member) return { userId: requireActive(member, refuse), needsCode: member.needsCode };

  const [other] = await db
    .select({ status: users.status, canLink: sql`${canLink}`.mapWith(Boolean) })
    .from(users)
    .where(isAccountOf(email));
  if (other?.status === "suspended") throw refuse("suspended");
  if (other?.canLink) return "unproven";
  if (other) throw refuse("other");
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (env.REGISTRATION === "domain" && !env.ALLOWED_EMAIL_DOMAINS.includes(domain)) throw refuse("domain");
  return null;
}

/** The first link wins: an account at the provider has one member, and a member has one account there. */
const isLinkableTo = (provider: Provider, identity: Identity) =>
  and(
    isAccountOf(identity.email),
    provider.isUnlinked(identity),
    isRecoverable,
    isFreeIdentity(provider, identity),
  );

const isFreeIdentity = (provider: Provider, identity: Identity) =>
  sql`not exists (select 1 from users as other where ${provider.isLinkedTo(identity, "other")})`;

/**
 * Links the account of a member who has logged in to it, so that its address need not be verified by the provider.
 * @returns false if this is not the account with the identity's address, or it is linked to another one
 */
export async function linkProvenAccount(
  provider: Provider,
  identity: Identity,
  viewer: Viewer,
): Promise<boolean> {
  const linked = await write(() =>
    db
      .update(users)
      .set(provider.columns(identity))
      .where(and(eq(users.id, viewer.id), isLinkableTo(provider, identity)))
      .returning({ id: users.id }),
  );
  return linked.length > 0;
}

/** Whether this member's account is the one that `linkProvenAccount` would link. */
export async function canLinkAccount(
  provider: Provider,
  identity: Identity,
  viewer: Viewer,
): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, viewer.id), isLinkableTo(provider, identity)));
  return found.length > 0;
}

type NewAccount = Omit<z.output<typeof providerAccountSchema>, "batchYear" | "programme"> & {
  batchYear?: number;
  programme?: number | null;
};

/**
 * Creates the account at the first sign-in.
 * @param link the join link, whose batch, programme and branch the member gets
 * @returns the member's id, or null when an administrator has to approve the account
 * @throws a redirect when an account with this email or identity was created in the meantime; HttpError 410 when
 * the link has ended
 */
export async function createProviderAccount(
  provider: Provider,
  identity: Identity,
  { phone, batchYear, programme, skills }: NewAccount,
  redirectTo: string,
  refuse: RefuseSignIn,
  link: JoinLink | null = null,
  now = Date.now(),
): Promise<number | null> {
  const { email, firstName, lastName } = identity;
  const status = firstStatus(true, link);
  const [[member], notified] = await db.batch([
    insertSelect(
      db,
      users,
      {
        status,
        name: `${firstName} ${lastName}`.trim(),
        emailConfirmedAt: now,
        ...provider.columns(identity),
        createdAt: now,
        firstName,
        lastName,
        email,
        phone,
        batchYear: link?.batchYear ?? batchYear,
        programmeId: existingProgramme((link ? link.programmeId : programme) ?? usualProgramme()),
        branch: link?.branch,
        joinLinkId: link?.id,
        acceptedTexts: acceptedTexts(),
        skills,
      },
      sql`(select 1)`,
      and(isFreeEmail(email), isFreeIdentity(provider, identity), link ? hasPlace(link) : undefined),
    ).returning({ id: users.id, status: users.status }),
    notifyAdmins("admin-approvals", now, status === "pending" ? sql`changes() > 0` : sql`false`),
  ]);
  await publishNotices(notified);
  if (!member && link) await requirePlace(link);
  if (!member) throw refuse("failed");
  const isAdmitted = member.status === "active" || (await admitByLink(member.id, redirectTo));
  return isAdmitted ? member.id : null;
}

function requireActive({ id, status }: { id: number; status: string }, refuse: RefuseSignIn): number {
  if (status === "active") return id;
  throw refuse(status === "pending" ? "approval" : "suspended");
}
