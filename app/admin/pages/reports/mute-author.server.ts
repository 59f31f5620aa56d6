import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { toReportReader } from "#app/anonymous/report-readers.server.ts";
import type { Muting } from "#app/moderation/report-input.server.ts";
import { notify } from "#app/notices/notify.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import type { MuteLength } from "#app/platform/auth/mute-texts.ts";
import { describeEnd } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { formatDay, today } from "#app/platform/time/time.server.ts";
import { type AuditSubject, insertAuditEntry } from "#db/audit.ts";
import { aliasMutes, db, reports, roomLines, roomMutes, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isMutedNow, isOwnAliasMute } from "#db/scopes/mutes.ts";
import { isActingAdmin, isActingModerator, isOnTeam } from "#db/scopes/users.ts";
import { things } from "#db/things.ts";
import { isBinSubject, type ReportSubject } from "#db/vocabulary.ts";
import { guestPrefix, shownHashLength } from "./report-context.server.ts";

const lengthMs: Record<MuteLength, number | null> = { day: dayMs, week: 7 * dayMs, open: null };

interface MutedThing {
  id: number;
  subject: ReportSubject;
  subjectId: string;
}

/**
 * Mutes the author of a reported item by name, by alias, or by the hash of the day, adds an audit trail entry and
 * notifies them. Authors in the room see the mute there, because nobody knows who they are.
 * @throws HttpError 403 for an administrator, and for a moderator unless an administrator mutes them
 */
export async function muteAuthor(
  viewer: Viewer,
  report: MutedThing,
  { reason, length }: Muting,
  { action, subject, mayDecide }: { action: string; subject: AuditSubject; mayDecide: SQL },
  now = Date.now(),
): Promise<void> {
  const ms = lengthMs[length];
  const until = report.subject === "room-line" || ms === null ? null : now + ms;
  const end = report.subject === "room-line" ? "until midnight" : describeEnd(until);
  const detail = [end, reason && `“${reason}”`].filter(Boolean).join(": ");
  const entry = () => insertAuditEntry(viewer.id, action, { ...subject, detail });
  const facts = { done: "muted", when: end, reason };
  const { memberId, alias } = authorOf(report);
  const isMutable = canMute(viewer);
  const { unmutable, toldMember, toldHidden } = await namedBatch({
    unmutable: db
      .select({ isAdmin: users.isAdmin })
      .from(users)
      .where(and(eq(users.id, memberId), sql`not ${isMutable}`)),
    mutedMember: muteMember({ memberId, isMutable, mayDecide }, { reason, until, now }),
    recordedMember: entry(),
    toldMember: tellMember(sql`users.id = ${memberId} and users.muted_at = ${now}`, facts, now),
    mutedHidden: muteHidden(report, mayDecide, { reason, until, now }),
    recordedHidden: entry(),
    toldHidden: tellHidden(sql`alias_mutes.alias = ${alias} and muted_at = ${now}`, facts, now),
  });
  if (unmutable[0]) {
    throw new HttpError(
      403,
      unmutable[0].isAdmin ? "An administrator can't be muted." : "Only administrators can mute a moderator.",
    );
  }
  await publishNotices([...toldMember, ...toldHidden]);
}

/** On `users`: nobody can mute an administrator, and only administrators can mute a moderator. */
const canMute = ({ isAdmin }: Viewer): SQL =>
  isAdmin ? sql`users.is_admin = 0` : sql`not ${isOnTeam("users")}`;

/** Whether the viewer may mute an author. An alias says nothing about its owner. @param key see `ReportContext` */
export async function mayMute(viewer: Viewer, key: string): Promise<boolean> {
  const id = parseId(key);
  if (id === null) return true;
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), canMute(viewer)));
  return found !== undefined;
}

const tellMember = (condition: SQL, facts: Record<string, string>, now: number) =>
  notify({ kind: "post-muted", userId: sql`users.id`, subject: "", facts, now }, users, condition);

/** Notifies the alias's owner. The notice contains neither the alias nor a name. */
const tellHidden = (condition: SQL, facts: Record<string, string>, now: number) =>
  notify(
    {
      kind: "post-muted",
      userId: sql`coalesce((select a_id from conversations where conversations.alias = alias_mutes.alias),
        (select user_id from question_aliases where question_aliases.alias = alias_mutes.alias))`,
      subject: "anonymous",
      facts: { ...facts, what: "anonymous" },
      now,
    },
    sql`alias_mutes`,
    condition,
  );

/** The author's member id or alias. The other is null. */
function authorOf({ subject, subjectId }: MutedThing): { memberId: SQL; alias: SQL } {
  const id = Number(subjectId);
  const nobody = sql`null`;
  const read = (column: SQL, table: string) =>
    sql`(select ${column} from ${sql.raw(table)} as made where made.id = ${id})`;
  if (isBinSubject(subject)) {
    const { table, owner, alias } = things[subject];
    const readOwn = (column: SQLiteColumn) => sql`(select ${column} from ${table} where ${table.id} = ${id})`;
    return { memberId: readOwn(owner), alias: alias ? readOwn(alias) : nobody };
  }
  switch (subject) {
    case "thanks":
      return {
        memberId: read(sql`iif(made.is_named, made.user_id, null)`, "thanks"),
        alias: read(sql`made.alias`, "thanks"),
      };
    case "user":
      return { memberId: sql`${id}`, alias: nobody };
    case "application":
      return { memberId: read(sql`made.user_id`, "job_applications"), alias: nobody };
    case "application-answer": {
      const job = read(sql`made.job_id`, "job_applications");
      return { memberId: sql`(select posted_by from jobs as own where own.id = ${job})`, alias: nobody };
    }
    case "message": {
      const isSenderHidden = sql`(place.alias is not null and place.a_id = said.sender_id)`;
      const said = sql`from messages as said join conversations as place on place.id = said.conversation_id
        where said.id = ${id}`;
      return {
        memberId: sql`(select iif(${isSenderHidden}, null, said.sender_id) ${said})`,
        alias: sql`(select iif(${isSenderHidden}, place.alias, null) ${said})`,
      };
    }
    case "alias":
      return {
        memberId: nobody,
        alias: sql`(select own.alias from conversations as own where own.alias = ${subjectId})`,
      };
    default:
      return { memberId: nobody, alias: nobody };
  }
}

interface Mute {
  reason: string;
  until: number | null;
  now: number;
}

const muteMember = (
  { memberId, isMutable, mayDecide }: { memberId: SQL; isMutable: SQL; mayDecide: SQL },
  { reason, until, now }: Mute,
) =>
  db
    .update(users)
    .set({ mutedAt: now, mutedUntil: until, muteReason: reason })
    .where(and(eq(users.id, memberId), sql`not ${isMutedNow("users", now)}`, isMutable, mayDecide));

function muteHidden(report: MutedThing, mayDecide: SQL, { reason, until, now }: Mute) {
  if (report.subject === "room-line") {
    const isLine = and(eq(roomLines.id, Number(report.subjectId)), eq(roomLines.day, today(now)));
    return insertSelect(
      db,
      roomMutes,
      { author: roomLines.author, day: roomLines.day, guestId: roomLines.guestId, reason },
      roomLines,
      and(isLine, mayDecide),
    ).onConflictDoNothing();
  }
  return insertSelect(
    db,
    aliasMutes,
    { alias: sql`author.alias`, mutedAt: now, mutedUntil: until, reason },
    sql`(select ${authorOf(report).alias} as alias) as author`,
    and(sql`author.alias is not null`, mayDecide),
  ).onConflictDoUpdate({
    target: aliasMutes.alias,
    set: { mutedAt: now, mutedUntil: until, reason },
    setWhere: sql`not ${isMutedNow("alias_mutes", now)}`,
  });
}

/**
 * On `users`, `alias_mutes` and `room_mutes`: whether the viewer may lift the mute when the statement runs. Moderators lift
 * neither their own mutes nor those of the administration.
 */
export function mayLift({ id }: Viewer) {
  const { hash } = toReportReader(id);
  const unlessOwn = (isForModerators: SQL) =>
    sql`(${isActingAdmin(id)} or (${isActingModerator(id)} and ${isForModerators}))`;
  return {
    member: unlessOwn(sql`not ${isOnTeam("users")}`),
    alias: unlessOwn(sql`not ${isOwnAliasMute(id)}`),
    room: unlessOwn(sql`lower(hex(room_mutes.author)) <> ${hash}`),
  };
}

/**
 * Lifts a mute, adds an audit trail entry, notifies the member, and closes their open answer.
 * @param key the id of a member, an alias, or `guest_` and the hash
 * @param words a message to the member
 * @returns the name, or null when nobody with that key is muted
 * @throws HttpError 403 if a moderator lifts their own mute or another moderator's
 */
export async function liftMute(
  viewer: Viewer,
  key: string,
  words = "",
  now = Date.now(),
): Promise<string | null> {
  const may = mayLift(viewer);
  if (key.startsWith(guestPrefix)) return liftRoomMute(viewer, key.slice(guestPrefix.length), may.room);
  const id = parseId(key);
  const facts = { done: "lifted", reason: words };
  const record = (subject: AuditSubject) =>
    insertAuditEntry(viewer.id, "unmuted", { ...subject, detail: words || null, isForModerators: true });
  const isMuted = (
    id === null
      ? and(eq(aliasMutes.alias, key), isMutedNow("alias_mutes", now))
      : and(eq(users.id, id), isMutedNow("users", now))
  ) as SQL;
  const table = id === null ? aliasMutes : users;
  const closeAppeal = db
    .update(reports)
    .set({ resolvedAt: now, resolvedBy: viewer.id, outcome: "lifted" })
    .where(
      and(
        eq(reports.subject, "mute"),
        eq(reports.subjectId, key),
        sql`resolved_at is null`,
        sql`not exists (select 1 from ${table} where ${isMuted})`,
        or(isActingAdmin(viewer.id), isActingModerator(viewer.id)),
      ),
    );
  const left = db.select({ one: sql`1` }).from(table).where(isMuted);
  if (id === null) {
    const isLifted = and(isMuted, may.alias) as SQL;
    const batch = await namedBatch({
      told: tellHidden(isLifted, facts, now),
      lifted: db.delete(aliasMutes).where(isLifted).returning({ alias: aliasMutes.alias }),
      recorded: record({ text: "Anonymous", id: key }),
      closed: closeAppeal,
      left,
    });
    if (batch.left.length > 0) throw notLiftable();
    await publishNotices(batch.told);
    return batch.lifted.length > 0 ? "The anonymous member" : null;
  }
  const isLifted = and(isMuted, may.member) as SQL;
  const batch = await namedBatch({
    told: tellMember(isLifted, facts, now),
    lifted: db
      .update(users)
      .set({ mutedAt: null, mutedUntil: null, muteReason: null })
      .where(isLifted)
      .returning({ name: users.name }),
    recorded: record({ memberId: id }),
    closed: closeAppeal,
    left,
  });
  if (batch.left.length > 0) throw notLiftable();
  await publishNotices(batch.told);
  return batch.lifted[0]?.name ?? null;
}

const notLiftable = () => new HttpError(403, "Only administrators can lift this mute.");

async function liftRoomMute(viewer: Viewer, hash: string, mayLiftIt: SQL): Promise<string | null> {
  const isGuest = eq(roomMutes.author, Buffer.from(hash, "hex"));
  const [guest] = await db.select({ name: roomMutes.guestId }).from(roomMutes).where(isGuest);
  const name = guest?.name ?? "Guest";
  const { lifted, left } = await namedBatch({
    lifted: db.delete(roomMutes).where(and(isGuest, mayLiftIt)).returning({ day: roomMutes.day }),
    recorded: insertAuditEntry(viewer.id, "unmuted", {
      text: `${name}, ${formatDay(today())}`,
      id: hash.slice(0, shownHashLength),
      isForModerators: true,
    }),
    left: db.select({ day: roomMutes.day }).from(roomMutes).where(isGuest),
  });
  if (left.length > 0) throw notLiftable();
  return lifted.length > 0 ? name : null;
}
