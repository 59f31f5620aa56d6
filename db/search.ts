import { type AnyColumn, and, eq, type SQL, sql } from "drizzle-orm";
import { db, events, messages, users } from "./index.ts";
import { pastEvents, upcomingEvents } from "./scopes/events.ts";
import { type ExperienceFilter, experienceConditions } from "./scopes/experiences.ts";
import { jobConditions, newestJobIds, soonestJobIds } from "./scopes/jobs.ts";
import { maxFoundMembers, offeringIds } from "./scopes/members.ts";
import { contentFor, messageMatch } from "./scopes/messages.ts";
import type { ListPosition } from "./scopes/pages.ts";
import { hasTag, isListedQuestion, listedQuestionIds, type QuestionFilter } from "./scopes/questions.ts";
import { type ResourceFilter, resourceConditions } from "./scopes/resources.ts";
import {
  candidateMatch,
  idList,
  maxScannedRows,
  type SearchedTable,
  type SearchedText,
  searchedTables,
  textsMatch,
  wholeText,
  wordsInTexts,
} from "./scopes/search.ts";
import { startingUserIds } from "./scopes/users.ts";
import type { eventTypes, JobCondition } from "./vocabulary.ts";
import { fold, hasWords, isShortWord, splitWords, wholeWord } from "./words.ts";
import { yieldToRequests } from "./yield-to-requests.ts";

/** A search compares only this many candidates, the newest. */
export const maxCandidates = 10_000;
const candidatesInBatch = 200;
/** Folding this many characters takes a few milliseconds. */
const charactersInTurn = 100_000;

export interface Found {
  /** Newest first. */
  ids: number[];
  /** The last candidate that was compared, if older ones have not been searched. */
  stoppedAt: number | undefined;
}

interface Search {
  where?: SQL | undefined;
  limit: number;
  /** Only rows with a lower id. */
  before?: number | undefined;
  /** Puts rows with whole words first, for which it compares all candidates. */
  wholeFirst?: boolean | undefined;
}

interface Walked {
  /** In the list's order. */
  ids: number[];
  stoppedAt: ListPosition | undefined;
}

interface Candidates {
  /** The list's next candidates after a position. The rows have an `id` and a `moment`, 0 in a list by id. */
  selectNext(after: ListPosition | undefined, limit: number): SQL;
  /** The order of `candidate`. */
  order: SQL;
  /** The table that `texts` and `where` refer to. */
  table: string;
  texts: readonly { words: readonly string[]; text: SQL }[];
}

/**
 * Finds the newest rows that meet a condition and contain all words of each text, in any order, as parts of words,
 * ignoring case and accents.
 *
 * The index finds candidates, which are compared here in batches, so that neither a long nor a common word blocks the
 * process. A search covers the newest 10,000 candidates, or the newest 5,000 rows if its words have no trigram. One or two
 * letters are searched only in short columns.
 */
export function findIds(
  table: SearchedTable,
  texts: readonly SearchedText[],
  search: Search,
): Promise<Found> {
  const match = candidateMatch(texts);
  const index = sql.raw(`${table}_search`);
  const rows = sql.raw(table);
  return walkNewest(
    {
      selectNewest: (before, limit) =>
        match
          ? sql`select rowid as id, 0 as moment from ${index} where ${index} match ${match} and rowid < ${before}
              order by rowid desc limit ${limit}`
          : sql`select id, 0 as moment from ${rows} where id < ${before}
              and id > coalesce((select id from ${rows} order by id desc limit 1 offset ${maxScannedRows}), 0)
              order by id desc limit ${limit}`,
      table,
      texts: comparedTexts(table, texts),
    },
    search,
  );
}

function comparedTexts(table: SearchedTable, texts: readonly SearchedText[]): Candidates["texts"] {
  const { long } = searchedTables[table] as { long: readonly string[] };
  return texts.map(({ text, columns }) => {
    const words = splitWords(text);
    const isShort = words.every(isShortWord);
    return {
      words,
      text: joinColumns(table, isShort ? columns.filter((name) => !long.includes(name)) : columns),
    };
  });
}

const joinColumns = (table: string, columns: readonly string[]): SQL =>
  sql.raw(columns.map((name) => `coalesce(${table}.${name}, '')`).join(" || char(10) || ") || "''");

async function walkNewest(
  {
    selectNewest,
    ...compared
  }: Pick<Candidates, "table" | "texts"> & { selectNewest(before: number, limit: number): SQL },
  { before = Number.MAX_SAFE_INTEGER, ...search }: Search,
): Promise<Found> {
  const { ids, stoppedAt } = await walk(
    {
      selectNext: (after, limit) => selectNewest(after?.id ?? before, limit),
      order: sql`candidate.id desc`,
      ...compared,
    },
    search,
  );
  return { ids, stoppedAt: stoppedAt?.id };
}

/** Compares candidates, in the list's order, until `limit` of them contain all words. */
async function walk(
  { selectNext, order, table, texts }: Candidates,
  {
    where = sql`true`,
    limit,
    after,
    wholeFirst = false,
  }: Omit<Search, "before"> & { after?: ListPosition | undefined },
): Promise<Walked> {
  const found: number[] = [];
  const parts: number[] = [];
  const whole = texts.flatMap(({ words }) => words.map(wholeWord));
  let lookedAt = after;
  let folded = 0;
  for (let seen = 0; seen < maxCandidates; seen += candidatesInBatch) {
    const fits = (text: SQL) => sql<string | null>`iif(${where}, ${text}, null)`;
    // "left join" keeps SQLite from swapping the tables, and keeps the last candidate in the result.
    const rows = await db
      .select({
        id: sql<number>`candidate.id`,
        moment: sql<number>`candidate.moment`,
        ...Object.fromEntries(texts.map(({ text }, at) => [`text${at}`, fits(text)])),
      })
      .from(
        sql`(${selectNext(lookedAt, candidatesInBatch)}) as candidate
          left join ${sql.raw(table)} on ${sql.raw(table)}.id = candidate.id`,
      )
      .orderBy(order);
    for (const row of rows as (ListPosition & Record<`text${number}`, string | null>)[]) {
      lookedAt = { moment: row.moment, id: row.id };
      const contents = texts.map((_, at) => fold(String(row[`text${at}`] ?? "")));
      folded += contents.join("").length;
      const isFound =
        row.text0 !== null && texts.every(({ words }, at) => hasWords(contents[at] ?? "", words));
      if (isFound && wholeFirst && !whole.every((word) => contents.some((text) => word.test(text))))
        parts.push(row.id);
      else if (isFound && found.push(row.id) === limit) return { ids: found, stoppedAt: undefined };
      if (folded > charactersInTurn) {
        folded = 0;
        await yieldToRequests();
      }
    }
    if (rows.length < candidatesInBatch)
      return { ids: [...found, ...parts].slice(0, limit), stoppedAt: undefined };
    await yieldToRequests();
  }
  return { ids: [...found, ...parts].slice(0, limit), stoppedAt: lookedAt };
}

/** Ids for a list's statement. */
export interface ListedIds {
  ids: SQL;
  /** Where the search stopped and the next page continues, if this page is not full. */
  stoppedAt?: number | undefined;
}

const listed = ({ ids, stoppedAt }: Found): ListedIds => ({ ids: idList(ids), stoppedAt });

/** How many rows a search or a filter finds. `isCapped` if there may be more. */
export interface Count {
  total: number;
  isCapped: boolean;
}

const countFound = ({ ids, stoppedAt }: Found, max: number): Count => ({
  total: Math.min(ids.length, max),
  isCapped: ids.length > max || stoppedAt !== undefined,
});

async function countRows(ids: SQL, max: number): Promise<Count> {
  const [counted] = await db.select({ total: sql<number>`count(*)` }).from(sql`(${ids})`);
  const total = counted?.total ?? 0;
  return { total: Math.min(total, max), isCapped: total > max };
}

/** Newest first. */
export async function findJobIds(
  wanted: readonly JobCondition[],
  today: string,
  search: Omit<Search, "where">,
): Promise<ListedIds> {
  const { texts, where } = jobConditions(wanted, today);
  if (texts.length === 0) return { ids: newestJobIds(where, search.limit, search.before) };
  return listed(await findIds("jobs", texts, { where, ...search }));
}

/** The soonest deadline first, among the newest 5,000. */
export async function findSoonestJobIds(
  wanted: readonly JobCondition[],
  today: string,
  limit: number,
  after: ListPosition | undefined,
): Promise<ListedIds> {
  const { ids } = await findJobIds([...wanted, { kind: "newest" }], today, { limit: maxScannedRows });
  return { ids: soonestJobIds(ids, today, limit, after) };
}

export async function countJobs(wanted: readonly JobCondition[], today: string, max: number): Promise<Count> {
  const { texts, where } = jobConditions(wanted, today);
  return texts.length === 0
    ? countRows(newestJobIds(where, max + 1), max)
    : countFound(await findIds("jobs", texts, { where, limit: max + 1 }), max);
}

interface QuestionPage {
  limit: number;
  after: ListPosition | undefined;
  cutoff: number;
}

const searchQuestions = (search: string, tag: string | undefined, options: Omit<Search, "where">) =>
  findIds("questions", [wholeText("questions", search)], {
    where: tag ? and(isListedQuestion, hasTag(tag)) : isListedQuestion,
    ...options,
  });

/** Listed questions in the list's order. A search in any order except the newest covers only the newest 5,000. */
export async function findQuestionIds(
  { search, ...filter }: QuestionFilter,
  { wholeFirst, ...page }: QuestionPage & Pick<Search, "wholeFirst">,
): Promise<ListedIds> {
  if (!search) return { ids: listedQuestionIds(filter, page) };
  const { sort, tag } = filter;
  if (sort === "newest")
    return listed(
      await searchQuestions(search, tag, { limit: page.limit, before: page.after?.id, wholeFirst }),
    );
  const { ids } = await searchQuestions(search, tag, { limit: maxScannedRows });
  return { ids: listedQuestionIds(filter, { ...page, found: idList(ids) }) };
}

export async function countQuestions(filter: QuestionFilter, max: number, cutoff: number): Promise<number> {
  const { search, sort, tag } = filter;
  if (search && sort === "newest") return (await searchQuestions(search, tag, { limit: max + 1 })).ids.length;
  const { ids } = await findQuestionIds(filter, { limit: max + 1, after: undefined, cutoff });
  return (await countRows(ids, max + 1)).total;
}

/** Newest first. */
export const findResources = (search: string, filter: ResourceFilter, options: Omit<Search, "where">) =>
  findIds("resources", [wholeText("resources", search)], { where: resourceConditions(filter), ...options });

/** The newest matching texts that are used. */
const maxFoundTexts = 1_000;

/** The resources whose file has all words in its text, newest first. */
export async function findResourcesByText(search: string, filter: ResourceFilter): Promise<Found> {
  const words = wordsInTexts(search);
  if (words.length === 0) return { ids: [], stoppedAt: undefined };
  const rows = await db
    .select({ id: sql<number>`resources.id`, textId: sql<number>`found.id` })
    .from(
      sql`(select rowid as id from file_texts_search where file_texts_search match ${textsMatch(words)}
          order by rowid desc limit ${maxFoundTexts}) as found
        cross join file_texts on file_texts.id = found.id
        cross join resources on resources.file_sha256 = file_texts.sha256`,
    )
    .where(resourceConditions(filter))
    .limit(maxCandidates);
  await yieldToRequests();
  const isCut = new Set(rows.map(({ textId }) => textId)).size >= maxFoundTexts;
  return { ids: rows.map(({ id }) => id).sort((a, b) => b - a), stoppedAt: isCut ? 0 : undefined };
}

/** Newest first. Whether a year is shown decides whether it counts: see `experienceConditions`. */
export const findExperiences = (
  { role, ...filter }: ExperienceFilter,
  options: Omit<Search, "where">,
  search?: string,
) =>
  findIds(
    "experiences",
    [
      ...(role ? [{ text: role, columns: ["role"] }] : []),
      ...(search ? [wholeText("experiences", search)] : []),
    ],
    { where: experienceConditions(filter), ...options },
  );

/** Newest first. */
export const findBoards = (search: string, options: Omit<Search, "where">) =>
  findIds("boards", [wholeText("boards", search)], options);

/** Newest first. */
export const findEvents = (search: string, options: Omit<Search, "where">) =>
  findIds("events", [wholeText("events", search)], options);

export type EventHalf = "upcoming" | "past";

export interface EventFilter {
  search?: string | undefined;
  type?: (typeof eventTypes)[number] | undefined;
}

/**
 * The condition of one page of the upcoming or past events, and where a search stopped and the next page continues, if
 * this page is not full. A search compares events in the list's order.
 */
export async function findEventPage(
  half: EventHalf,
  { search, type }: EventFilter,
  { now, after, limit }: { now: number; after: ListPosition | undefined; limit: number },
): Promise<{ where: SQL | undefined; stoppedAt?: ListPosition | undefined }> {
  const listed = half === "upcoming" ? upcomingEvents : pastEvents;
  const ofType = type && eq(events.eventType, type);
  if (!search) return { where: and(listed(now, after).where, ofType) };
  const texts = [wholeText("events", search)];
  const match = candidateMatch(texts);
  const { ids, stoppedAt } = await walk(
    {
      selectNext(after, limit) {
        const { where, orderBy } = listed(now, after);
        return sql`select id, starts_at as moment from events where ${and(where, ofType)}
          order by ${sql.join(orderBy, sql`, `)} limit ${limit}`;
      },
      order:
        half === "upcoming"
          ? sql`candidate.moment, candidate.id`
          : sql`candidate.moment desc, candidate.id desc`,
      table: "events",
      texts: comparedTexts("events", texts),
    },
    {
      where: match
        ? sql`exists (select 1 from events_search where events_search match ${match} and rowid = events.id)`
        : undefined,
      limit,
      after,
    },
  );
  return { where: sql`${events.id} in (${idList(ids)})`, stoppedAt };
}

/**
 * The newest members with a text in their name, email, skills, company, branch or topics.
 * @param condition on `users`
 * @param columns the columns to search
 */
export async function findMemberIds(
  text: string,
  condition: SQL,
  {
    limit = maxFoundMembers + 1,
    columns = searchedTables.users.columns,
    wholeFirst,
  }: { limit?: number; columns?: readonly string[] | undefined; wholeFirst?: boolean } = {},
): Promise<SQL> {
  const { ids } = await findIds("users", [{ text, columns }], { where: condition, limit, wholeFirst });
  return sql`select id from (select id from (${idList(ids)}) union select id from (${offeringIds(text, condition, limit)}))
    order by id desc limit ${limit}`;
}

/** Members, newest first, with a text in their name or email. */
export const findUsers = (text: string, search: Search): Promise<Found> =>
  findIds("users", [{ text, columns: ["name", "email"] }], search);

/** The best matches: names that start with the text, names that contain it, then the others by name. */
export async function matchUsers(text: string, condition: SQL, limit: number): Promise<number[]> {
  const { ids } = await findUsers(text, { where: condition, limit: maxCandidates });
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      sql`${users.id} in (${idList(ids)} union select * from (${startingUserIds(text, limit)})) and ${condition}`,
    )
    .orderBy(sql`${users.name} collate nocase`, users.id);
  const wanted = fold(text);
  const rank = (name: string) => (fold(name).startsWith(wanted) ? 0 : fold(name).includes(wanted) ? 1 : 2);
  const ranks = new Map(rows.map(({ id, name }) => [id, rank(name)]));
  const rankOf = ({ id }: { id: number }) => ranks.get(id) ?? 0;
  return rows
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Orders rows like a list of ids. */
export const inOrderOf = (ids: readonly number[], id: AnyColumn): SQL =>
  sql`(select key from json_each(${JSON.stringify(ids)}) where value = ${id})`;

/** A member's messages with these words, newest first. */
export function findMessageIds(
  viewerId: number,
  text: string,
  search: Omit<Search, "where">,
): Promise<Found> {
  const match = messageMatch(viewerId, text);
  return walkNewest(
    {
      selectNewest: (before, limit) => sql`select rowid as id, 0 as moment from messages_search
        where messages_search match ${match} and rowid < ${before} order by rowid desc limit ${limit}`,
      table: "messages",
      texts: [{ words: splitWords(text), text: contentFor(viewerId) }],
    },
    { where: sql`${messages.deletedAt} is null`, ...search },
  );
}
