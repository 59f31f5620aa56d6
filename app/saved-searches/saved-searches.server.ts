import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import {
  type AnyJobFilter,
  choicesFinding,
  type JobFilter,
  type JobFilterName,
  jobFilterNames,
  jobFilters,
} from "#app/jobs/filter.ts";
import { parseJobFilter } from "#app/jobs/input.server.ts";
import { requireArea } from "#app/platform/http/area-switch.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { db, savedSearches, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { usualCurrency, usualSalaryType } from "#db/scopes/jobs.ts";
import { tagIdOf } from "#db/scopes/questions.ts";
import { searchedTables } from "#db/scopes/search.ts";
import type { JobChoice, JobNumber, JobText } from "#db/vocabulary.ts";
import { fold, splitWords } from "#db/words.ts";
import { notifyEach } from "../notices/notify.server.ts";
import type { SavedSearchInput } from "./input.server.ts";
import { savedSearchTexts } from "./texts.ts";

const maxSearches = 10;

export const selectSearches = (userId: number) =>
  db
    .select({
      id: savedSearches.id,
      kind: savedSearches.kind,
      query: savedSearches.query,
      frequency: savedSearches.frequency,
    })
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId))
    .orderBy(desc(savedSearches.id))
    .limit(maxSearches);

/**
 * Saves a list's query. Saving the same query again changes its frequency.
 * @throws HttpError 422, 429, 409 for the eleventh
 */
export async function saveSearch(userId: number, { kind, query, frequency }: SavedSearchInput) {
  requireArea(kind);
  limitAction("savedSearch", userId, savedSearchTexts.tooOften);
  const parameters = new URLSearchParams(query);
  const filter = kind === "jobs" ? readJobFilter(parameters) : readTag(parameters);
  const row = {
    userId: users.id,
    kind,
    query: parameters.toString(),
    frequency,
    term: "tag" in filter ? tagTerm(filter.tag) : termOf(filter),
    filter: "tag" in filter ? filter : { ...filter, words: wordsOf(filter) },
    createdAt: Date.now(),
  };
  const hasRoom = sql`not exists (select 1 from saved_searches as own where own.user_id = ${users.id}
    and not (own.kind = ${kind} and own.query = ${row.query}) limit 1 offset ${maxSearches - 1})`;
  const [saved] = await write(() =>
    insertSelect(
      db,
      savedSearches,
      row,
      users,
      and(eq(users.id, userId), eq(users.status, "active"), hasRoom),
    )
      .onConflictDoUpdate({
        target: [savedSearches.userId, savedSearches.kind, savedSearches.query],
        set: { frequency },
      })
      .returning({ id: savedSearches.id }),
  );
  if (!saved) throw new HttpError(409, savedSearchTexts.tooMany);
  return { id: saved.id, kind, query: row.query, frequency };
}

export async function deleteSearch(userId: number, id: number): Promise<SavedSearchInput | undefined> {
  limitAction("savedSearch", userId, savedSearchTexts.tooOften);
  const [deleted] = await write(() =>
    db
      .delete(savedSearches)
      .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)))
      .returning({
        kind: savedSearches.kind,
        query: savedSearches.query,
        frequency: savedSearches.frequency,
      }),
  );
  return deleted;
}

function readTag(parameters: URLSearchParams): { tag: string } {
  const tag = parameters.get("tag")?.trim().toLowerCase();
  if (!tag) throw HttpError.forFields({ query: [savedSearchTexts.needsTag] });
  return { tag };
}
const tagTerm = (tag: string) => `tag:${tag}`;

/** The filter in a list's address, with lower-case texts. */
const readJobFilter = (parameters: URLSearchParams): JobFilter =>
  Object.fromEntries(
    Object.entries(parseJobFilter(parameters)).map(([name, value]) => [
      name,
      isText(name) && typeof value === "string" ? value.toLowerCase() : value,
    ]),
  ) as JobFilter;
const isText = (name: string) => jobFilters[name as JobFilterName].kind === "text";

/** The words of each text, split as a list's search splits them. */
const wordsOf = (filter: Partial<JobFilter>) =>
  Object.fromEntries(
    jobFilterNames.filter(isText).flatMap((name) => {
      const words = splitWords(String(filter[name] ?? ""));
      return words.length > 0 ? [[name, words]] : [];
    }),
  );

const trigramsOf = (text: string): string[] => {
  const letters = Array.from(text);
  return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(""));
};

/** Three letters of a search's words, which a matching job contains; else the only value of a choice; else nothing. */
function termOf(filter: JobFilter): string {
  const [trigram] = Object.values(wordsOf(filter)).flat().flatMap(trigramsOf);
  if (trigram !== undefined) return trigram;
  const alone = jobFilterNames.flatMap((name) => {
    const [definition, value] = [jobFilters[name], filter[name]];
    return definition.kind === "choices" && Array.isArray(value) && value.length === 1
      ? [`${definition.term}:${value[0]}`]
      : [];
  });
  return alone[0] ?? "";
}

/**
 * Joins the texts of some columns as a list's search reads them. Searches saved before there were `words` contain
 * accents.
 */
function readTexts(job: NewJob, columns: readonly JobText[]): string {
  const text = columns.map((column) => [job[column] ?? []].flat().join(", ")).join("\n");
  const [folded, lower] = [fold(text), text.toLowerCase()];
  return folded === lower ? folded : `${folded}\n${lower}`;
}

const listOf = (values: readonly string[]) => sql`json_each(${JSON.stringify(values)})`;

/** One or two letters of an alphabet, as in `db/words.ts`. */
const isShortWord = (word: SQL) =>
  sql`(length(${word}) <= 2 and max(unicode(${word}), coalesce(unicode(substr(${word}, 2)), 0)) < ${0x900})`;

/**
 * Returns how to find the saved searches whose filter of this name matches a new job: their possible terms, and a
 * condition on `search.filter`.
 */
function matchFilter(name: JobFilterName, definition: AnyJobFilter, job: NewJob): FilterMatch {
  const saved = sql`search.filter ->> ${name}`;
  switch (definition.kind) {
    case "text": {
      const { columns } = definition;
      const text = readTexts(job, columns);
      const long: readonly string[] = searchedTables.jobs.long;
      const shortText = readTexts(
        job,
        columns.filter((column) => !long.includes(column)),
      );
      // Splitting the JSON text at spaces is safe: JSON never escapes a space.
      const words = sql`json_each(coalesce(search.filter -> ${`$.words.${name}`},
        '[' || replace(json_quote(${saved}), ' ', '","') || ']')) as word`;
      const isShort = sql`not exists (select 1 from ${words} where not ${isShortWord(sql`word.value`)})`;
      return {
        terms: trigramsOf(text),
        matches: sql`(${saved} is null
          or not exists (select 1 from ${words} where instr(iif(${isShort}, ${shortText}, ${text}), word.value) = 0))`,
      };
    }
    case "choices": {
      const choices = choicesFinding(definition, String(job[definition.column]));
      return {
        terms: choices.map((choice) => `${definition.term}:${choice}`),
        matches: sql`(coalesce(${saved}, '[]') = '[]' or exists (
          select 1 from json_each(search.filter, ${`$.${name}`}) as chosen
          where chosen.value in (select value from ${listOf(choices)})))`,
      };
    }
    case "number":
      return { terms: [], matches: matchNumber(definition.of, saved, job) };
    // A new job is always open. The sort order and the parts of a salary are not conditions on their own.
    case "open":
    case "one":
      return { terms: [], matches: undefined };
  }
}

function matchNumber(of: JobNumber, saved: SQL, job: NewJob): SQL | undefined {
  switch (of) {
    case "salary":
      return sql`(${saved} is null or (${saved} <= ${job.salaryMax ?? job.salaryMin}
        and ${job.salaryCurrency} = coalesce(search.filter ->> 'currency', ${usualCurrency})
        and ${job.salaryType} = coalesce(search.filter ->> 'salaryType', ${usualSalaryType})))`;
    case "experience":
      return sql`(${saved} is null or ${saved} >= ${job.minExperience ?? 0})`;
    // A new job has just been posted, so any age matches.
    case "age":
      return undefined;
  }
}
interface FilterMatch {
  terms: string[];
  matches: SQL | undefined;
}

type NewJob = Readonly<
  Record<JobText, string | readonly string[] | null> & Record<JobChoice, string | null>
> & {
  title: string;
  salaryCurrency: string | null;
  salaryType: string | null;
  salaryMin: number | null;
  salaryMax: number | null;
  minExperience: number | null;
};

/** Notifies members whose saved search matches a new job as the list would. Must directly follow the insert. */
export function notifyOfJob(posterId: number, job: NewJob, now = Date.now()) {
  const found = jobFilterNames.map((name) => matchFilter(name, jobFilters[name], job));
  const terms = new Set(["", ...found.flatMap((search) => search.terms)]);
  return notifySearchers(
    { kind: "jobs", title: job.title, actorId: posterId, now },
    and(
      sql`search.term in (select value from ${listOf([...terms])})`,
      ...found.map(({ matches }) => matches),
    ),
  );
}

/** Notifies the members who saved a search for one of a new question's tags. Must directly follow the insert. */
export const notifyOfQuestion = (
  question: { title: string; tags: readonly string[]; actorId: number | undefined; askerId: number },
  now = Date.now(),
) =>
  notifySearchers(
    { kind: "questions", title: question.title, actorId: question.actorId, now },
    sql`search.term in (${tagTerms(question.tags)})
      and search.user_id <> ${question.askerId}`,
  );

/** The terms of tags under all their current and former names. A new tag's own name is not in a table yet. */
const tagTerms = (names: readonly string[]) => {
  const named = sql`json_each(${JSON.stringify(names)}) as named`;
  const ids = sql`select ${tagIdOf(sql`named.value`)} from ${named}`;
  return sql`select 'tag:' || named.value from ${named} union select 'tag:' || name from tags where id in (${ids})
    union select 'tag:' || name from old_tag_names where tag_id in (${ids})`;
};

/** Statements that rename the tag in saved searches. Two that become the same are merged. */
export function renameTagInSearches(from: string, to: string, isRenamed: SQL) {
  const parameter = (name: string) => new URLSearchParams({ tag: name }).toString();
  const newQuery = (table: string) => {
    const query = sql`('&' || ${sql.raw(table)}.query || '&')`;
    return sql`iif(instr(${query}, ${`&${parameter(from)}&`}), trim(replace(${query}, ${`&${parameter(from)}&`},
      ${`&${parameter(to)}&`}), '&'), ${parameter(to)})`;
  };
  const isOfTag = sql`saved_searches.kind = 'questions' and saved_searches.term = ${tagTerm(from)} and ${isRenamed}`;
  return [
    db.delete(savedSearches).where(
      sql`${isOfTag} and exists (select 1 from saved_searches as other where other.kind = 'questions'
        and other.user_id = saved_searches.user_id and other.id <> saved_searches.id
        and (other.query = ${newQuery("saved_searches")} or (other.term = saved_searches.term
          and other.id < saved_searches.id and ${newQuery("other")} = ${newQuery("saved_searches")})))`,
    ),
    db
      .update(savedSearches)
      .set({
        query: newQuery("saved_searches"),
        term: tagTerm(to),
        filter: sql`json_object('tag', ${to})`,
      })
      .where(isOfTag),
  ] as const;
}

const notifySearchers = (
  {
    kind,
    title,
    actorId,
    now,
  }: { kind: SavedSearchInput["kind"]; title: string; actorId: number | undefined; now: number },
  matches: SQL | undefined,
) =>
  notifyEach(
    {
      kind: "saved-search",
      userId: sql`search.user_id`,
      subject: sql`${kind} || iif(search.query = '', '', '?') || search.query`,
      actorId,
      facts: sql`json_object('title', ${title}, 'search',
        coalesce(search.filter ->> 'search', search.filter ->> 'tag', search.filter ->> 'locations', ${kind}),
        'id', cast((select max(id) from ${sql.raw(kind)}) as text))`,
      mailAs: sql`iif(search.frequency = 'daily', 'digest', 'mail')`,
      now,
    },
    sql`saved_searches as search`,
    and(
      sql`search.kind = ${kind} and ${matches} and changes() > 0`,
      actorId === undefined ? undefined : sql`search.user_id <> ${actorId}`,
    ),
  );
