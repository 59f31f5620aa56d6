import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

interface FileSource {
  table: string;
  column: string;
  /** SQL of the file's name, where it is not the column. An index of the table has the same text. */
  name?: string;
  /** Which rows of the table have one, where not all do. */
  where?: string;
  /** The column with the size of the stored file, in bytes. */
  size?: string;
}

/** What deleting a thing moves into the bin keeps its file there. */
const inBin = ({ table, column }: FileSource): FileSource => ({
  table: "bin_rows",
  column: "row",
  name: `"row" ->> '${column}'`,
  where: `table_name = '${table}'`,
});

const applications: FileSource = { table: "job_applications", column: "file", size: "file_size" };
const logos: FileSource = { table: "jobs", column: "company_logo" };

/** Every place that names a stored file, for the sweep, deletion and backups. */
export const fileSources: readonly FileSource[] = [
  { table: "files", column: "sha256", size: "size" },
  { table: "images", column: "file" },
  { table: "attachments", column: "file", size: "size" },
  { table: "reports", column: "file" },
  { table: "users", column: "avatar_file" },
  { table: "job_drafts", column: "fields", name: `fields ->> 'logo'` },
  applications,
  inBin(applications),
  logos,
  inBin(logos),
];

/** Selects `table.column` for each column of a database, which may be of an older version. */
export const selectColumns =
  "select t.name || '.' || c.name as name from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table'";

export const listSources = (columns: readonly string[]): FileSource[] =>
  fileSources.filter(({ table, column }) => columns.includes(`${table}.${column}`));

/** SQL that selects the names of a source as `name`, null where a row has none. */
export const selectNames = ({ table, column, name, where }: FileSource): string =>
  `select ${name ?? `"${column}"`} as name from ${table}${where ? ` where ${where}` : ""}`;

/** A condition: one of the sources names the file. @param file SQL of a file's name */
export const isNamedBy = (sources: readonly FileSource[], file: string): string =>
  sources
    .map(
      ({ table, column, name, where }) => `exists (select 1 from ${table} as named
      where ${name ?? `named."${column}"`} = +${file}${where ? ` and ${where}` : ""})`,
    )
    .join(" or ");

/** Returns those of some names that a row has. */
export async function findNamed(db: Database, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const wanted = sql`json_each(${JSON.stringify(names)}) as wanted`;
  const found = await db.batch(
    // CROSS keeps SQLite from beginning with every row of the table.
    fileSources.map(({ table, column, name = `"${column}"`, where = "true" }) =>
      db
        .select({ name: sql<string>`wanted.value` })
        .from(sql`${wanted} cross join ${sql.raw(`${table} on ${name} = wanted.value and ${where}`)}`),
    ),
  );
  return new Set(found.flat().map(({ name }) => name));
}

export interface NamedFile {
  rowid: number;
  name: string;
  /** In bytes; null where no row has it. */
  size: number | null;
}

const perBatch = 500;

/** Reads every row that names a stored file, in batches that look at a bounded number of rows. */
export async function* readNamedFiles(
  db: Database,
): AsyncGenerator<{ source: FileSource; files: NamedFile[] }> {
  const columns = await db.select({ name: sql<string>`name` }).from(sql.raw(`(${selectColumns})`));
  for (const source of listSources(columns.map(({ name }) => name))) {
    for (let after = 0; ; ) {
      const rows = await selectFiles(db, source)
        .where(sql`rowid > ${after} and ${sql.raw(source.where ?? "true")}`)
        .orderBy(sql`rowid`)
        .limit(perBatch);
      const files = rows.flatMap(({ name, ...rest }) => (name ? { name, ...rest } : []));
      if (files.length > 0) yield { source, files };
      after = rows.at(-1)?.rowid ?? 0;
      if (rows.length < perBatch) break;
    }
  }
}

/** Returns those of some files that their rows still name. */
export async function findStillNamed(
  db: Database,
  source: FileSource,
  files: readonly NamedFile[],
): Promise<NamedFile[]> {
  if (files.length === 0) return [];
  const ids = JSON.stringify(files.map(({ rowid }) => rowid));
  const rows = await selectFiles(db, source).where(sql`rowid in (select value from json_each(${ids}))`);
  return files.filter((file) => rows.some(({ rowid, name }) => rowid === file.rowid && name === file.name));
}

const selectFiles = (db: Database, source: FileSource) =>
  db
    .select({
      rowid: sql<number>`rowid`,
      name: sql<string | null>`${sql.raw(source.name ?? `"${source.column}"`)}`,
      size: sql<number | null>`${sql.raw(source.size ?? "null")}`,
    })
    .from(sql.raw(source.table))
    .$dynamic();
