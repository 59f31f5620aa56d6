import type Client from "better-sqlite3";
import type { Logger } from "drizzle-orm";

const versions = new Map<string, number>();
let readOutsideVersion = (): unknown => 0;

/** Counts the writes to each table as Drizzle runs them. Writes by triggers count as those of the statement's table. */
export const writeCounter: Logger = {
  logQuery(query) {
    const table = /^(?:insert into|update|delete from) "(\w+)"/.exec(query)?.[1];
    if (table) versions.set(table, (versions.get(table) ?? 0) + 1);
  },
};

/** Makes versions change with the writes of other connections too, to whichever table. */
export function watchOtherConnections(sqlite: Client.Database): void {
  const statement = sqlite.prepare("pragma data_version").pluck();
  readOutsideVersion = () => statement.get();
}

/** A text that changes with every write to one of these tables. */
export const getTablesVersion = (tables: readonly string[]): string =>
  `${readOutsideVersion()} ${tables.reduce((sum, table) => sum + (versions.get(table) ?? 0), 0)}`;
