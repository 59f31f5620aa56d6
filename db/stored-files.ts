import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

interface FileSource {
  table: string;
  column: string;
  /** SQL of the file's name, where it is not the column. */
  name?: string;
  /** The column with the size of the stored file, in bytes. */
  size?: string;
}

/** Every column that names a stored file. */
const fileSources: FileSource[] = [
  { table: "files", column: "sha256", size: "size" },
  { table: "images", column: "file" },
  { table: "attachments", column: "file", size: "size" },
  { table: "job_applications", column: "file", size: "file_size" },
  { table: "reports", column: "file" },
  { table: "users", column: "avatar_file" },
  {
    table: "bin_rows",
    column: "row",
    name: `case when table_name = 'job_applications' then "row" ->> 'file' end`,
  },
];

/** Selects `table.column` for each column of a database, which may be of an older version. */
export const selectColumns =
  "select t.name || '.' || c.name as name from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table'";

export const listSources = (columns: readonly string[]): FileSource[] =>
  fileSources.filter(({ table, column }) => columns.includes(`${table}.${column}`));

export const nameOf = ({ column, name }: FileSource): string => name ?? `"${column}"`;

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
        .where(sql`rowid > ${after}`)
        .orderBy(sql`rowid`)
        .limit(perBatch);
      const files = rows.flatMap(({ name, ...rest }) => (name === null ? [] : { name, ...rest }));
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
      name: sql<string | null>`${sql.raw(nameOf(source))}`,
      size: sql<number | null>`${sql.raw(source.size ?? "null")}`,
    })
    .from(sql.raw(source.table))
    .$dynamic();
