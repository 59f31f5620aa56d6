import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { AnonymousTable, PostKind, QuestionSort } from "../vocabulary.ts";
import { isMuted, isMutedAnonymously } from "./mutes.ts";
import type { ListPosition } from "./pages.ts";
import { maxScannedRows, wordMatch } from "./search.ts";
import { isOnNotNow, isStillAdmin } from "./users.ts";

/** Null for a guest. A program whose token has scopes sees nothing that links its owner to an alias. */
export type QuestionReader = { id: number; isAdmin: boolean; hasScopes?: boolean } | null;

export interface QuestionFilter {
  sort: QuestionSort;
  tag?: string | undefined;
  search?: string | undefined;
}

export const isAmong = (column: AnyColumn, ids: readonly (number | string)[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;

/** A program whose token has scopes does not own what its member wrote anonymously. */
export type Writer = { id: number; hasScopes?: boolean };

export const ownAliases = ({ id, hasScopes }: Writer) =>
  hasScopes
    ? sql`(select null where false)`
    : sql`(select alias from question_aliases where user_id = ${id})`;

const guest: Writer = { id: 0 };

export const isOwnPost = (table: AnonymousTable, reader: QuestionReader): SQL<boolean> => {
  const name = sql.raw(table);
  return sql<boolean>`(coalesce(${name}.author_id = ${reader?.id ?? 0}, 0)
    or coalesce(${name}.alias in ${ownAliases(reader ?? guest)}, 0))`.mapWith(Boolean);
};

/** Its author and acting administrators may delete a post. */
export const mayDelete = (table: AnonymousTable, viewer: { id: number; isAdmin: boolean }): SQL =>
  sql`(${isOwnPost(table, viewer)} or ${isStillAdmin(viewer)})`;

/** A hidden post is visible to its author and administrators. */
export const isVisiblePost = (table: `${PostKind}s`, reader: QuestionReader): SQL =>
  reader?.isAdmin ? sql`true` : sql`(${sql.raw(table)}.hidden_at is null or ${isOwnPost(table, reader)})`;

export function authorName(table: AnonymousTable, reader: QuestionReader): SQL<string> {
  const name = reader
    ? sql`author.name`
    : sql`iif(author.status = 'deleted' or author.last_name = '', author.first_name || iif(author.status = 'deleted', ' user', ''),
        author.first_name || ' ' || substr(author.last_name, 1, 1) || '.')`;
  const raw = sql.raw(table);
  return sql<string>`coalesce(
    (select hidden.label from question_aliases as hidden where hidden.alias = ${raw}.alias),
    (select ${name} from users as author where author.id = ${raw}.author_id))`;
}

/** The letter that an alias's sign is drawn from. It is random and differs in each question. */
export const aliasLetter = (table: AnonymousTable): SQL<string | null> =>
  sql<string | null>`substr(${sql.raw(table)}.alias, 6, 1)`;

export const mayWriteAs = (table: AnonymousTable, userId: number): SQL =>
  sql`iif(${sql.raw(table)}.alias is null, not ${isMuted(userId)}, not ${isMutedAnonymously(userId)})`;

/** The member's alias in a question, or null: the question's own, one of a question merged into it, or of a post there. */
export const aliasIn = (questionId: number | SQL, writer: Writer): SQL<string | null> => sql<string | null>`(
  with recursive family(id, alias) as (
    select asked.id, asked.alias from questions as asked where asked.id = ${questionId}
    union select merged.id, merged.alias from questions as merged join family on merged.merged_into = family.id)
  select own.alias from question_aliases as own where own.user_id = ${writer.id} and ${writer.hasScopes ? 0 : 1} and (own.alias in (select alias from family)
    or exists (select 1 from answers as said where said.alias = own.alias and said.question_id = ${questionId})
    or exists (select 1 from comments as said where said.alias = own.alias and said.question_id = ${questionId}))
  order by own.alias = (select alias from family where id = ${questionId}) desc, own.alias limit 1)`;

/** The author or the alias of a member's post in a question. One of the two is null. */
export const writerIn = (questionId: number, writer: Writer) => ({
  authorId: sql`iif(${aliasIn(questionId, writer)} is null, ${writer.id}, null)`,
  alias: aliasIn(questionId, writer),
});

/** Whether no mute stops the member from writing in a question, by name or under their alias there. */
export const mayPostIn = (questionId: number, writer: Writer): SQL =>
  sql`iif(${aliasIn(questionId, writer)} is null, not ${isMuted(writer.id)}, not ${isMutedAnonymously(writer.id)})`;

export const isOpenQuestion = sql`(questions.locked_at is null and questions.hidden_at is null
  and questions.merged_into is null)`;

export const questionTagNames = sql<string>`(select group_concat(name, ' ') from (select tags.name from question_tags
  join tags on tags.id = question_tags.tag_id where question_tags.question_id = questions.id order by position))`;

export const acceptedAnswerId = sql<number | null>`(select accepted.id from answers as accepted
  where accepted.question_id = questions.id and accepted.is_accepted = 1 and accepted.hidden_at is null)`;

export const isFollowedBy = (reader: Writer | null): SQL<boolean> =>
  sql<boolean>`(exists (select 1 from question_follows as own where own.question_id = questions.id and own.user_id = ${reader?.id ?? 0})
    or exists (select 1 from question_follows as own where own.question_id = questions.id
      and own.alias in ${ownAliases(reader ?? guest)}))`.mapWith(Boolean);

export const isListedQuestion = sql`(questions.hidden_at is null and questions.merged_into is null)`;

/** The id of a tag by its current or a former name. */
export const tagIdOf = (name: string | SQL): SQL => sql`coalesce((select id from tags where name = ${name}),
  (select tag_id from old_tag_names where name = ${name}))`;

export const hasTag = (tag: string) => sql`exists (select 1 from question_tags
  where question_tags.question_id = questions.id and question_tags.tag_id = ${tagIdOf(tag)})`;

/** The newest listed questions, or those with a tag. */
function newestIds(tag: string | undefined, limit: number, before?: number): SQL {
  const below = (column: string) => (before === undefined ? sql`true` : sql`${sql.raw(column)} < ${before}`);
  if (!tag) {
    return sql`select questions.id from questions where ${isListedQuestion} and ${below("questions.id")}
      order by questions.id desc limit ${limit}`;
  }
  // "cross join" keeps SQLite from swapping the tables.
  return sql`select question_tags.question_id as id from question_tags
    cross join questions on questions.id = question_tags.question_id
    where question_tags.tag_id = ${tagIdOf(tag)} and ${isListedQuestion}
    and ${below("question_tags.question_id")} order by question_tags.question_id desc limit ${limit}`;
}

/** @param cutoff where recent questions begin, which are first among the unanswered */
export const questionOrder = (sort: QuestionSort, cutoff: number): SQL =>
  ({
    newest: sql`questions.id desc`,
    active: sql`questions.active_at desc, questions.id desc`,
    unanswered: sql`questions.asked_at < ${cutoff}, questions.asked_at, questions.id`,
  })[sort];

/**
 * Any order except the newest sorts only the newest 5,000.
 * @param after the last question of the previous page
 * @param found questions found by a search, instead of those with the tag
 */
export function listedQuestionIds(
  { sort, tag }: Omit<QuestionFilter, "search">,
  {
    limit,
    after,
    cutoff,
    found = tag ? newestIds(tag, maxScannedRows) : undefined,
  }: { limit: number; after: ListPosition | undefined; cutoff: number; found?: SQL | undefined },
): SQL {
  if (sort === "newest") return newestIds(tag, limit, after?.id);
  const isFound = found ? sql`questions.id in (${found})` : sql`true`;
  if (sort === "active") {
    const below = after
      ? sql`(questions.active_at, questions.id) < (${after.moment}, ${after.id})`
      : sql`true`;
    return sql`select questions.id from questions where ${isListedQuestion} and ${isFound} and ${below}
      order by questions.active_at desc, questions.id desc limit ${limit}`;
  }
  const above = after ? sql`(questions.asked_at, questions.id) > (${after.moment}, ${after.id})` : sql`true`;
  const part = (age: SQL, position: SQL) => sql`select id from (select questions.id from questions
    where answer_count = 0 and hidden_at is null and merged_into is null and ${isFound} and ${age} and ${position}
    order by questions.asked_at, questions.id limit ${limit})`;
  const isAmongOld = after !== undefined && after.moment < cutoff;
  return sql`${part(sql`questions.asked_at >= ${cutoff}`, isAmongOld ? sql`false` : above)}
    union all ${part(sql`questions.asked_at < ${cutoff}`, isAmongOld ? above : sql`true`)} limit ${limit}`;
}

const skillTags = sql`(',' || replace(replace(lower(users.skills), ', ', ','), ' ', '-') || ',')`;

export const hasSkilledTag = (userId: number): SQL => sql`exists (select 1 from question_tags
  join tags on tags.id = question_tags.tag_id join users on users.id = ${userId}
  where question_tags.question_id = questions.id and instr(${skillTags}, ',' || tags.name || ','))`;

export const countMatchingSkills = (tags: readonly string[]): SQL<number> =>
  sql<number>`(select count(*) from json_each(${JSON.stringify(tags)}) as wanted
    where instr(${skillTags}, ',' || wanted.value || ','))`;

const tagIdsOf = (tags: readonly string[]) =>
  sql`(select ${tagIdOf(sql`wanted.value`)} from json_each(${JSON.stringify(tags)}) as wanted)`;

export const countMatchingTopics = (tags: readonly string[]): SQL<number> =>
  sql<number>`(select count(*) from user_topics as offered
    where offered.user_id = users.id and offered.tag_id in ${tagIdsOf(tags)})`;

/** "+" keeps SQLite from walking over all active members. @param day today, `YYYY-MM-DD` */
export const mayBeAsked = (askerId: number, tags: readonly string[], day: string): SQL =>
  sql`(+users.status = 'active' and users.allow_asking = 1 and users.id <> ${askerId} and not ${isOnNotNow(day)}
    and (${countMatchingTopics(tags)} > 0 or ${countMatchingSkills(tags)} > 0))`;

/** A member is asked to answer at most once a week by the same person, and this often in all. */
const maxAskedInWeek = 3;

/**
 * Anonymous requests count for the member behind them, except for a program whose token has scopes. Requests of deleted
 * questions, which are in the bin, count as well.
 * @param moment a week ago
 */
export function wasAskedOften(asker: Writer, moment: number): SQL {
  const since = sql`asked.helper_id = users.id and asked.asked_at > ${moment}`;
  const sinceInBin = sql`binned.member_id = users.id and binned.table_name = 'question_asks'
    and binned."row" ->> 'asked_at' > ${moment}`;
  const isOwn = (author: string, alias: string) =>
    sql`(${sql.raw(author)} = ${asker.id} or ${sql.raw(alias)} in ${ownAliases(asker)})`;
  return sql`((select count(*) from question_asks as asked where ${since})
      + (select count(*) from bin_rows as binned where ${sinceInBin}) >= ${maxAskedInWeek}
    or exists (select 1 from question_asks as asked join questions as own on own.id = asked.question_id
      where ${since} and ${isOwn("own.author_id", "own.alias")})
    or exists (select 1 from bin_rows as binned cross join bin_rows as own on own.bin_id = binned.bin_id
      and own.table_name = 'questions'
      where ${sinceInBin} and ${isOwn(`own."row" ->> 'author_id'`, `own."row" ->> 'alias'`)}))`;
}

/** Members who offer one of the tags as a topic, limited to as many as are scanned for a skill. */
export const offeringUserIds = (tags: readonly string[]): SQL =>
  sql`select user_id from (select user_id from user_topics where tag_id in ${tagIdsOf(tags)} limit ${maxScannedRows})`;

/** Members with one of the skills, by index. If a tag is too short for the index, the newest members are scanned. */
export function skilledUserIds(tags: readonly string[]): SQL {
  const spellings = [...new Set(tags.flatMap((tag) => [tag, tag.replaceAll("-", " ")]))];
  const matches = spellings.flatMap((text) => wordMatch(text) ?? []);
  const found = sql`select rowid from users_search where users_search match ${`{skills} : (${matches.join(" OR ")})`}
    limit ${maxScannedRows}`;
  const newest = sql`select id from users order by id desc limit ${maxScannedRows}`;
  const isShort = matches.length < spellings.length;
  if (matches.length === 0) return newest;
  return isShort ? sql`select * from (${found}) union select * from (${newest})` : found;
}
