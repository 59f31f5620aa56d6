import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { auditEntries, db, events, users } from "./index.ts";
import { insertSelect } from "./insert-select.ts";
import { isOnTeam } from "./scopes/users.ts";
import { things } from "./things.ts";
import type { OwnedKind } from "./vocabulary.ts";

const maxSubjectLength = 200;
const maxTitleLength = 120;

/** What an entry is about: a description without a member's name, the owner, and an id to distinguish hidden subjects. */
export interface AuditSubject {
  text?: string | null;
  memberId?: number | null;
  id?: string | null | undefined;
  /** The reason and the end. */
  detail?: string | null;
  /** Whether moderators may read it. */
  isForModerators?: boolean;
}

const quote = (title: string): string => `“${title.slice(0, maxTitleLength)}”`;

/** A member's post, or that of a hidden author, who has a label but no id. */
export function aboutThing(owner: { id: number | null; name: string }, title?: string): AuditSubject {
  if (owner.id !== null) return { text: title === undefined ? null : quote(title), memberId: owner.id };
  return { text: title === undefined ? owner.name : `${quote(title)} by ${owner.name}` };
}

/**
 * Put it directly after the action's statement; it records nothing if that changed no row. Never pass a hidden member's id.
 * @param isDone for an entry before its action
 */
export const insertAuditEntry = (
  adminId: number,
  action: string,
  subject: AuditSubject = {},
  isDone = sql`changes() > 0`,
) => insertMemberAuditEntry(adminId, action, subject, sql`${isOnTeam("users")} and ${isDone}`);

/** `insertAuditEntry` for a member who is not an administrator, but has their permission. */
export const insertMemberAuditEntry = (
  memberId: number,
  action: string,
  {
    text = null,
    memberId: aboutId = null,
    id = null,
    detail = null,
    isForModerators = false,
  }: AuditSubject = {},
  isDone = sql`changes() > 0`,
) =>
  insertSelect(
    db,
    auditEntries,
    {
      adminId: memberId,
      action,
      subject: text?.slice(0, maxSubjectLength) ?? null,
      subjectId: id,
      detail,
      memberId: aboutId,
      forModerators: isForModerators,
      createdAt: Date.now(),
    },
    users,
    // `changes()` counts the rows that the previous statement changed, except by triggers.
    and(eq(users.id, memberId), isDone),
  );

const profile = { table: users, title: users.name, owner: users.id };

interface OwnableThing {
  viewer: { id: number; isAdmin: boolean; isModerator: boolean };
  verb: string;
  kind: OwnedKind | "profile";
  id: number;
  condition?: SQL | undefined;
  isForModerators?: boolean | undefined;
}

/**
 * Put it before the action's statement in the batch. Records actions by administrators and moderators on other members'
 * posts, and by co-organizers on an event.
 */
export function insertAuditEntryUnlessOwn(entry: OwnableThing) {
  const { viewer, verb, kind, id, condition, isForModerators = false } = entry;
  const { table, title, owner } = kind === "profile" ? profile : things[kind];
  return insertSelect(
    db,
    auditEntries,
    {
      adminId: viewer.id,
      action: `${verb} the ${kind}`,
      subject: kind === "profile" ? null : sql`'“' || substr(${title}, 1, ${maxTitleLength}) || '”'`,
      memberId: owner,
      forModerators: isForModerators,
      createdAt: Date.now(),
    },
    table,
    and(
      eq(table.id, id),
      ne(owner, viewer.id),
      sql`${viewer.isAdmin || viewer.isModerator || kind === "event" ? 1 : 0} = 1`,
      condition,
    ),
  );
}

/** `insertAuditEntry` for an organizer of an event. @param memberId the affected member */
export const insertOrganizerEntry = (
  { id }: { id: number },
  {
    action,
    eventId,
    memberId,
    isDone,
  }: { action: string; eventId: number; memberId: number; isDone: SQL | undefined },
) =>
  insertSelect(
    db,
    auditEntries,
    {
      adminId: id,
      action,
      subject: sql`'“' || substr(${events.title}, 1, ${maxTitleLength}) || '”'`,
      memberId,
      createdAt: Date.now(),
    },
    events,
    and(eq(events.id, eventId), isDone),
  );
