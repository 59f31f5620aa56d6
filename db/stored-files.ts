import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { type FileSource, fileSources, listSources, selectColumns } from "./scopes/stored-files.ts";

/** Returns the names that some row refers to. */
export async function findNamed(db: Database, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const wanted = sql`json_each(${JSON.stringify(names)}) as wanted`;
  const found = await db.batch(
    // CROSS keeps SQLite from scanning the whole table first.
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
  /** In bytes; null if no row has it. */
  size: number | null;
}

const perBatch = 500;

/** Reads every row with a stored file, in batches of a bounded number of rows. */
export async function* listNamedFiles(
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

/** Returns the files that their rows still refer to. */
export async function listStillNamed(
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
    // Otherwise the index for the condition would be read, and all its rows sorted for each batch.
    .from(sql.raw(`${source.table} not indexed`))
    .$dynamic();
