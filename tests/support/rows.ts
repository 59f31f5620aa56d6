import Client, { type Database } from "better-sqlite3";
import type { TestServer } from "./server.ts";

/** @returns how many rows there are in a table, or with `jobs where id = 7` of some */
export const countRows = (server: TestServer, from: string): number =>
  server.database().prepare(`select count(*) from ${from}`).pluck().get() as number;

/** @returns every row of every table, with the columns that both databases have */
export function rowsOf(path: string, like: string): Record<string, string[]> {
  const [database, other] = [path, like].map((each) => new Client(each, { readonly: true }));
  if (!database || !other) throw new Error("no database");
  const columnsOf = (client: Database, table: string) =>
    (client.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
  const tables = (client: Database) =>
    client
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like '%search%'",
      )
      .pluck()
      .all() as string[];
  const shared = tables(database).filter((table) => tables(other).includes(table));
  const rows = shared.map((table) => {
    const columns = columnsOf(database, table)
      .filter((name) => columnsOf(other, table).includes(name))
      .sort();
    const all = database.prepare(`select ${columns} from "${table}"`).raw().all();
    return [table, all.map((row) => JSON.stringify(row)).sort()] as const;
  });
  database.close();
  other.close();
  return Object.fromEntries(rows);
}
