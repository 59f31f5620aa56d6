import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Muting } from "#app/moderation/report-input.server.ts";
import { notify } from "#app/notices/notify.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import type { MuteLength } from "#app/platform/auth/mute-texts.ts";
import { describeEnd } from "#app/platform/auth/mutes.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { formatDay, today } from "#app/platform/time/time.server.ts";
import { type AuditSubject, insertAuditEntry } from "#db/audit.ts";
import { aliasMutes, db, reports, roomLines, roomMutes, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isMutedNow } from "#db/scopes/mutes.ts";
import { isActingAdmin } from "#db/scopes/users.ts";
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
 * Mutes the author of a reported thing by name, by alias, or by the hash of the day, adds an audit trail entry and
 * notifies them. Authors in the room see it there, because nobody knows who they are.
 */
export async function muteAuthor(
  adminId: number,
  report: MutedThing,
  { reason, length }: Muting,
  action: string,
  subject: AuditSubject,
  now = Date.now(),
): Promise<void> {
  const ms = lengthMs[length];
  const until = report.subject === "room-line" || ms === null ? null : now + ms;
  const end = report.subject === "room-line" ? "until midnight" : describeEnd(until);
  const detail = [end, reason].filter(Boolean).join(": ");
  const entry = () => insertAuditEntry(adminId, action, { ...subject, detail });
  const facts = { done: "muted", when: end, reason };
  const { memberId, alias } = authorOf(report);
  const { toldMember, toldHidden } = await namedBatch({
    mutedMember: muteMember(adminId, report, { reason, until, now }),
    recordedMember: entry(),
    toldMember: tellMember(sql`users.id = ${memberId} and users.muted_at = ${now}`, facts, now),
    mutedHidden: muteHidden(adminId, report, { reason, until, now }),
    recordedHidden: entry(),
    toldHidden: tellHidden(sql`alias_mutes.alias = ${alias} and muted_at = ${now}`, facts, now),
  });
  await publishNotices([...toldMember, ...toldHidden]);
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

/** Whether the administrator may decide the report when the statement runs. */
const canDecide = (adminId: number, { id }: MutedThing) =>
  and(
    sql`exists (select 1 from reports where reports.id = ${id} and resolved_at is null)`,
    isActingAdmin(adminId),
  );

interface Mute {
  reason: string;
  until: number | null;
  now: number;
}

const muteMember = (adminId: number, report: MutedThing, { reason, until, now }: Mute) =>
  db
    .update(users)
    .set({ mutedAt: now, mutedUntil: until, muteReason: reason })
    .where(
      and(
        eq(users.id, authorOf(report).memberId),
        sql`not ${isMutedNow("users", now)}`,
        canDecide(adminId, report),
      ),
    );

function muteHidden(adminId: number, report: MutedThing, { reason, until, now }: Mute) {
  if (report.subject === "room-line") {
    const isLine = and(eq(roomLines.id, Number(report.subjectId)), eq(roomLines.day, today(now)));
    return insertSelect(
      db,
      roomMutes,
      { author: roomLines.author, day: roomLines.day, guestId: roomLines.guestId, reason },
      roomLines,
      and(isLine, canDecide(adminId, report)),
    ).onConflictDoNothing();
  }
  return insertSelect(
    db,
    aliasMutes,
    { alias: sql`author.alias`, mutedAt: now, mutedUntil: until, reason },
    sql`(select ${authorOf(report).alias} as alias) as author`,
    and(sql`author.alias is not null`, canDecide(adminId, report)),
  ).onConflictDoUpdate({
    target: aliasMutes.alias,
    set: { mutedAt: now, mutedUntil: until, reason },
    setWhere: sql`not ${isMutedNow("alias_mutes", now)}`,
  });
}

/**
 * Lifts a mute, adds an audit trail entry, notifies the member, and closes their open answer.
 * @param key the id of a member, an alias, or `guest_` and the hash
 * @param words a message to the member
 * @returns the name, or null when nobody with that key is muted
 */
export async function liftMute(
  adminId: number,
  key: string,
  words = "",
  now = Date.now(),
): Promise<string | null> {
  if (key.startsWith(guestPrefix)) return liftRoomMute(adminId, key.slice(guestPrefix.length));
  const id = parseId(key);
  const facts = { done: "lifted", reason: words };
  const record = (subject: AuditSubject) =>
    insertAuditEntry(adminId, "unmuted", { ...subject, detail: words || null });
  const closeAppeal = db
    .update(reports)
    .set({ resolvedAt: now, resolvedBy: adminId, outcome: "lifted" })
    .where(
      and(
        eq(reports.subject, "mute"),
        eq(reports.subjectId, key),
        sql`resolved_at is null`,
        isActingAdmin(adminId),
      ),
    );
  if (id === null) {
    const isMuted = and(eq(aliasMutes.alias, key), isMutedNow("alias_mutes", now), isActingAdmin(adminId));
    const { told, lifted } = await namedBatch({
      told: tellHidden(isMuted as SQL, facts, now),
      lifted: db.delete(aliasMutes).where(isMuted).returning({ alias: aliasMutes.alias }),
      recorded: record({ text: "Anonymous", id: key }),
      closed: closeAppeal,
    });
    await publishNotices(told);
    return lifted.length > 0 ? "The anonymous member" : null;
  }
  const isMuted = and(eq(users.id, id), isMutedNow("users", now), isActingAdmin(adminId));
  const {
    told,
    lifted: [lifted],
  } = await namedBatch({
    told: tellMember(isMuted as SQL, facts, now),
    lifted: db
      .update(users)
      .set({ mutedAt: null, mutedUntil: null, muteReason: null })
      .where(isMuted)
      .returning({ name: users.name }),
    recorded: record({ memberId: id }),
    closed: closeAppeal,
  });
  await publishNotices(told);
  return lifted?.name ?? null;
}

async function liftRoomMute(adminId: number, hash: string): Promise<string | null> {
  const isGuest = eq(roomMutes.author, Buffer.from(hash, "hex"));
  const [guest] = await db.select({ name: roomMutes.guestId }).from(roomMutes).where(isGuest);
  const name = guest?.name ?? "Guest";
  const [lifted] = await db.batch([
    db
      .delete(roomMutes)
      .where(and(isGuest, isActingAdmin(adminId)))
      .returning({ day: roomMutes.day }),
    insertAuditEntry(adminId, "unmuted", {
      text: `${name}, ${formatDay(today())}`,
      id: hash.slice(0, shownHashLength),
    }),
  ]);
  return lifted.length > 0 ? name : null;
}
