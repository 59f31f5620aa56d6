import { and, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { hub } from "#app/platform/realtime/hub.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { emptyJournal } from "#app/platform/store/journal.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, sessions, users } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { anonymizedColumns, isActingAdmin } from "#db/scopes/users.ts";

const isPending = eq(users.status, "pending");
const isActive = eq(users.status, "active");
const otherAdmin = sql`exists (select 1 from users as other
  where other.is_admin = 1 and other.status = 'active' and other.id <> ${users.id})`;

/**
 * Whether a pending member may be approved. If addresses must be confirmed, only the owner can do that, because
 * somebody else may have registered it.
 */
export const isApprovable = and(
  isPending,
  env.REGISTRATION === "domain" ? isNotNull(users.emailConfirmedAt) : undefined,
);

/** What the pages with these actions show of a member. */
export const actedOnColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  status: users.status,
  isAdmin: users.isAdmin,
  isModerator: users.isModerator,
  createdAt: users.createdAt,
  isApprovable: sql`${isApprovable}`.mapWith(Boolean),
};

/** An administrator's actions on a member: the condition, the change, and its wording in the audit trail. */
const acts = {
  approve: {
    to: isApprovable,
    set: { status: "active" },
    did: "approved the member",
    event: "member-approved",
  },
  decline: {
    to: isPending,
    set: anonymizedColumns,
    did: "declined the registration",
    event: "member-declined",
  },
  promote: {
    to: and(isActive, eq(users.isAdmin, false)),
    set: { isAdmin: true, isModerator: false },
    did: "made an administrator of",
    event: "role-changed",
  },
  demote: {
    to: and(isActive, eq(users.isAdmin, true), otherAdmin),
    set: { isAdmin: false },
    did: "took the administration from",
    event: "role-changed",
  },
  "make-moderator": {
    to: and(isActive, eq(users.isAdmin, false), eq(users.isModerator, false)),
    set: { isModerator: true },
    did: "made a moderator of",
    event: "role-changed",
  },
  "remove-moderator": {
    to: eq(users.isModerator, true),
    set: { isModerator: false },
    did: "took the moderation from",
    event: "role-changed",
  },
  suspend: {
    to: isActive,
    set: { status: "suspended" },
    did: "suspended the member",
    event: "member-suspended",
  },
  unsuspend: {
    to: eq(users.status, "suspended"),
    set: { status: "active" },
    did: "let back in",
    event: "member-unsuspended",
  },
} as const satisfies Record<string, Act>;
type Act = {
  to: SQL | undefined;
  set: Partial<typeof users.$inferInsert> | typeof anonymizedColumns;
  did: string;
  event: Parameters<typeof logSecurityEvent>[0];
};
export type MemberAction = keyof typeof acts;
/** Posted to the member's page. The others are posted to the list. */
export type RoleAction = Extract<MemberAction, "make-moderator" | "remove-moderator">;

/**
 * Applies one action to a member and adds an audit trail entry. An approved member gets a mail. A suspended one is
 * logged out everywhere immediately.
 * @returns the member's name, or null when the action is not possible: the member has changed or is the last
 * administrator, the viewer is no longer an administrator, or wants to suspend themselves
 */
export async function changeMember(viewer: Viewer, id: number, act: MemberAction): Promise<string | null> {
  const { to, set, did, event } = acts[act];
  const isTarget = eq(users.id, id);
  const canAct = and(
    isTarget,
    to,
    act === "suspend" ? ne(users.id, viewer.id) : undefined,
    isActingAdmin(viewer.id),
  );
  const [member] = await db.select({ name: users.name }).from(users).where(isTarget);
  if (!member) return null;
  const { changed } = await namedBatch({
    farewell: enqueueMails(farewell(id), users, and(canAct, act === "decline" ? undefined : sql`false`)),
    changed: db
      .update(users)
      .set(typeof set === "function" ? set(id) : set)
      .where(canAct)
      .returning({ id: users.id }),
    recorded: insertAuditEntry(viewer.id, did, { memberId: id }),
    welcome: enqueueMails(welcome(id), users, and(isTarget, act === "approve" ? hasJustChanged : sql`false`)),
    endedSessions: db
      .delete(sessions)
      .where(sql`${sessions.userId} = (select id from users where id = ${id} and status = 'suspended')`),
  });
  if (changed.length === 0) return null;
  if (act === "suspend") hub.closeUser(id);
  if (act === "decline") emptyJournal();
  logSecurityEvent(event, {
    memberId: id,
    by: viewer.id,
    ...("isAdmin" in set && { isAdmin: set.isAdmin }),
    ...("isModerator" in set && { isModerator: set.isModerator }),
  });
  wakeMailQueue();
  return member.name;
}

/** The preceding statement inserts the audit trail entry only if something changed. */
const hasJustChanged = sql`changes() > 0`;

const farewell = (id: number, now = Date.now()) => ({
  key: `declined:${id}:${now}`,
  subject: `Your registration on ${settings.siteName}`,
  text: `An administrator has declined your registration on ${settings.siteName}. What you typed there is deleted.`,
});

const welcome = (id: number, now = Date.now()) => ({
  key: `approved:${id}:${now}`,
  subject: `Welcome to ${settings.siteName}`,
  text: `An administrator has approved your account. You can log in now:\n\n${siteOrigin}/login`,
});
