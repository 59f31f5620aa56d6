import type { Logger } from "drizzle-orm";

const versions = new Map<string, number>();

/**
 * Counts the writes to each table as Drizzle runs them. Triggers and other processes go unnoticed, so whatever
 * relies on these counts needs a time limit too.
 */
export const writeCounter: Logger = {
  logQuery(query) {
    if (query.startsWith("select")) return;
    const table = /^(?:insert into|update|delete from) "(\w+)"/.exec(query)?.[1];
    if (table) versions.set(table, (versions.get(table) ?? 0) + 1);
  },
};

/** A number that changes with every write to one of these tables. */
export const getTablesVersion = (tables: readonly string[]): number =>
  tables.reduce((sum, table) => sum + (versions.get(table) ?? 0), 0);
