import { type SQL, sql } from "drizzle-orm";
import { reports } from "../schema/site.ts";
import { things } from "../things.ts";
import {
  type AnonymousTable,
  type BinSubject,
  binSubjects,
  type ReportSubject,
  reportSubjects,
} from "../vocabulary.ts";
import { isActingAdmin, isActingModerator, isOnTeam } from "./users.ts";

export const reportTitle = sql<string | null>`case ${reports.subject}
  when 'user' then (select name from users where id = cast(${reports.subjectId} as integer))
  when 'alias' then 'Anonymous'
  when 'mute' then coalesce((select name from users where id = cast(${reports.subjectId} as integer)), 'Anonymous')
  else substr(${reports.excerpt}, 1, 200) end`;

const subjectId = sql`cast(${reports.subjectId} as integer)`;
function pathOf(kind: BinSubject): SQL {
  const { table, path, questionId } = things[kind];
  const parts = path("{id}", "{question}").split(/(?=\{)|(?<=\})/);
  const columns: Record<string, unknown> = { "{id}": table.id, "{question}": questionId };
  const values = parts.map((part) => columns[part] ?? sql.raw(`'${part}'`));
  return sql`(select concat(${sql.join(values, sql`, `)}) from ${table} where ${table.id} = ${subjectId})`;
}
const member = sql`(select concat('/people/', id) from users where id = ${subjectId} and status = 'active')`;

/** The page of the reported item; null if it has none or is gone. */
export const reportedPath = sql<string | null>`case ${reports.subject}
  when 'user' then ${member}
  when 'mute' then ${member}
  ${sql.join(
    binSubjects.map((kind) => sql`when ${sql.raw(`'${kind}'`)} then ${pathOf(kind)}`),
    sql` `,
  )} end`;

/** An administrator or moderator who reads reports. */
export interface ReportReader {
  id: number | SQL;
  /** The day of the anonymous room, `YYYY-MM-DD`, and the reader's hash of it in hexadecimal. */
  day: string;
  hash: string | SQL;
}

// With their table, because the subqueries below have columns of the same names.
const reported = sql.raw("cast(reports.subject_id as integer)");
const authorId = sql.raw("reports.author_id");

const isOfOtherMember = sql`exists (select 1 from users as person
  where person.id = ${reported} and not ${isOnTeam("person")})`;

/** A post under an alias, which is looked up where the post is, or in the bin. */
const isOfOtherAlias = ({ id }: ReportReader, table: AnonymousTable) => sql`coalesce(${authorId} <> ${id},
  not exists (select 1 from question_aliases as mine where mine.user_id = ${id} and mine.alias = coalesce(
    (select alias from ${sql.raw(table)} as post where post.id = ${reported}),
    (select alias from bin where bin.subject = reports.subject and bin.subject_id = ${reported}))))`;

/**
 * On `reports`, by subject: whether a moderator may read it. Reports about people of the administration, about
 * applications, and about the moderator's own posts and conversations are for administrators. A hidden person is known by
 * their alias only, so it makes no difference here which of the other members it is.
 */
const isForModerator: Record<ReportSubject, (reader: ReportReader) => SQL> = {
  user: () => isOfOtherMember,
  alias: ({ id }) => sql`exists (select 1 from conversations as place
    where place.alias = reports.subject_id and ${id} not in (place.a_id, place.b_id))`,
  message: ({ id }) => sql`exists (select 1 from messages as said
    join conversations as place on place.id = said.conversation_id
    where said.id = ${reported} and ${id} not in (place.a_id, place.b_id))`,
  // A missing line was removed by the person who decides the report now.
  "room-line": ({ day, hash }) => sql`not exists (select 1 from room_lines as line
    where line.id = ${reported} and (line.day <> ${day} or lower(hex(line.author)) = ${hash}))`,
  job: ({ id }) => sql`${authorId} <> ${id}`,
  application: () => sql`false`,
  "application-answer": () => sql`false`,
  event: ({ id }) => sql`(${authorId} <> ${id} and not exists (select 1 from event_organizers as own
    where own.event_id = ${reported} and own.user_id = ${id}))`,
  resource: ({ id }) => sql`${authorId} <> ${id}`,
  board: ({ id }) => sql`(${authorId} <> ${id} and not exists (select 1 from board_keepers as own
    where own.board_id = ${reported} and own.user_id = ${id}))`,
  question: (reader) => isOfOtherAlias(reader, "questions"),
  answer: (reader) => isOfOtherAlias(reader, "answers"),
  comment: (reader) => isOfOtherAlias(reader, "comments"),
  experience: (reader) => isOfOtherAlias(reader, "experiences"),
  thanks: ({ id }) => sql`exists (select 1 from thanks as line
    where line.id = ${reported} and line.user_id <> ${id})`,
  mute: ({ id }) => sql`case when reports.subject_id like 'anon!_%' escape '!'
    then not exists (select 1 from question_aliases as mine
        where mine.user_id = ${id} and mine.alias = reports.subject_id)
      and not exists (select 1 from conversations as own
        where own.a_id = ${id} and own.alias = reports.subject_id)
    else ${isOfOtherMember} end`,
};

const isReadable = (reader: ReportReader): SQL =>
  sql`(reports.for_moderators = 1 and case reports.subject ${sql.join(
    reportSubjects.map((name) => sql`when ${name} then ${isForModerator[name](reader)}`),
    sql` `,
  )} end)`;

/** On `reports`: whether the reader may read and decide it, when the statement runs. */
export const canReadReport = (reader: ReportReader): SQL =>
  sql`(${isActingAdmin(reader.id)} or (${isActingModerator(reader.id)} and ${isReadable(reader)}))`;

/** On `reports`: whether moderators may read it, except those whom it is about. @param day today, `YYYY-MM-DD` */
export const isForModerators = (day: string): SQL => isReadable({ id: 0, day, hash: "" });
