import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { normalizePhone } from "#app/account/input.server.ts";
import { jobFilters } from "#app/jobs/filter.ts";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { addressKey, limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import {
  boards,
  connections,
  db,
  events,
  experiences,
  jobs,
  questions,
  resources,
  users,
} from "#db/index.ts";
import { isListedJob } from "#db/scopes/jobs.ts";
import { filteredMemberIds } from "#db/scopes/members.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { authorName, isListedQuestion, type QuestionReader } from "#db/scopes/questions.ts";
import { idList, maxScannedRows, searchedTables, wordMatch } from "#db/scopes/search.ts";
import { isActiveNoIndex, isConnectionWith, isSharedWith } from "#db/scopes/users.ts";
import {
  findBoards,
  findEvents,
  findExperiences,
  findJobIds,
  findMemberIds,
  findQuestionIds,
  findResources,
} from "#db/search.ts";
import { things } from "#db/things.ts";
import type { JobCondition, OwnedKind } from "#db/vocabulary.ts";
import { fold, hasWords, isShortWord, splitWords } from "#db/words.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { personColumns, presentPerson } from "../people/person.server.ts";
import { arePublic } from "../questions/access.server.ts";
import { toPlainText } from "../questions/markdown.server.ts";
import { questionPath } from "../questions/slug.ts";
import { findInTexts } from "../resources/find.server.ts";
import { type ResultKind, resultKinds } from "./kinds.ts";
import { listMessages } from "./messages.server.ts";
import { excerpt, findRow, joinCells, type SearchResult, trimExcerpt } from "./result.server.ts";
import { aroundMiddle, canBeMisspelled, halvesOf, isNear, readWords, scoreTitle } from "./words.ts";

/** The help pages: title, summary, address. */
const helpPages = [
  ["How this works", "What members do here, its rules, and who runs it", "/about"],
  ["Give feedback", "Tell us what is missing, wrong or good", "/feedback"],
  ["API", "Tokens, calls and examples for programs and developers", "/api"],
  ["A first bot", "Write a small program that uses the API, step by step", "/developers/first-bot"],
  [
    "The socket",
    "Realtime frames for programs: messages, notices and the anonymous room",
    "/developers/socket",
  ],
  ["Errors of the API", "What each problem code means and what to do", "/developers/errors"],
  ["Forgot your password?", "Get a link by email to set a new password", "/forgot-password"],
] as const;

/** The newest results that are counted and ranked, per kind. */
const maxFound = 100;
const maxNear = 200;

export interface KindResults {
  kind: ResultKind;
  total: number;
  totalCountCapped: boolean;
  results: SearchResult[];
  /** The cursor of the next page, if there is one. */
  next: string | undefined;
}

/** A result's rank within its kind: the best title first, and the newest of equal ones. */
interface Place {
  score: number;
  id: number;
}

const isBehind = (place: Place, { score, id }: Place) =>
  place.score < score || (place.score === score && place.id < id);

const readPlace = (cursor: string): Place => {
  const [score = 0, id = 0] = cursor.split("-").map(Number);
  return { score, id };
};

/** Page and call share one limit. @throws HttpError 429 */
export const limitSearch = (
  action: "search" | "suggestions",
  viewer: { id: number } | null,
  address: string,
): void => limitAction(action, viewer ? viewer.id : addressKey(address));

const nothing = sql`select null as id where false`;

const isMarkdown = (kind: ResultKind) => kind === "questions" || kind === "events" || kind === "boards";

/**
 * What the reader may see of each kind that contains all words. The kind with the best hit is first, kinds without
 * hits are left out.
 */
export async function search(
  reader: QuestionReader,
  text: string,
  {
    kinds = resultKinds,
    limit,
    cursor,
  }: { kinds?: readonly ResultKind[]; limit: number; cursor?: string | undefined },
): Promise<{ kinds: KindResults[]; isNear: boolean }> {
  const { words, tag } = readWords(text);
  if (words.length === 0 && tag === undefined) return { kinds: [], isNear: false };
  const isForMembers = (one: ResultKind) =>
    one === "people" || one === "messages" || one === "experiences" || (one === "questions" && !arePublic);
  const isOpenTo = (one: ResultKind) =>
    kinds.includes(one) && isAreaOn(one) && (reader !== null || !isForMembers(one));
  const after = cursor === undefined ? undefined : readPlace(cursor);
  const present = (found: Record<ResultKind, SearchResult[]>): KindResults[] =>
    resultKinds
      .map((kind) => ({ kind, ranked: rank(kind, found[kind], words) }))
      .filter(({ ranked }) => ranked.length > 0)
      .sort((a, b) => bestScore(b) - bestScore(a))
      .map(({ kind, ranked }): KindResults => {
        const counted = ranked.slice(0, maxFound);
        const rest = after ? counted.filter(({ place }) => isBehind(place, after)) : counted;
        const { page, last } = cutPage(rest, limit);
        return {
          kind,
          total: counted.length,
          totalCountCapped: ranked.length > maxFound,
          results: page.map(({ result }) =>
            isMarkdown(kind) ? { ...result, text: toPlainText(result.text) } : result,
          ),
          next: last && `${last.place.score}-${last.place.id}`,
        };
      });

  const { readLines, ...ids } = idsOf(reader, words.join(" "), tag);
  /** A resource that was found in its file only is shown with the line. */
  async function addLines(kinds: KindResults[]): Promise<KindResults[]> {
    const lines = await readLines(
      kinds.flatMap(({ kind, results }) => (kind === "resources" ? results.map(({ id }) => Number(id)) : [])),
    );
    return kinds.map((found) =>
      found.kind === "resources"
        ? {
            ...found,
            results: found.results.map((result) => ({
              ...result,
              text: lines.get(Number(result.id)) ?? result.text,
            })),
          }
        : found,
    );
  }
  const isUntagged = tag === undefined;
  const [rows, talk] = await Promise.all([
    listAll(reader, words, await mapKinds(async (one) => (isOpenTo(one) ? ids[one]() : nothing))),
    reader && isUntagged && isOpenTo("messages") ? listMessages(reader.id, words, maxFound + 1) : [],
  ]);
  const help = isUntagged && isOpenTo("help") ? findHelp(words) : [];
  const found = present({ ...rows, messages: talk, help });
  if (found.length > 0 || tag !== undefined || !words.some(canBeMisspelled))
    return { kinds: await addLines(found), isNear: false };
  const near = await listAll(
    reader,
    words,
    await mapKinds(async (one) => (isOpenTo(one) ? nearIds(one, words) : nothing)),
  );
  const isFit = ({ title }: SearchResult) => isNear(title, words);
  // A company counts as a name.
  const isNamed = ({ title, text }: SearchResult) => isNear(`${title} ${text}`, words);
  const close = present({
    people: near.people.filter(isNamed),
    questions: near.questions.filter(isFit),
    jobs: near.jobs.filter(isNamed),
    events: near.events.filter(isFit),
    resources: near.resources.filter(isFit),
    experiences: near.experiences.filter(isFit),
    boards: near.boards.filter(isFit),
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
const storedKinds = resultKinds.filter((kind): kind is StoredKind => kind !== "messages" && kind !== "help");

/** Runs them in sequence: each yields between its batches, and together they would block for longer. */
async function mapKinds(find: (kind: StoredKind) => Promise<SQL>): Promise<Record<StoredKind, SQL>> {
  const found: [StoredKind, SQL][] = [];
  for (const kind of storedKinds) found.push([kind, await find(kind)]);
  return Object.fromEntries(found) as Record<StoredKind, SQL>;
}

/** Members with this phone number, if they share it with the reader. */
function idsByPhone(reader: QuestionReader, text: string): SQL {
  const phone = normalizePhone(text, "+91");
  if (phone === null || reader === null) return nothing;
  return sql`select id from (select ${users.id} as id from ${users}
    left join ${connections} on ${isConnectionWith(reader.id)}
    where ${users.phone} = ${phone} and ${isActiveNoIndex} and ${isSharedWith(reader, "phone")}
    order by ${users.id} desc limit ${maxFound + 1})`;
}

/** Leaves out email, because every address contains the college's domain. */
const notEmail = ["name", "skills", "company", "branch"];

/**
 * The newest results of each kind, one more than is counted. Those that contain the words as whole words are first.
 */
const idsOf = (
  reader: QuestionReader,
  text: string,
  tag: string | undefined,
): Record<StoredKind, () => Promise<SQL>> & {
  readLines: (ids: number[]) => Promise<Map<number, string>>;
} => {
  const page = { limit: maxFound + 1, wholeFirst: true };
  const { limit } = page;
  const untagged = (find: () => Promise<SQL>) => async () => (tag === undefined ? find() : nothing);
  const asked = async (filter: { tag?: string; search?: string }) => {
    const { ids } = await findQuestionIds(
      { sort: "newest", ...filter },
      { ...page, after: undefined, cutoff: 0 },
    );
    return ids;
  };
  let inTexts: Awaited<ReturnType<typeof findInTexts>> | undefined;
  const words = text.split(" ");
  /** A course code among other words can be a tag. */
  const codes = words
    .filter((word) => words.length > 1 && courseCode.test(word))
    .map((word) => ({ tag: toTag(word), search: words.filter((other) => other !== word).join(" ") }));
  return {
    people: async () => {
      if (tag === undefined) {
        const columns = text.includes("@") ? undefined : notEmail;
        const named = await findMemberIds(text, isActiveNoIndex, { ...page, columns });
        return sql`select id from (${named}) union ${idsByPhone(reader, text)}`;
      }
      return text
        ? nothing
        : sql`${filteredMemberIds({ topic: tag }, today(), isActiveNoIndex)} limit ${limit}`;
    },
    questions: async () => {
      if (tag !== undefined) return asked({ tag, ...(text && { search: text }) });
      const found: SQL[] = [];
      for (const filter of [{ search: text }, { tag: toTag(text) }, ...codes])
        found.push(sql`select id from (${await asked(filter)})`);
      return sql.join(found, sql` union `);
    },
    jobs: untagged(async () => (await findJobIds([inJob(text)], today(), page)).ids),
    events: untagged(async () => idList((await findEvents(text, page)).ids)),
    resources: untagged(async () => {
      const inFields = await findResources(text, {}, page);
      inTexts = await findInTexts(text, {}, inFields.ids);
      return idList([...inFields.ids, ...inTexts.ids.slice(0, limit)]);
    }),
    readLines: async (shown) =>
      (await inTexts?.readLines(shown.filter((id) => inTexts?.isOnlyThere(id)))) ?? new Map(),
    experiences: untagged(async () => idList((await findExperiences({}, page, text)).ids)),
    boards: untagged(async () => idList((await findBoards(text, page)).ids)),
  };
};

const courseCode = /^\p{L}+-?\d+/u;
const toTag = (text: string) => text.toLowerCase().replaceAll(" ", "-");

const inJob = (text: string): JobCondition => ({ kind: "text", columns: jobFilters.search.columns, text });

/**
 * Candidates for a misspelling, newest first: with half of each word, or, among the newest names, with the letters
 * around its middle.
 */
function nearIds(kind: StoredKind, words: readonly string[]): SQL {
  const table = kind === "people" ? "users" : kind;
  const index = `${table}_search`;
  const { names } = searchedTables[table];
  const [name] = names;
  const parts = words.map((word) =>
    halvesOf(word)
      .flatMap((half) => wordMatch(half) ?? [])
      .join(" OR "),
  );
  const match = parts.flatMap((part) => (part ? [`(${part})`] : [])).join(" AND ");
  if (!match) return nothing;
  const halved = sql`select rowid as id from (select rowid from ${sql.raw(index)}
    where ${sql.raw(index)} match ${`{${names.join(" ")}} : (${match})`} order by rowid desc limit ${maxNear})`;
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

/** Filters what the reader may not see, whatever the ids are. */
async function listAll(
  reader: QuestionReader,
  words: readonly string[],
  ids: Record<StoredKind, SQL>,
): Promise<Record<StoredKind, SearchResult[]>> {
  const among = (column: AnyColumn, kind: StoredKind) => sql`${column} in (${ids[kind]})`;
  const read = async <Row>(rows: PromiseLike<Row[]>): Promise<Row[]> => {
    const found = await rows;
    await yieldToRequests();
    return found;
  };
  const people = await read(
    db
      .select({ ...personColumns, skills: users.skills })
      .from(users)
      .where(sql`${among(users.id, "people")} and ${isActiveNoIndex}`)
      .orderBy(sql`users.id desc`),
  );
  const asked = await read(
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
  );
  const posted = await read(
    db
      .select({ id: jobs.id, title: jobs.title, text: jobs.companyName })
      .from(jobs)
      .where(sql`${among(jobs.id, "jobs")} and ${isListedJob}`)
      .orderBy(sql`jobs.id desc`),
  );
  const planned = await read(
    db
      .select({ id: events.id, title: events.title, text: excerpt(events.description, words) })
      .from(events)
      .where(among(events.id, "events"))
      .orderBy(sql`events.id desc`),
  );
  const shared = await read(
    db
      .select({
        id: resources.id,
        title: resources.title,
        text: excerpt(resources.description, words),
        code: resources.courseCode,
      })
      .from(resources)
      .where(among(resources.id, "resources"))
      .orderBy(sql`resources.id desc`),
  );
  const experienceRows = await read(
    db
      .select({
        id: experiences.id,
        title: sql<string>`${things.experience.title}`,
        text: excerpt(sql`${things.experience.text}`, words),
        authorId: experiences.authorId,
        authorName: authorName("experiences", reader),
      })
      .from(experiences)
      .where(among(experiences.id, "experiences"))
      .orderBy(sql`experiences.id desc`),
  );
  const kept = await read(
    db
      .select({ id: boards.id, title: boards.title, text: excerpt(boards.body, words), slug: boards.slug })
      .from(boards)
      .where(among(boards.id, "boards"))
      .orderBy(sql`boards.id desc`),
  );
  const plain = (kind: OwnedKind | "experience") => (row: { id: number; title: string; text: string }) => ({
    ...row,
    id: String(row.id),
    text: trimExcerpt(row.text),
    url: things[kind].path(row.id),
    person: null,
    member: null,
  });
  return {
    people: people.map((row) => {
      const member = presentPerson(row);
      const id = String(row.id);
      const url = `/people/${id}`;
      const isFound = (skill: string) => words.some((word) => fold(skill).includes(fold(word)));
      const text = [member.line, row.skills.find(isFound)].filter(Boolean).join(" · ");
      return { id, title: row.name, text, url, person: { id, name: row.name }, member };
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
    jobs: posted.map(plain("job")),
    events: planned.map(plain("event")),
    resources: shared.map(plain("resource")),
    experiences: experienceRows.map(({ authorId, authorName, ...row }) => ({
      ...plain("experience")(row),
      person: { id: authorId === null ? null : String(authorId), name: authorName },
    })),
    boards: kept.map(({ slug, text, ...row }) => ({
      ...plain("board")({ ...row, text: joinCells(findRow(text, words)) }),
      url: things.board.path(slug),
    })),
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

/** One or two letters match titles only, as in every kind. */
function findHelp(words: readonly string[]): SearchResult[] {
  const wanted = words.flatMap(splitWords);
  const isShort = wanted.every(isShortWord);
  return allHelp.filter(({ title, text }) => hasWords(fold(isShort ? title : `${title} ${text}`), wanted));
}

/** Messages have no title, so they are ranked by id. */
const rank = (
  kind: ResultKind,
  results: readonly SearchResult[],
  words: readonly string[],
): { result: SearchResult; place: Place }[] =>
  results
    .map((result) => ({
      result,
      place: {
        score: kind === "messages" ? 0 : scoreResult(result, words),
        id: kind === "help" ? allHelp.length - allHelp.indexOf(result) : Number(result.id),
      },
    }))
    .toSorted((a, b) => b.place.score - a.place.score || b.place.id - a.place.id);

/** A course code counts less than a title, and more than other texts. */
const scoreResult = ({ title, code }: SearchResult, words: readonly string[]): number =>
  scoreTitle(title, words) || (code ? Math.min(1, scoreTitle(`${title} ${code}`, words)) : 0);

const bestScore = ({ ranked: [best] }: { ranked: { place: Place }[] }) => best?.place.score ?? 0;
