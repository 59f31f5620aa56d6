import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { db, events, jobs, questions, resources, users } from "#db/index.ts";
import { matchingEventIds } from "#db/scopes/events.ts";
import { matchingJobIds } from "#db/scopes/jobs.ts";
import { filteredMemberIds, searchedMemberIds } from "#db/scopes/members.ts";
import {
  authorName,
  isListedQuestion,
  matchingQuestionIds,
  type QuestionReader,
} from "#db/scopes/questions.ts";
import { matchingResourceIds } from "#db/scopes/resources.ts";
import { ftsPhrase, maxScannedRows } from "#db/scopes/search.ts";
import { isActiveNoIndex } from "#db/scopes/users.ts";
import type { JobCondition } from "#db/vocabulary.ts";
import { HttpError } from "../http/problem.server.ts";
import { addressKey, limitAction } from "../limits/rate-limit.server.ts";
import { personColumns, presentPerson } from "../people/person.server.ts";
import { arePublic } from "../questions/access.server.ts";
import { toPlainText } from "../questions/markdown.server.ts";
import { questionPath } from "../questions/slug.ts";
import { jobFilters } from "../schemas/job-filter.ts";
import { type ResultKind, resultKinds } from "../schemas/search-rules.ts";
import { today } from "../time/time.server.ts";
import { helpPages } from "./help-pages.ts";
import { findMessages } from "./messages.server.ts";
import { excerpt, type SearchResult, trimExcerpt } from "./result.server.ts";
import { aroundMiddle, canBeMisspelled, fold, halvesOf, isNear, readWords, scoreTitle } from "./words.ts";

/** Of each kind, as many are counted and ranked: the newest. */
const maxFound = 100;
const maxNear = 200;

export interface KindResults {
  kind: ResultKind;
  total: number;
  totalCountCapped: boolean;
  results: SearchResult[];
}

/** Counts by page and call together. @throws HttpError 429 */
export const limitSearch = (
  action: "search" | "suggestions",
  viewer: { id: number } | null,
  address: string,
): void => limitAction(action, viewer ? viewer.id : addressKey(address));

const nothing = sql`select null where false`;

const isMarkdown = (kind: ResultKind) => kind === "questions" || kind === "events";

/** What the reader may see of each kind that holds all words, the kind with the best hit first. Kinds without a hit are left out. */
export async function search(
  reader: QuestionReader,
  text: string,
  { kinds = resultKinds, limit, skip = 0 }: { kinds?: readonly ResultKind[]; limit: number; skip?: number },
): Promise<{ kinds: KindResults[]; isNear: boolean }> {
  const { words, tag } = readWords(text);
  if (words.length === 0 && tag === undefined) return { kinds: [], isNear: false };
  const isForMembers = (one: ResultKind) =>
    one === "people" || one === "messages" || (one === "questions" && !arePublic);
  const isOpenTo = (one: ResultKind) => kinds.includes(one) && (reader !== null || !isForMembers(one));
  const present = (found: Record<ResultKind, SearchResult[]>): KindResults[] =>
    resultKinds
      .map((one) => ({ kind: one, ranked: rank(one, found[one], words) }))
      .filter(({ ranked }) => ranked.length > 0)
      .sort((a, b) => bestScore(b, words) - bestScore(a, words))
      .map(({ kind, ranked }) => ({
        kind,
        total: Math.min(ranked.length, maxFound),
        totalCountCapped: ranked.length > maxFound,
        results: ranked
          .slice(0, maxFound)
          .slice(skip, skip + limit)
          .map((result) => (isMarkdown(kind) ? { ...result, text: toPlainText(result.text) } : result)),
      }));

  const ids = idsOf(words.join(" "), tag);
  const isUntagged = tag === undefined;
  const [rows, talk] = await Promise.all([
    selectAll(reader, words, (one) => (isOpenTo(one) ? ids[one]() : nothing)),
    reader && isUntagged && isOpenTo("messages") ? findMessages(reader.id, words, maxFound + 1) : [],
  ]);
  const help = isUntagged && isOpenTo("help") ? findHelp(words) : [];
  const found = present({ ...rows, messages: talk, help });
  if (found.length > 0 || tag !== undefined || !words.some(canBeMisspelled))
    return { kinds: found, isNear: false };
  const near = await selectAll(reader, words, (one) => (isOpenTo(one) ? nearIds(one, words) : nothing));
  const isFit = ({ title }: SearchResult) => isNear(title, words);
  // A company is a name too.
  const isNamed = ({ title, text }: SearchResult) => isNear(`${title} ${text}`, words);
  const close = present({
    people: near.people.filter(isNamed),
    questions: near.questions.filter(isFit),
    jobs: near.jobs.filter(isNamed),
    events: near.events.filter(isFit),
    resources: near.resources.filter(isFit),
    messages: [],
    help: isOpenTo("help") ? allHelp.filter(isFit) : [],
  });
  return { kinds: close, isNear: close.length > 0 };
}

/** @throws HttpError 422 for a cursor without a kind */
export function requireKind(kind: ResultKind | undefined, cursor: string | undefined): void {
  if (cursor !== undefined && kind === undefined)
    throw HttpError.forFields({ cursor: ["A cursor needs the kind that it continues"] });
}

type StoredKind = Exclude<ResultKind, "messages" | "help">;

/** All members have the college's part of an address in common. */
const notEmail = "{name skills company branch}";

/** The newest of each kind, one more than is counted. */
const idsOf = (text: string, tag: string | undefined): Record<StoredKind, () => SQL> => {
  const limit = maxFound + 1;
  const untagged = (find: () => SQL) => () => (tag === undefined ? find() : nothing);
  const asked = (filter: { tag?: string; search?: string }) =>
    matchingQuestionIds({ sort: "newest", ...filter }, { limit, after: undefined, cutoff: 0 });
  const words = text.split(" ");
  /** A course's code among other words can be a tag. */
  const codes = words
    .filter((word) => words.length > 1 && courseCode.test(word))
    .map((word) => ({ tag: toTag(word), search: words.filter((other) => other !== word).join(" ") }));
  return {
    people: () =>
      tag === undefined
        ? searchedMemberIds(text, isActiveNoIndex, { limit, among: text.includes("@") ? "" : notEmail })
        : text
          ? nothing
          : sql`${filteredMemberIds({ topic: tag }, today(), isActiveNoIndex)} limit ${limit}`,
    questions: () =>
      tag === undefined
        ? sql`select id from (${sql.join(
            [asked({ search: text }), asked({ tag: toTag(text) }), ...codes.map(asked)].map(
              (found) => sql`select id from (${found})`,
            ),
            sql` union `,
          )}) order by id desc limit ${limit}`
        : asked({ tag, ...(text && { search: text }) }),
    jobs: untagged(() => matchingJobIds(text.split(" ").map(inJob), today(), limit)),
    events: untagged(() => matchingEventIds(text, limit)),
    resources: untagged(() => matchingResourceIds({ search: text }, { limit })),
  };
};

const courseCode = /^\p{L}+-?\d+/u;
const toTag = (text: string) => text.toLowerCase().replaceAll(" ", "-");

const inJob = (text: string): JobCondition => ({ kind: "text", columns: jobFilters.search.columns, text });

/** Where names stand that can be misspelled: an index's table, its columns, and the rows' table with its first one. */
const namedIn: Record<StoredKind, readonly [index: string, columns: string, table: string, name: string]> = {
  people: ["users_search", "name company", "users", "name"],
  questions: ["questions_search", "title", "questions", "title"],
  jobs: ["jobs_search", "title company_name", "jobs", "title"],
  events: ["events_search", "title", "events", "title"],
  resources: ["resources_search", "title", "resources", "title"],
};

/** What may be a misspelling, newest first: with half of each word, or in the newest names with the letters around its middle. */
function nearIds(kind: StoredKind, words: readonly string[]): SQL {
  const [index, columns, table, name] = namedIn[kind];
  const parts = words.map((word) =>
    halvesOf(word)
      .flatMap((half) => ftsPhrase(half) ?? [])
      .join(" OR "),
  );
  const match = parts.flatMap((part) => (part ? [`(${part})`] : [])).join(" AND ");
  const halved = sql`select rowid as id from (select rowid from ${sql.raw(index)}
    where ${sql.raw(index)} match ${`{${columns}} : (${match})`} order by rowid desc limit ${maxNear})`;
  const around = words.flatMap((word) => {
    const letters = aroundMiddle(word);
    return letters
      ? [sql`instr(text, ${fold(letters[0])}) > 0 and instr(text, ${fold(letters[1])}) > 0`]
      : [];
  });
  if (around.length === 0) return halved;
  return sql`${halved} union select id from (select id, lower(${sql.raw(name)}) as text from ${sql.raw(table)}
    order by id desc limit ${maxScannedRows}) where ${sql.join(around, sql` and `)}`;
}

/** One read for all kinds. What the reader may not see is left out here too, whatever the ids are. */
async function selectAll(
  reader: QuestionReader,
  words: readonly string[],
  ids: (kind: StoredKind) => SQL,
): Promise<Record<StoredKind, SearchResult[]>> {
  const among = (column: AnyColumn, kind: StoredKind) => sql`${column} in (${ids(kind)})`;
  const [people, asked, posted, planned, shared] = await db.batch([
    db
      .select(personColumns)
      .from(users)
      .where(sql`${among(users.id, "people")} and ${isActiveNoIndex}`)
      .orderBy(sql`users.id desc`),
    db
      .select({
        id: questions.id,
        title: questions.title,
        text: excerpt(questions.body, words),
        authorId: questions.authorId,
        authorName: authorName("questions", reader),
      })
      .from(questions)
      .where(sql`${among(questions.id, "questions")} and ${isListedQuestion}`)
      .orderBy(sql`questions.id desc`),
    db
      .select({ id: jobs.id, title: jobs.title, text: jobs.companyName })
      .from(jobs)
      .where(among(jobs.id, "jobs"))
      .orderBy(sql`jobs.id desc`),
    db
      .select({ id: events.id, title: events.title, text: excerpt(events.description, words) })
      .from(events)
      .where(among(events.id, "events"))
      .orderBy(sql`events.id desc`),
    db
      .select({ id: resources.id, title: resources.title, text: excerpt(resources.description, words) })
      .from(resources)
      .where(among(resources.id, "resources"))
      .orderBy(sql`resources.id desc`),
  ]);
  const plain = (path: string) => (row: { id: number; title: string; text: string }) => ({
    ...row,
    id: String(row.id),
    text: trimExcerpt(row.text),
    url: `${path}/${row.id}`,
    person: null,
    member: null,
  });
  return {
    people: people.map((row) => {
      const member = presentPerson(row);
      const id = String(row.id);
      const url = `/people/${id}`;
      return { id, title: row.name, text: member.line ?? "", url, person: { id, name: row.name }, member };
    }),
    questions: asked.map((row) => ({
      id: String(row.id),
      title: row.title,
      text: trimExcerpt(row.text),
      url: questionPath(row),
      person: {
        id: row.authorId === null || reader === null ? null : String(row.authorId),
        name: row.authorName,
      },
      member: null,
    })),
    jobs: posted.map(plain("/jobs")),
    events: planned.map(plain("/events")),
    resources: shared.map(plain("/resources")),
  };
}

const allHelp: SearchResult[] = helpPages.map(([title, text, url]) => ({
  id: url,
  title,
  text,
  url,
  person: null,
  member: null,
}));

/** One and two letters look at titles only, as they do in every kind. */
function findHelp(words: readonly string[]): SearchResult[] {
  const isShort = Array.from(words.join(" ")).length <= 2;
  return allHelp.filter(({ title, text }) => {
    const texts = (isShort ? title : `${title} ${text}`).toLowerCase();
    return words.every((word) => texts.includes(word.toLowerCase()));
  });
}

/** The best title first, and of equal ones the newest. A message has none. */
const rank = (kind: ResultKind, results: SearchResult[], words: readonly string[]): SearchResult[] => {
  if (kind === "messages") return results;
  const scores = new Map(results.map((result) => [result, scoreTitle(result.title, words)]));
  return results.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
};

const bestScore = (
  { kind, ranked: [best] }: { kind: ResultKind; ranked: SearchResult[] },
  words: readonly string[],
) => (best && kind !== "messages" ? scoreTitle(best.title, words) : 0);
