import { and, asc, inArray, not, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { cutText, normalizeCode, normalizeLine } from "#app/platform/schemas/fields.server.ts";
import { queryText } from "#app/platform/schemas/query-fields.server.ts";
import {
  maxFilterNameLength,
  maxNameSearchLength,
  maxTopicLength,
} from "#app/platform/schemas/search-rules.ts";
import { branches, db, users } from "#db/index.ts";
import { isBlocking } from "#db/scopes/blocks.ts";
import { isActiveNoIndex } from "#db/scopes/users.ts";
import { inOrderOf, matchUsers } from "#db/search.ts";
import type { MemberFilterName } from "#db/vocabulary.ts";
import { personColumns, presentPerson } from "./person.server.ts";

/** A topic, spelled like its tag. */
const toTopic = (text: string | undefined) => text?.toLowerCase().replaceAll(" ", "-");

/** The filters of the list of members, in the page's address and in `GET /api/users`. */
export const memberFilters = {
  company: queryText(maxFilterNameLength).meta({
    example: "Northlight Robotics",
    description: "Where they work, in any case",
  }),
  topic: queryText(maxTopicLength)
    .transform(toTopic)
    .meta({
      override: { type: "string" },
      example: "electives",
      description: "A tag that they offer to be asked about",
    }),
  mentoring: queryText()
    .transform((text) => text === "1" || undefined)
    .meta({
      override: { type: "string", enum: ["1"] },
      example: "1",
      description: "Only who is open to mentoring, has a free place and is not on “not now”",
    }),
  branch: queryText(maxFilterNameLength).meta({
    example: "Electronics",
    description: "What they study or studied, in any case",
  }),
} satisfies Record<MemberFilterName, z.ZodType>;

/** A batch in an address: its year, or 0 for members without one. Anything else counts as absent. */
const toBatch = (text: string | undefined) => {
  const year = normalizeCode(text ?? "");
  return /^(0|\d{4})$/.test(year) ? Number(year) : undefined;
};
const batch = () => queryText(4).transform(toBatch);

/** The cursor of a batch: its last member as `<id>.<name>`, preceded by `h` if they offer help. */
export const memberCursor = ({ id, name, offersHelp }: { id: number; name: string; offersHelp: boolean }) =>
  `${offersHelp ? "h" : ""}${id}.${name}`;
const position = queryText(300).transform((text) => {
  const [, help, id, name] = /^(h?)(\d{1,15})\.(.*)$/.exec(text ?? "") ?? [];
  if (id === undefined || name === undefined) return undefined;
  return { id: Number(id), name, offersHelp: help === "h" };
});

export const directoryQuerySchema = z.object({
  search: queryText(maxNameSearchLength),
  batch: queryText(6).transform((text) => (text === "alumni" ? ("alumni" as const) : toBatch(text))),
  ...memberFilters,
  before: batch(),
  after: position,
});

/** The administrators' branches in their order, then those that members have typed, without hidden ones. */
export async function suggestBranches(existing: readonly string[]): Promise<string[]> {
  const list = await db
    .select({ name: branches.name, isHidden: branches.isHidden })
    .from(branches)
    .orderBy(asc(branches.position), asc(branches.id))
    .limit(100);
  const listed = new Set(list.map(({ name }) => name.toLowerCase()));
  return [
    ...list.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
    ...existing.filter((name) => !listed.has(name.toLowerCase())),
  ];
}

const maxFound = 5;

/** The `name` parameter of a page that finds members by name. */
export const readName = ({ searchParams }: URL): string =>
  cutText(normalizeLine(searchParams.get("name") ?? ""), maxNameSearchLength);

/**
 * The members who best match a name. Members who block the viewer, or whom the viewer blocks, are left out.
 * @param except ids of members to leave out
 * @throws HttpError 429
 */
export async function listByName(viewer: Viewer, name: string, except: readonly number[]) {
  limitAction("search", viewer.id);
  const isFree = and(
    isActiveNoIndex,
    notInArray(users.id, [...except]),
    not(isBlocking(users.id, viewer.id)),
    not(isBlocking(viewer.id, users.id)),
  );
  const ids = await matchUsers(name, sql`${isFree}`, maxFound);
  if (ids.length === 0) return [];
  const rows = await db
    .select(personColumns)
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(inOrderOf(ids, users.id));
  return rows.map((row) => ({ id: String(row.id), person: presentPerson(row) }));
}
