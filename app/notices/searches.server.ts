import { and, desc, eq, sql } from "drizzle-orm";
import { db, savedSearches, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { HttpError } from "../http/problem.server.ts";
import { type JobFilter, jobFilterSchema } from "../schemas/job.ts";
import type { SavedSearchInput } from "../schemas/saved-search.ts";
import { savedSearchTexts } from "../schemas/saved-search-texts.ts";
import { notify } from "./notify.server.ts";

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

/** Saves a list's query. The same query again changes its frequency. @throws HttpError 422, 409 for the eleventh */
export async function saveSearch(userId: number, { kind, query, frequency }: SavedSearchInput) {
  const parameters = new URLSearchParams(query);
  const filter = kind === "jobs" ? readJobFilter(parameters) : readTag(parameters);
  const row = {
    userId: users.id,
    kind,
    query: parameters.toString(),
    frequency,
    term: "tag" in filter ? tagTerm(filter.tag) : termOf(filter),
    filter: filter as Record<string, string | string[]>,
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

const listPath = { jobs: "jobs", questions: "questions" } as const;

function readTag(parameters: URLSearchParams): { tag: string } {
  const tag = parameters.get("tag")?.trim().toLowerCase();
  if (!tag) throw HttpError.forFields({ query: [savedSearchTexts.needsTag] });
  return { tag };
}
const tagTerm = (tag: string) => `tag:${tag}`;

function readJobFilter(parameters: URLSearchParams) {
  const filter = jobFilterSchema.parse({
    ...Object.fromEntries(parameters),
    opportunityType: parameters.getAll("opportunityType"),
    workplaceType: parameters.getAll("workplaceType"),
  });
  const { search, locations, industry, opportunityType, workplaceType } = filter;
  const texts = Object.entries({ search, locations, industry }).flatMap(([name, text]) =>
    text ? [[name, text.toLowerCase()]] : [],
  );
  return {
    ...(Object.fromEntries(texts) as Partial<Record<string, string>>),
    opportunityType,
    workplaceType,
  };
}

const commonLetters = /[etaoinsrhl ]/g;
const trigramsOf = (text: string): string[] => {
  const letters = Array.from(text);
  return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(""));
};
const countCommon = (trigram: string) => trigram.match(commonLetters)?.length ?? 0;

/** The rarest three letters of a search's texts, which a matching job has too; else its one type; else nothing. */
function termOf({ opportunityType, workplaceType, ...texts }: ReturnType<typeof readJobFilter>): string {
  const trigrams = Object.values(texts).flatMap((text) => trigramsOf(String(text)));
  const [rarest] = trigrams.sort((a, b) => countCommon(a) - countCommon(b));
  if (rarest !== undefined) return rarest;
  if (opportunityType.length === 1) return `type:${opportunityType[0]}`;
  return workplaceType.length === 1 ? `place:${workplaceType[0]}` : "";
}

interface NewJob {
  title: string;
  companyName: string;
  description: string;
  requiredSkills: string[];
  locations: string[];
  industry: string | null;
  opportunityType: JobFilter["opportunityType"][number];
  workplaceType: string | null;
}

/** Tells those whose saved search finds a new job, directly after the statement that inserts it. */
export function notifyOfJob(posterId: number, job: NewJob, now = Date.now()) {
  const fold = (text: string | null) => (text ?? "").toLowerCase();
  const texts = [job.title, job.companyName, job.description, job.requiredSkills.join(", ")].map(fold);
  const locations = fold(job.locations.join(", "));
  const industry = fold(job.industry);
  const types =
    job.opportunityType === "contract-or-freelance"
      ? [job.opportunityType, "contract", "freelance"]
      : [job.opportunityType];
  const terms = [
    "",
    ...types.map((type) => `type:${type}`),
    `place:${job.workplaceType}`,
    ...new Set([...texts, locations, industry].flatMap(trigramsOf)),
  ];
  const list = (values: readonly string[]) => sql`json_each(${JSON.stringify(values)})`;
  const has = (name: string, text: string) =>
    sql`(search.filter ->> ${name} is null or instr(${text}, search.filter ->> ${name}) > 0)`;
  const isOneOf = (name: string, values: readonly string[]) =>
    sql`(search.filter ->> ${name} = '[]' or exists (select 1 from json_each(search.filter, ${`$.${name}`}) as chosen
      where chosen.value in (select value from ${list(values)})))`;
  return notifySearchers(
    { kind: "jobs", title: job.title, actorId: posterId, now },
    sql`search.term in (select value from ${list(terms)})
      and (search.filter ->> 'search' is null or exists (
        select 1 from ${list(texts)} as part where instr(part.value, search.filter ->> 'search') > 0))
      and ${has("locations", locations)} and ${has("industry", industry)}
      and ${isOneOf("opportunityType", types)} and ${isOneOf("workplaceType", [job.workplaceType ?? ""])}`,
  );
}

/** Tells those who saved a search of one of a new question's tags, directly after the statement that inserts it. */
export const notifyOfQuestion = (
  question: { title: string; tags: readonly string[]; actorId: number | undefined; askerId: number },
  now = Date.now(),
) =>
  notifySearchers(
    { kind: "questions", title: question.title, actorId: question.actorId, now },
    sql`search.term in (select value from json_each(${JSON.stringify(question.tags.map(tagTerm))}))
      and search.user_id <> ${question.askerId}`,
  );

const notifySearchers = (
  {
    kind,
    title,
    actorId,
    now,
  }: { kind: keyof typeof listPath; title: string; actorId: number | undefined; now: number },
  matches: ReturnType<typeof sql>,
) =>
  notify(
    {
      kind: "saved-search",
      userId: sql`search.user_id`,
      subject: sql`${listPath[kind]} || iif(search.query = '', '', '?') || search.query`,
      actorId,
      facts: sql`json_object('title', ${title}, 'search',
        coalesce(search.filter ->> 'search', search.filter ->> 'tag', search.filter ->> 'locations', ${kind}))`,
      mailAs: sql`iif(search.frequency = 'daily', 'digest', 'mail')`,
      now,
    },
    sql`saved_searches as search`,
    and(
      sql`search.kind = ${kind} and ${matches} and changes() > 0`,
      actorId === undefined ? undefined : sql`search.user_id <> ${actorId}`,
    ),
  );
