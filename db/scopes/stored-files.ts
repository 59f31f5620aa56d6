export interface FileSource {
  table: string;
  column: string;
  /** SQL for the file's name, if it is not the column. An index of the table has the same text. */
  name?: string;
  /** Condition for the rows that have a file, if not all do. */
  where?: string;
  /** The column with the size of the stored file, in bytes. */
  size?: string;
}

/** Rows in the bin keep their files. */
const inBin = ({ table, column }: FileSource): FileSource => ({
  table: "bin_rows",
  column: "row",
  name: `"row" ->> '${column}'`,
  where: `table_name = '${table}'`,
});

const applications: FileSource = { table: "job_applications", column: "file", size: "file_size" };
const logos: FileSource = { table: "jobs", column: "company_logo" };

/** Every column that refers to a stored file, for the sweep, deletion and backups. */
export const fileSources: readonly FileSource[] = [
  { table: "files", column: "sha256", size: "size" },
  { table: "images", column: "file" },
  { table: "attachments", column: "file", size: "size" },
  { table: "reports", column: "file" },
  { table: "users", column: "avatar_file" },
  { table: "site_settings", column: "content", name: `content ->> '$'`, where: "name = 'logo'" },
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

/** SQL that selects a source's file names as `name`, null for a row without one. */
export const selectFileNames = ({ table, column, name, where }: FileSource): string =>
  `select ${name ?? `"${column}"`} as name from ${table}${where ? ` where ${where}` : ""}`;

/** A condition: one of the sources refers to the file. @param file SQL for the file's name */
export const isNamedBy = (sources: readonly FileSource[], file: string): string =>
  sources
    .map(
      ({ table, column, name, where }) => `exists (select 1 from ${table} as named
      where ${name ?? `named."${column}"`} = +${file}${where ? ` and ${where}` : ""})`,
    )
    .join(" or ");
