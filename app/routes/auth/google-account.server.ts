import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, mailLinks, sessions, users } from "#db/index.ts";
import { isRecoverable, statusAfterConfirmation } from "../../auth/credentials.server.ts";
import { endAllSessions } from "../../auth/session.server.ts";
import { env } from "../../env.server.ts";
import type { googleAccountSchema } from "../../schemas/user.ts";
import { type GoogleIdentity, GoogleRefusal } from "./google-flow.server.ts";

/**
 * The member behind a Google account: the one it is linked to, or the one with its verified address, who is linked
 * to it now. An account whose own address was never confirmed may have been made by somebody else: linking takes its
 * password and ends its sessions (contract, section 8).
 * @returns the member's id, or null when there is no account yet
 * @throws GoogleRefusal when there is one that may not come in
 */
export async function findOrLinkAccount(
  { subject, email }: GoogleIdentity,
  now = Date.now(),
): Promise<number | null> {
  const unlinked = and(eq(users.email, email), isNull(users.googleSubject), isRecoverable);
  // Of two Google accounts with one address, or of one Google account with two members, the first one stands.
  const free = sql`not exists (select 1 from users as taken where taken.google_subject = ${subject})`;
  const link = and(unlinked, free);
  const doubtful = and(link, isNull(users.emailConfirmedAt));
  const idsOf = (whom: SQL | undefined) => sql`(${db.select({ id: users.id }).from(users).where(whom)})`;
  const [ended, , , members] = await db.batch([
    db
      .delete(sessions)
      .where(sql`${sessions.userId} in ${idsOf(doubtful)}`)
      .returning({ userId: sessions.userId }),
    db.delete(mailLinks).where(sql`${mailLinks.userId} in ${idsOf(doubtful)}`),
    db
      .update(users)
      .set({
        googleSubject: subject,
        passwordHash: sql`case when ${users.emailConfirmedAt} is null then null else ${users.passwordHash} end`,
        emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now})`,
        status: statusAfterConfirmation(),
      })
      .where(link),
    db.select({ id: users.id, status: users.status }).from(users).where(eq(users.googleSubject, subject)),
  ] as const);
  const owner = ended[0]?.userId;
  if (owner !== undefined) await endAllSessions(owner);
  const [member] = members;
  if (member) return requireActive(member);

  const [other] = await db.select({ status: users.status }).from(users).where(eq(users.email, email));
  if (other) throw new GoogleRefusal(other.status === "suspended" ? "suspended" : "other");
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (env.REGISTRATION === "domain" && !env.ALLOWED_EMAIL_DOMAINS.includes(domain))
    throw new GoogleRefusal("domain");
  return null;
}

/**
 * Makes the account of a first sign-in.
 * @returns the member's id, or null when it has to wait for an administrator
 * @throws GoogleRefusal when an account with this address or Google account came in between
 */
export async function createGoogleAccount(
  { subject, email, firstName, lastName }: GoogleIdentity,
  { phone, batchYear, skills }: z.output<typeof googleAccountSchema>,
  now = Date.now(),
): Promise<number | null> {
  const [member] = await db
    .insert(users)
    .values({
      status: env.REGISTRATION === "approval" ? "pending" : "active",
      name: `${firstName} ${lastName}`.trim(),
      emailConfirmedAt: now,
      googleSubject: subject,
      createdAt: now,
      firstName,
      lastName,
      email,
      phone,
      batchYear,
      skills,
    })
    .onConflictDoNothing()
    .returning({ id: users.id, status: users.status });
  if (!member) throw new GoogleRefusal("failed");
  return member.status === "active" ? member.id : null;
}

function requireActive({ id, status }: { id: number; status: string }): number {
  if (status === "active") return id;
  throw new GoogleRefusal(status === "pending" ? "approval" : "suspended");
}
