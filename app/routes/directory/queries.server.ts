import { sql } from "drizzle-orm";
import type { z } from "zod";
import { describeConnection } from "../../people/describe-connection.ts";
import { avatarUrl, type directoryQuerySchema } from "../../schemas/user.ts";
import { listHref } from "./list-filter.ts";
import {
  firstMemberIds,
  maxFoundMembers,
  nextMemberIds,
  selectBatchTotals,
  selectFoundMembers,
  selectMemberCards,
} from "./members.server.ts";

/** How many members of a batch a page begins with, and how many follow at a time. */
const firstPageSize = 12;
const nextPageSize = 48;
/** Batches that would make a page longer than this are on the next one. */
const maxCards = 84;
const maxSkills = 5;

export interface DirectoryQuery extends Omit<z.output<typeof directoryQuerySchema>, "batch"> {
  batch: number | undefined;
  /** The batches before this year only: those of alumni. */
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

/** The batches with their first members, or one batch's next ones. */
export async function loadDirectory(viewer: number, query: DirectoryQuery) {
  const all = await batchTotals.execute();
  const { batches, cards, pageSize } = await (query.search === undefined
    ? listMembers(viewer, all, query)
    : findMembers(viewer, query.search, query));
  const shown = takeBatches(batches, query);
  const rows = Map.groupBy(cards, ({ batchYear }) => batchYear ?? 0);
  const last = shown.at(-1);
  const members = sumTotals(batches);
  const isCapped = query.search !== undefined && members > maxFoundMembers;
  return {
    years: all.map(({ year }) => year),
    everyone: describeCount(sumTotals(all), all),
    found: describeCount(members, batches, isCapped),
    /** For a button: "62 students". */
    foundMembers: countOf(isCapped ? maxFoundMembers : members, "student", isCapped),
    groups: shown.map(({ year, total }) => {
      const page = rows.get(year) ?? [];
      const end = page.slice(0, pageSize).at(-1);
      const hasMore = query.after ? page.length > pageSize : total > page.length;
      return {
        year,
        total: countOf(total, "student", isCapped),
        members: page.slice(0, pageSize).map((row) => presentCard(row, viewer)),
        moreHref:
          end && hasMore
            ? listHref({ search: query.search, batch: year, cursor: `${end.id}.${end.name}` })
            : null,
      };
    }),
    /** The cursor of the earlier batches. */
    next: last && last.year !== batches.at(-1)?.year ? String(last.year) : null,
  };
}

type Found = { batches: Batch[]; cards: CardRow[]; pageSize: number };

async function listMembers(viewer: number, all: Batch[], query: DirectoryQuery): Promise<Found> {
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

async function findMembers(viewer: number, search: string, query: DirectoryQuery): Promise<Found> {
  const { batch: year, alumniBefore: before, after } = query;
  const pageSize = year !== undefined && after ? nextPageSize : firstPageSize;
  const position = year === undefined ? undefined : after;
  const found = await selectFoundMembers(
    { search, year, before, after: position },
    pageSize + (position ? 1 : 0),
  );
  const batches = [...new Map(found.map((row) => [row.year, row])).values()];
  const shown = new Set(takeBatches(batches, query).map((each) => each.year));
  const ids = JSON.stringify(found.filter((row) => shown.has(row.year)).map(({ id }) => id));
  return { batches, cards: await cardsById.execute({ viewerId: viewer, ids }), pageSize };
}

/** The batches of a page: from where it continues, at least one, as long as their cards fit. */
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

const sumTotals = (batches: Batch[]) => batches.reduce((sum, { total }) => sum + total, 0);

const numberFormat = new Intl.NumberFormat("en-IN");
const plurals = { student: "students", batch: "batches" };
const countOf = (count: number, noun: keyof typeof plurals, isCapped = false) =>
  `${numberFormat.format(count)}${isCapped ? "+" : ""} ${count === 1 ? noun : plurals[noun]}`;

/** For example "62 students in 5 batches". Members without a batch are in none. */
function describeCount(members: number, batches: Batch[], isCapped = false): string {
  const count = countOf(isCapped ? maxFoundMembers : members, "student", isCapped);
  return `${count} in ${countOf(batches.filter(({ year }) => year !== 0).length, "batch")}`;
}

/** A member as a card shows them. */
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
    moreSkills: Math.max(0, row.skills.length - maxSkills),
    isOwn: row.id === viewer,
    connection,
    isAsked: connectionBy === "them",
  };
}
