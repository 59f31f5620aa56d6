import { and, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { parseMoment } from "#app/events/times.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { cutText, normalizeCode, normalizeLine, parseId } from "#app/platform/schemas/fields.server.ts";
import { maxNameSearchLength } from "#app/platform/schemas/search-rules.ts";
import { auditEntries, db, users } from "#db/index.ts";
import { idList } from "#db/scopes/search.ts";
import { findUsers } from "#db/search.ts";
import { type AuditFilter, type AuditKind, auditKinds } from "./audit-filter.ts";

const about = alias(users, "about");
const isKind = (text: string): text is AuditKind => Object.hasOwn(auditKinds, text);

/** Reads the filter in an address. Values that no entry can have are ignored. */
export function readAuditFilter({ searchParams }: URL): AuditFilter {
  const kind = searchParams.get("kind") ?? "";
  const month = normalizeCode((searchParams.get("month") ?? "").slice(0, 60));
  return {
    person: cutText(normalizeLine(searchParams.get("person") ?? ""), maxNameSearchLength),
    kind: isKind(kind) ? kind : "",
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : "",
  };
}

/** Maximum number of members that a part of a name may match. */
const maxPeople = 5_000;

/**
 * Moderators read entries about what they did and about decisions that they could have made, but none about themselves
 * or their aliases.
 */
export const isForModerator = ({ id }: Viewer): SQL =>
  sql`(for_moderators = 1 and (admin_id = ${id} or ((member_id is null or member_id <> ${id})
    and (subject_id is null or subject_id not in (select alias from question_aliases where user_id = ${id}
      union all select alias from conversations where a_id = ${id} and alias is not null)))))`;

/** Entries below an id, newest first. A person matches entries by them and entries about them. */
export const listAuditEntries = async (
  filter: AuditFilter,
  before: number,
  limit: number,
  isReadable?: SQL,
) =>
  await db
    .select({
      id: auditEntries.id,
      action: auditEntries.action,
      subject: auditEntries.subject,
      subjectId: auditEntries.subjectId,
      detail: auditEntries.detail,
      createdAt: auditEntries.createdAt,
      adminId: users.id,
      adminName: users.name,
      memberName: about.name,
      memberId: about.id,
      isMemberDeleted: sql`${about.status} = 'deleted'`.mapWith(Boolean),
    })
    .from(auditEntries)
    .innerJoin(users, eq(users.id, auditEntries.adminId))
    .leftJoin(about, eq(about.id, auditEntries.memberId))
    .where(
      and(
        lt(auditEntries.id, before),
        isReadable,
        await isOfPerson(filter),
        isOfKind(filter),
        isOfMonth(filter),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit);

async function isOfPerson({ person }: AuditFilter): Promise<SQL | undefined> {
  if (person === "") return undefined;
  const id = parseId(person);
  const ids =
    id === null ? sql`(${idList((await findUsers(person, { limit: maxPeople })).ids)})` : sql`(${id})`;
  return or(sql`${auditEntries.adminId} in ${ids}`, sql`${auditEntries.memberId} in ${ids}`);
}

function isOfKind({ kind }: AuditFilter): SQL | undefined {
  if (kind === "") return undefined;
  const [, beginnings] = auditKinds[kind];
  return or(...beginnings.map((words) => sql`${auditEntries.action} like ${`${words}%`}`));
}

function isOfMonth({ month }: AuditFilter): SQL | undefined {
  if (month === "") return undefined;
  const [year = 0, number = 0] = month.split("-").map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
  const begin = (text: string) => parseMoment(`${text}-01T00:00`, env.TIME_ZONE);
  return and(gte(auditEntries.createdAt, begin(month)), lt(auditEntries.createdAt, begin(next)));
}
