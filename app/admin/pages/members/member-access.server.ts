import { and, eq, isNotNull, isNull, ne, not, or, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { enqueueLinkMails, type LinkMail } from "#app/platform/mail/link.server.ts";
import { invitationLink, resetLink } from "#app/platform/mail/password-links.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { hub } from "#app/platform/realtime/hub.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, mailLinks, sessions, users } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { hasProvider, hasSecondFactor, isActingAdmin } from "#db/scopes/users.ts";
import { actedOnColumns } from "./change-member.server.ts";

const isActive = eq(users.status, "active");
const hasAccess = or(isNotNull(users.passwordHash), hasProvider);

/** The mails that an administrator can send: who may receive one, its link, and its wording in the audit trail. */
const links = {
  "send-reset": {
    to: and(isActive, hasAccess),
    link: () => resetLink("An administrator, probably because you asked, has sent you this link"),
    did: "sent a link for a new password to",
  },
  invite: {
    to: and(isActive, isNull(users.passwordHash), not(hasProvider)),
    link: invitationLink,
    did: "invited again",
  },
} as const satisfies Record<string, { to: unknown; link: (inviter: string) => LinkMail; did: string }>;
export type AccessLink = keyof typeof links;

const sessionCount = sql`(select count(*) from (select 1 from sessions where user_id = ${users.id} limit 1000))`;

/** How a member can log in, for administrators who help them. @returns undefined for an unknown member */
export async function findMember(id: number) {
  const [member] = await db
    .select({
      ...actedOnColumns,
      isConfirmed: sql`${users.emailConfirmedAt} is not null`.mapWith(Boolean),
      hasPassword: sql`${users.passwordHash} is not null`.mapWith(Boolean),
      hasGoogle: sql`${users.googleSubject} is not null`.mapWith(Boolean),
      hasOidc: sql`${users.oidcSubject} is not null`.mapWith(Boolean),
      hasCode: hasSecondFactor.mapWith(Boolean),
      announcerBatch: users.announcerBatch,
      batchYear: users.batchYear,
      branch: users.branch,
      avatarFile: users.avatarFile,
      sessions: sessionCount.mapWith(Number),
    })
    .from(users)
    .where(and(eq(users.id, id), ne(users.status, "deleted")));
  if (!member) return undefined;
  const { hasGoogle, hasOidc, ...rest } = member;
  return { ...rest, providers: [hasGoogle && "Google", hasOidc && env.OIDC_NAME].filter(Boolean) };
}

/** Mails a member a link to regain access. @returns false if the member may not receive this link */
export async function sendAccessLink(viewer: Viewer, id: number, name: AccessLink): Promise<boolean> {
  const member = await findMember(id);
  if (!member) return false;
  const { to, link, did } = links[name];
  const isRecipient = and(eq(users.id, id), to, isActingAdmin(viewer.id));
  const [storeLink, queueMail] = enqueueLinkMails([member.email], isRecipient, link(viewer.name));
  const { stored } = await namedBatch({
    stored: storeLink.returning({ userId: mailLinks.userId }),
    mail: queueMail,
    recorded: insertAuditEntry(viewer.id, did, { memberId: id }),
  });
  if (stored.length > 0) wakeMailQueue();
  return stored.length > 0;
}

/** Ends all of a member's sessions and tokens. @returns how many there were */
export async function endMemberSessions(viewer: Viewer, id: number): Promise<number> {
  const member = await findMember(id);
  if (!member) return 0;
  const [ended] = await db.batch([
    db
      .delete(sessions)
      .where(and(eq(sessions.userId, id), isActingAdmin(viewer.id)))
      .returning({ kind: sessions.kind }),
    insertAuditEntry(viewer.id, "ended the sessions of", { memberId: id }),
  ]);
  if (ended.length === 0) return 0;
  hub.closeUser(id);
  logSecurityEvent("all-sessions-ended", { memberId: id, by: viewer.id });
  return ended.length;
}
