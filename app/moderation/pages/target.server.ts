import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { db, reports } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isVisibleJob } from "#db/scopes/jobs.ts";
import { isMutedNow, isOwnAliasMute } from "#db/scopes/mutes.ts";
import { isOwnPost, isVisiblePost } from "#db/scopes/questions.ts";
import { isOfLiveThing } from "#db/scopes/thanks.ts";
import { things } from "#db/things.ts";
import {
  type BinSubject,
  isAnonymousKind,
  isBinSubject,
  type JobReportKind,
  type ReportSubject,
} from "#db/vocabulary.ts";

/** Something that a member wants to report. */
interface ReportTarget {
  subject: ReportSubject;
  /** As the reporter sees it: an id, or an alias. */
  subjectId: string;
  reporterId: number;
  /** The reporter's hash of the day, which identifies their own lines in the room. */
  author: Buffer;
}

/** Length of the excerpt stored with a report, in characters. */
const excerptLength = 200;
/** Stored whole, because the author may delete them or administrators cannot read them elsewhere. */
const keptWhole = new Set<ReportSubject>(["message", "room-line", "application", "application-answer"]);

/** A condition on the item's table: it is another member's, and visible. */
function mayReport(subject: BinSubject, reporterId: number): SQL {
  const isOthers = sql`${things[subject].owner} <> ${reporterId}`;
  if (subject === "job") return sql`${isOthers} and ${isVisibleJob(reporterId)}`;
  if (!isAnonymousKind(subject)) return isOthers;
  const reporter = { id: reporterId, isAdmin: false };
  if (subject === "experience") return sql`not ${isOwnPost("experiences", reporter)}`;
  return sql`not ${isOwnPost(`${subject}s`, reporter)} and ${isVisiblePost(`${subject}s`, reporter)}`;
}

/** Returns the source and title of an item, with no rows if the reporter cannot see it or it is their own. */
function findTarget({ subject, subjectId, reporterId, author }: ReportTarget): {
  from: SQL;
  title: SQL;
  authorId?: SQL;
  file?: { name: SQL; shownName: SQL };
} {
  const id = sql`cast(${subjectId} as integer)`;
  if (isBinSubject(subject)) {
    const { table, title, owner } = things[subject];
    return {
      from: sql`${table} where ${table.id} = ${id} and ${mayReport(subject, reporterId)}`,
      title: sql`${title}`,
      authorId: sql`${owner}`,
    };
  }
  switch (subject) {
    case "application":
      return {
        from: sql`job_applications as sent join jobs on jobs.id = sent.job_id
          where sent.id = ${id} and jobs.posted_by = ${reporterId}`,
        title: sql`sent.letter`,
        authorId: sql`sent.user_id`,
        file: { name: sql`sent.file`, shownName: sql`sent.file_name` },
      };
    case "application-answer":
      return {
        from: sql`job_applications as sent join jobs on jobs.id = sent.job_id
          where sent.id = ${id} and sent.user_id = ${reporterId} and sent.answer is not null
            and ${isVisibleJob(reporterId)}`,
        title: sql`sent.answer`,
        authorId: sql`jobs.posted_by`,
      };
    case "user":
      return {
        from: sql`users where id = ${id} and id <> ${reporterId} and status = 'active'`,
        title: sql`name`,
      };
    case "alias":
      return {
        from: sql`conversations where alias = ${subjectId} and b_id = ${reporterId}`,
        title: sql`'Anonymous'`,
      };
    case "message":
      return {
        from: sql`messages where id = ${id} and receiver_id = ${reporterId} and delivered = 1`,
        title: sql`iif(content = '', 'Picture or file', content)`,
        authorId: sql`(select iif(alias is not null and a_id = sender_id, null, sender_id)
          from conversations where conversations.id = conversation_id)`,
      };
    case "thanks": {
      const own = sql`(select alias from question_aliases where user_id = ${reporterId})`;
      return {
        from: sql`thanks where id = ${id} and line is not null and hidden_at is null and user_id <> ${reporterId}
          and ${isOfLiveThing("thanks")} and (receiver_id = ${reporterId} or is_shown = 1
            or answer_id in (select answers.id from answers where alias in ${own})
            or comment_id in (select comments.id from comments where alias in ${own}))`,
        title: sql`line`,
        authorId: sql`iif(is_named, user_id, null)`,
      };
    }
    case "mute":
      return subjectId.startsWith("anon_")
        ? {
            from: sql`alias_mutes where alias = ${subjectId} and ${isOwnAliasMute(reporterId)}`,
            title: sql`'Anonymous'`,
          }
        : {
            from: sql`users where id = ${id} and id = ${reporterId} and ${isMutedNow("users")}`,
            title: sql`name`,
          };
    case "room-line":
      return { from: sql`room_lines where id = ${id} and author <> ${author}`, title: sql`content` };
  }
}

/** Selects an item's title, with no rows if the reporter cannot report it, and the reporter's open report of it. */
export function selectReportTarget(target: ReportTarget) {
  const { from, title } = findTarget(target);
  return [
    db.select({ title: sql<string>`substr(${title}, 1, ${excerptLength})` }).from(from),
    db
      .select({ id: reports.id })
      .from(reports)
      .where(
        and(
          eq(reports.reporterId, target.reporterId),
          eq(reports.subject, target.subject),
          eq(reports.subjectId, target.subjectId),
          isNull(reports.resolvedAt),
        ),
      ),
  ] as const;
}

interface ReportText {
  reason: string;
  /** For jobs. */
  kind: JobReportKind | null;
  /** Whether the form said that moderators read it. */
  forModerators: boolean;
}

/**
 * The statement that stores a report, unless the reporter cannot report the item or already has an open report of it.
 */
export function insertReport(
  target: ReportTarget,
  { reason, kind, forModerators }: ReportText,
  now = Date.now(),
) {
  const { from, title, authorId = sql`null`, file } = findTarget(target);
  const { subject, subjectId, reporterId } = target;
  // Members can change and delete their names, so they are not copied.
  const excerpt =
    subject === "user" || subject === "alias" || subject === "mute"
      ? sql`null`
      : keptWhole.has(subject)
        ? title
        : sql`substr(${title}, 1, ${excerptLength})`;
  const row = {
    reporterId,
    subject,
    subjectId,
    reason,
    kind,
    forModerators,
    createdAt: now,
    excerpt,
    authorId,
    file: file?.name,
    fileName: file?.shownName,
  };
  return insertSelect(db, reports, row, from).onConflictDoNothing().returning({ id: reports.id });
}
