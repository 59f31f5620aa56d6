import { sql } from "drizzle-orm";
import type { z } from "zod";
import { describeHidden } from "#app/ui/client/filter-address.ts";
import { namedBatch } from "#db/named-batch.ts";
import { type MemberFilter, maxFoundMembers } from "#db/scopes/members.ts";
import { memberFilterNames } from "#db/vocabulary.ts";
import { describeConnection } from "../../describe-connection.ts";
import { type directoryQuerySchema, memberCursor, suggestBranches } from "../../member-filter.server.ts";
import { avatarUrl } from "../../person.server.ts";
import { getAlumniYear } from "../../study-status.server.ts";
import { type ListAddress, listHref } from "./list-filter.ts";
import {
  countWanted,
  firstMemberIds,
  listFoundMembers,
  nextMemberIds,
  selectBatchTotals,
  selectMemberCards,
  selectNames,
  selectTopics,
} from "./members.server.ts";

/** How many members of each batch the page shows at first. */
const firstPageSize = 12;
const nextPageSize = 48;
/** Maximum number of cards on a page. Further batches are on the next one. */
const maxCards = 84;
const maxSkills = 5;

type Sent = Omit<z.output<typeof directoryQuerySchema>, "batch">;

export interface DirectoryQuery extends Sent {
  batch: number | undefined;
  /** Only batches before this year, those of alumni. */
  alumniBefore: number | undefined;
}

const batchTotals = selectBatchTotals().prepare();
const viewerId = sql.placeholder("viewerId");
const firstCards = selectMemberCards(
  viewerId,
  firstMemberIds(sql.placeholder("years"), firstPageSize),
).prepare();
const cardsById = selectMemberCards(
  viewerId,
  sql`select value from json_each(${sql.placeholder("ids")})`,
).prepare();

type CardRow = Awaited<ReturnType<typeof cardsById.execute>>[number];
interface Batch {
  year: number;
  total: number;
}

/** The parameters of an address that apply to every batch. */
const wantedOf = (query: Sent) => ({ search: query.search, ...filterOf(query) });
const filterOf = (query: Sent): MemberFilter =>
  Object.fromEntries(memberFilterNames.map((name) => [name, query[name]]));
const isFiltering = (query: Sent) => Object.values(filterOf(query)).some(Boolean);
const isWanting = (query: Sent) => query.search !== undefined || isFiltering(query);
export const toAddress = (query: Sent): ListAddress => ({
  search: query.search,
  batch: undefined,
  ...filterOf(query),
  mentoring: query.mentoring && "1",
});

/** The batches with their first members, or the next members of one batch. */
export async function loadDirectory(viewer: number, query: DirectoryQuery) {
  const all = await batchTotals.execute();
  const { batches, cards, pageSize } = await (isWanting(query)
    ? listByFilter(viewer, query)
    : listByBatch(viewer, all, query));
  const isOneBatch = query.batch !== undefined || query.alumniBefore !== undefined;
  const shown = takeBatches(batches, query);
  const rows = Map.groupBy(cards, ({ batchYear }) => batchYear ?? 0);
  const last = shown.at(-1);
  const members = sumTotals(batches);
  const isCapped = isWanting(query) && mayBeMore(members);
  const alumniYear = getAlumniYear();
  const isOfAlumni = query.alumniBefore !== undefined || (query.batch && query.batch < alumniYear);
  const noun = isOfAlumni ? "alum" : query.batch ? "student" : "person";
  return {
    years: all.map(({ year }) => year),
    everyone: describeCount(sumTotals(all), all),
    found: describeCount(members, batches, isCapped, noun),
    /** The word in the specification's "No students found". */
    noun: query.alumniBefore === undefined ? "students" : "alumni",
    /** The label of the button: "62 people", or students or alumni if only those are listed. */
    foundMembers: countOf(isCapped ? maxFoundMembers : members, noun, isCapped),
    groups: shown.map(({ year, total }) => {
      const page = rows.get(year) ?? [];
      const end = page.slice(0, pageSize).at(-1);
      const hasMore = query.after ? page.length > pageSize : total > page.length;
      return {
        year,
        total: countOf(total, year !== 0 && year < alumniYear ? "alum" : "student", isCapped),
        members: page.slice(0, pageSize).map((row) => presentCard(row, viewer)),
        moreHref:
          end && hasMore ? listHref({ ...toAddress(query), batch: year, cursor: memberCursor(end) }) : null,
      };
    }),
    /** The cursor of the earlier batches. */
    next: last && last.year !== batches.at(-1)?.year ? String(last.year) : null,
    /** Links to try if nobody matches. */
    elsewhere: members === 0 && !query.after ? await findElsewhere(all, query, isOneBatch) : [],
    hidden: members === 0 ? null : await describeHiddenMembers(members, query),
  };
}

/** For example "3 in other batches", else "2 without the other filters", then a search of the whole site. */
async function findElsewhere(all: Batch[], query: DirectoryQuery, isOneBatch: boolean) {
  const { search } = query;
  const links: { href: string; text: string }[] = [];
  const offer = (total: number, address: ListAddress, one: string, more: string) => {
    const count = `${numberFormat.format(Math.min(total, maxFoundMembers))}${mayBeMore(total) ? "+" : ""}`;
    if (total > 0) links.push({ href: listHref(address), text: total === 1 ? one : `${count} ${more}` });
  };
  if (isOneBatch) {
    const [found] = isWanting(query) ? await countWanted(wantedOf(query)) : [];
    const total = found?.total ?? sumTotals(all);
    offer(total, toAddress(query), "1 in another batch", "in other batches");
  }
  if (search && links.length === 0 && isFiltering(query)) {
    const [found] = await countWanted({ search });
    const without = "without the other filters";
    offer(found?.total ?? 0, { search }, `1 ${without}`, without);
  }
  if (search) {
    const q = new URLSearchParams({ q: search });
    links.push({ href: `/search?${q}`, text: `Look for “${search}” everywhere` });
  }
  return links;
}

/** How many results of a search are hidden by its filters. */
async function describeHiddenMembers(shown: number, query: DirectoryQuery) {
  const { search, batch, alumniBefore, after } = query;
  const isFiltered = batch !== undefined || alumniBefore !== undefined || isFiltering(query);
  if (!search || !isFiltered || after) return null;
  const [found] = await countWanted({ search });
  const total = found?.total ?? 0;
  const hidden = describeHidden(total + Number(mayBeMore(total)), shown, maxFoundMembers);
  return hidden && { count: hidden, href: listHref({ search }) };
}

/** Suggestions for the filter's fields. */
export async function loadSuggestions({ company, branch }: MemberFilter) {
  const { topics, companies, branches } = await namedBatch({
    topics: selectTopics(),
    companies: selectNames("company", company),
    branches: selectNames("branch", branch),
  });
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
  return {
    topics: names(topics),
    companies: names(companies),
    branches: branch ? names(branches) : await suggestBranches(names(branches)),
  };
}

type Found = { batches: Batch[]; cards: CardRow[]; pageSize: number };

async function listByBatch(viewer: number, all: Batch[], query: DirectoryQuery): Promise<Found> {
  const { batch, alumniBefore, after } = query;
  const batches = all.filter(
    ({ year }) =>
      (batch === undefined || year === batch) &&
      (alumniBefore === undefined || (year !== 0 && year < alumniBefore)),
  );
  if (batch !== undefined && after) {
    const ids = nextMemberIds(batch, after, nextPageSize + 1);
    return { batches, cards: await selectMemberCards(viewer, ids), pageSize: nextPageSize };
  }
  const years = JSON.stringify(takeBatches(batches, query).map(({ year }) => year));
  return { batches, cards: await firstCards.execute({ viewerId: viewer, years }), pageSize: firstPageSize };
}

async function listByFilter(viewer: number, query: DirectoryQuery): Promise<Found> {
  const { batch: year, alumniBefore: before, after } = query;
  const pageSize = year !== undefined && after ? nextPageSize : firstPageSize;
  const position = year === undefined ? undefined : after;
  const found = await listFoundMembers(
    { ...wantedOf(query), year, before },
    position,
    pageSize + (position ? 1 : 0),
  );
  const batches = [...new Map(found.map((row) => [row.year, row])).values()];
  const shown = new Set(takeBatches(batches, query).map((each) => each.year));
  const ids = JSON.stringify(found.filter((row) => shown.has(row.year)).map(({ id }) => id));
  return { batches, cards: await cardsById.execute({ viewerId: viewer, ids }), pageSize };
}

/** The batches of a page: as many as fit, and at least one. */
function takeBatches(
  batches: Batch[],
  { before = Number.POSITIVE_INFINITY, batch }: DirectoryQuery,
): Batch[] {
  if (batch !== undefined) return batches;
  let cards = 0;
  return batches
    .filter(({ year }) => year < before)
    .filter(({ total }, index) => {
      cards += Math.min(total, firstPageSize);
      return index === 0 || cards <= maxCards;
    });
}

/** A search compares this many members at most, so it never finds more. */
const mayBeMore = (total: number): boolean => total >= maxFoundMembers;

const sumTotals = (batches: Batch[]) => batches.reduce((sum, { total }) => sum + total, 0);

const numberFormat = new Intl.NumberFormat("en-IN");
const plurals = { person: "people", student: "students", alum: "alumni", batch: "batches" };
const countOf = (count: number, noun: keyof typeof plurals, isCapped = false) =>
  `${numberFormat.format(count)}${isCapped ? "+" : ""} ${count === 1 ? noun : plurals[noun]}`;

/** For example "62 people in 5 batches". Members without a batch do not add one. */
function describeCount(
  members: number,
  batches: Batch[],
  isCapped = false,
  noun: keyof typeof plurals = "person",
): string {
  const count = countOf(isCapped ? maxFoundMembers : members, noun, isCapped);
  return `${count} in ${countOf(batches.filter(({ year }) => year !== 0).length, "batch")}`;
}

/** A member as shown on a card. */
export type PresentedMember = ReturnType<typeof presentCard>;
/** A batch with some of its members. */
export type MemberGroup = Directory["groups"][number];
export type Directory = Awaited<ReturnType<typeof loadDirectory>>;

function presentCard(row: CardRow, viewer: number) {
  const { connection, connectionBy } = describeConnection(row, viewer);
  return {
    id: row.id,
    name: row.name,
    avatar: row.avatarFile && avatarUrl(row.avatarFile),
    facts: [row.position, row.company].filter(Boolean).join(", ") || row.branch,
    skills: row.skills.slice(0, maxSkills),
    topics: row.offersHelp ? row.topics.split(" ").join(", ") : "",
    moreSkills: Math.max(0, row.skills.length - maxSkills),
    isOwn: row.id === viewer,
    connection,
    isAsked: connectionBy === "them",
  };
}
