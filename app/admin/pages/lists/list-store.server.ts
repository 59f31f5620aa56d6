import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { optionalLine, requiredInteger, requiredLine } from "#app/platform/schemas/fields.server.ts";
import { createSlug } from "#app/platform/schemas/slug.ts";
import { programmesChanged } from "#app/platform/settings.server.ts";
import { announceSettings } from "#app/platform/store/load-settings.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { branches, db, programmes, resourceCategories, siteSettings } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isActingAdmin } from "#db/scopes/users.ts";
import { deletedCategories, isDefaultCategory } from "#db/seed.ts";
import { type ListName, listTexts } from "./list-texts.ts";

const maxEntries = 100;

const entryName = (max: number) => requiredLine("A name is required", max);

export const listFields = {
  programmes: {
    name: entryName(60),
    years: requiredInteger("Years are required", "Years must be a whole number from 1 to 6", 1, 6),
  },
  categories: { name: entryName(60), description: optionalLine(200) },
  branches: { name: entryName(100) },
} satisfies Record<ListName, object>;

export const listSchemas = {
  programmes: z.object(listFields.programmes),
  categories: z.object(listFields.categories),
  branches: z.object(listFields.branches),
};

/** Each list has a table with the columns of `branches`, and its own columns. */
const lists = {
  programmes: {
    table: programmes,
    own: { years: sql`cast(${programmes.years} as text)` },
    uses: sql<number>`(select count(*) from users where programme_id = programmes.id)`,
  },
  categories: {
    table: resourceCategories,
    own: { description: resourceCategories.description },
    /** How many rows use an entry. It can be deleted if there are none. */
    uses: sql<number>`((select coalesce(sum(total), 0) from resource_totals where category_id = resource_categories.id)
      + (select count(*) from bin_rows where table_name = 'resources' and "row" ->> 'category_id' = resource_categories.id))`,
  },
  branches: { table: branches, own: {}, uses: sql<number>`0` },
};

const tableOf = (list: ListName) => lists[list].table as typeof branches;

type Values = { name: string } & Record<string, unknown>;

/** An entry and the version that the administrator has read. Undefined matches any version. */
interface EntryVersion {
  id: number;
  version: number | undefined;
}

export async function loadList(list: ListName) {
  const { id, name, isHidden, version } = tableOf(list);
  const { uses, own } = lists[list];
  const rows = await db
    .select({ id, name, isHidden, version, uses, own: sql<string>`json_object(${asPairs(own)})` })
    .from(tableOf(list))
    .orderBy(asc(tableOf(list).position), asc(id))
    .limit(maxEntries);
  return rows.map(({ own: json, ...row }) => ({
    ...row,
    values: { name: row.name, ...(JSON.parse(json) as { years?: string; description?: string }) },
  }));
}

const asPairs = (columns: Record<string, SQL.Aliased | object>): SQL =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${name}, ${column as SQL}`),
    sql`, `,
  );

/** Makes servers reload the programmes, which they hold in memory. Put it after the entry for the audit trail. */
const bumpVersion = (list: ListName) =>
  list !== "programmes"
    ? []
    : [
        insertSelect(
          db,
          siteSettings,
          { name: programmesChanged, content: true, version: nextVersion },
          sql`(select 1)`,
          sql`changes() > 0`,
        )
          .onConflictDoUpdate({ target: siteSettings.name, set: { version: sql`excluded.version` } })
          .returning({ version: siteSettings.version }),
      ];

const nextVersion = sql`(select coalesce(max(version), 0) + 1 from site_settings)`;

async function announce([bumped]: { version: number }[]): Promise<void> {
  if (bumped) await announceSettings(bumped.version);
}

const quote = (name: string): string => `“${name}”`;

/** @throws HttpError 422 for the name of another entry, 409 for a full list, 403 */
export async function addEntry(list: ListName, adminId: number, values: Values): Promise<void> {
  const table = tableOf(list);
  const { added, version } = await namedBatch({
    added: insertSelect(
      db,
      table,
      {
        ...values,
        ...(list === "categories" && { slug: newSlug(values.name), description: values.description ?? "" }),
        position: sql`(select coalesce(max(position), -1) + 1 from ${table})`,
      },
      sql`(select 1)`,
      and(
        isActingAdmin(adminId),
        sql`not ${isTaken(list, values.name)}`,
        sql`(select count(*) from ${table}) < ${maxEntries}`,
      ),
    ).returning({ id: table.id }),
    recorded: insertAuditEntry(adminId, `added the ${listTexts[list].noun}`, { text: quote(values.name) }),
    version: bumpVersion(list),
  });
  if (added.length > 0) return announce(version);
  await refuse(list, adminId, null, values.name);
  throw new HttpError(409, `The list has ${maxEntries} entries. Delete one first.`);
}

/** The name as a slug, with a number at its end if another category has the slug. */
function newSlug(name: string): SQL {
  const slug = createSlug(name, "category");
  return sql`(select ${slug} || iif(exists (select 1 from resource_categories where slug = ${slug}),
    '-' || (coalesce((select seq from sqlite_sequence where name = 'resource_categories'), 0) + 1), ''))`;
}

const isTaken = (list: ListName, name: string, exceptId = 0): SQL =>
  sql`exists (select 1 from ${tableOf(list)} as other where other.name = ${name} collate nocase and other.id <> ${exceptId})`;

/** Whether the entry is still as the administrator has read it. */
const isAsRead = (list: ListName, adminId: number, { id, version }: EntryVersion): SQL | undefined => {
  const table = tableOf(list);
  return and(
    eq(table.id, id),
    version === undefined ? undefined : eq(table.version, version),
    isActingAdmin(adminId),
  );
};

/** @throws HttpError 409 if somebody else has changed it, 422 for the name of another entry, 403 */
export async function saveEntry(
  list: ListName,
  adminId: number,
  entry: EntryVersion,
  values: Values,
): Promise<void> {
  const table = tableOf(list);
  const { saved, version } = await namedBatch({
    saved: db
      .update(table)
      .set({
        ...values,
        ...("description" in values && { description: values.description ?? "" }),
        version: sql`version + 1`,
      })
      .where(and(isAsRead(list, adminId, entry), sql`not ${isTaken(list, values.name, entry.id)}`))
      .returning({ id: table.id }),
    recorded: insertAuditEntry(adminId, `changed the ${listTexts[list].noun}`, { text: quote(values.name) }),
    version: bumpVersion(list),
  });
  if (saved.length === 0) await refuse(list, adminId, entry, values.name);
  await announce(version);
}

/** @returns its name @throws HttpError 409 if somebody else has changed it, 403 */
export async function hideEntry(
  list: ListName,
  adminId: number,
  entry: EntryVersion,
  isHidden: boolean,
): Promise<string> {
  const table = tableOf(list);
  const name = await requireName(list, entry.id);
  const did = `${isHidden ? "hid" : "showed"} the ${listTexts[list].noun}`;
  const { changed, version } = await namedBatch({
    changed: db
      .update(table)
      .set({ isHidden, version: sql`version + 1` })
      .where(isAsRead(list, adminId, entry))
      .returning({ id: table.id }),
    recorded: insertAuditEntry(adminId, did, { text: quote(name) }),
    version: bumpVersion(list),
  });
  if (changed.length === 0) await refuse(list, adminId, entry);
  await announce(version);
  return name;
}

/** Moves an entry up or down by one. @returns its name @throws HttpError 409 if somebody else has changed it, 403 */
export async function moveEntry(
  list: ListName,
  adminId: number,
  entry: EntryVersion,
  by: -1 | 1,
): Promise<string> {
  const table = tableOf(list);
  const name = await requireName(list, entry.id);
  // Positions are numbered by twos, so that a moved entry fits between two others.
  const places = sql`(select entry, row_number() over (order by place, entry) - 1 as place from
    (select id as entry, row_number() over (order by position, id) * 2 + iif(id = ${entry.id}, ${3 * by}, 0) as place
      from ${table})) as moved`;
  const isMine = sql`exists (select 1 from ${table} as mine where mine.id = ${entry.id}
    and mine.version = ${entry.version ?? sql`mine.version`})`;
  const { moved, version } = await namedBatch({
    moved: db
      .update(table)
      .set({ position: sql`moved.place`, version: sql`version + 1` })
      .from(places)
      .where(and(sql`id = moved.entry and position <> moved.place`, isMine, isActingAdmin(adminId)))
      .returning({ id: table.id }),
    recorded: insertAuditEntry(adminId, `moved the ${listTexts[list].noun}`, { text: quote(name) }),
    version: bumpVersion(list),
  });
  if (moved.length === 0) await refuse(list, adminId, entry);
  await announce(version);
  return name;
}

/** @returns its name @throws HttpError 409 if it is in use, or somebody else has changed it, 403 */
export async function deleteEntry(list: ListName, adminId: number, entry: EntryVersion): Promise<string> {
  const table = tableOf(list);
  const name = await requireName(list, entry.id);
  const { deleted, version } = await namedBatch({
    deleted: db
      .delete(table)
      .where(
        and(
          isAsRead(list, adminId, entry),
          sql`${lists[list].uses} = 0`,
          list === "programmes" ? sql`(select count(*) from programmes) > 1` : undefined,
        ),
      )
      .returning({ id: table.id }),
    recorded: insertAuditEntry(adminId, `deleted the ${listTexts[list].noun}`, { text: quote(name) }),
    version: bumpVersion(list),
    remembered: list === "categories" ? await rememberDeleted(entry.id) : [],
  });
  if (deleted.length > 0) {
    await announce(version);
    return name;
  }
  await refuse(list, adminId, entry);
  const [row] = await db.select({ uses: lists[list].uses }).from(table).where(eq(table.id, entry.id));
  const count = row?.uses ?? 0;
  if (count === 0) throw new HttpError(409, "The list needs at least one programme.");
  const [one, many] = listTexts[list].things;
  throw new HttpError(409, `It has ${count} ${count === 1 ? one : many}. Hide it instead.`);
}

/** Keeps `seedCategories` from creating the category again. Put it after the entry for the audit trail. */
async function rememberDeleted(id: number) {
  const [row] = await db
    .select({ slug: resourceCategories.slug })
    .from(resourceCategories)
    .where(eq(resourceCategories.id, id));
  if (!row || !isDefaultCategory(row.slug)) return [];
  const stored = sql`(select content from site_settings where name = ${deletedCategories})`;
  const remembered = insertSelect(
    db,
    siteSettings,
    {
      name: deletedCategories,
      content: sql`json_insert(coalesce(${stored}, '[]'), '$[#]', ${row.slug})`,
      version: nextVersion,
    },
    sql`(select 1)`,
    sql`changes() > 0`,
  ).onConflictDoUpdate({
    target: siteSettings.name,
    set: { content: sql`excluded.content`, version: sql`excluded.version` },
  }); // In a list, because `await` would run the statement.
  return [remembered];
}

async function requireName(list: ListName, id: number): Promise<string> {
  const table = tableOf(list);
  const [row] = await db.select({ name: table.name }).from(table).where(eq(table.id, id));
  if (!row) throw goneMeanwhile(list);
  return row.name;
}

const goneMeanwhile = (list: ListName): HttpError =>
  new HttpError(409, `This ${listTexts[list].noun} has been deleted in the meantime.`);

/**
 * Throws the common reasons why a statement changed nothing. Returns if none applies, so that the caller throws its
 * own.
 */
async function refuse(
  list: ListName,
  adminId: number,
  entry: EntryVersion | null,
  name?: string,
): Promise<void> {
  const table = tableOf(list);
  const { row, facts } = await namedBatch({
    row: db
      .select({ version: table.version })
      .from(table)
      .where(eq(table.id, entry?.id ?? 0)),
    facts: db
      .select({
        isAdmin: isActingAdmin(adminId).mapWith(Boolean),
        isTaken: (name === undefined ? sql`false` : isTaken(list, name, entry?.id)).mapWith(Boolean),
      })
      .from(sql`(select 1)`),
  });
  if (!facts[0]?.isAdmin) throw new HttpError(403);
  if (entry && !row[0]) throw goneMeanwhile(list);
  if (entry?.version !== undefined && row[0]?.version !== entry.version)
    throw HttpError.withCode("changed-meanwhile");
  if (facts[0].isTaken)
    throw HttpError.forFields({ name: [`There is already a ${listTexts[list].noun} with this name`] });
}
