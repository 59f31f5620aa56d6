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

/**
 * Makes versions change with the writes of other connections too, to whichever table. They are looked at once in a turn of
 * the event loop: what asks later than a write is in a later turn than the look before it.
 */
export function watchOtherConnections(sqlite: Client.Database): void {
  const statement = sqlite.prepare("pragma data_version").pluck();
  let version: unknown;
  let isFresh = false;
  const turnEnds = () => {
    isFresh = false;
  };
  readOutsideVersion = () => {
    if (isFresh) return version;
    version = statement.get();
    isFresh = true;
    setImmediate(turnEnds);
    return version;
  };
}

/** A text that changes with every write to one of these tables. */
export const getTablesVersion = (tables: readonly string[]): string =>
  `${readOutsideVersion()} ${tables.reduce((sum, table) => sum + (versions.get(table) ?? 0), 0)}`;

/**
 * Makes a prepared select return its last results until one of its tables is written: for the statements that every
 * request needs, such as the session's or the first page of a list. Callers must not change the rows.
 * @param maxKept for how many sets of values, the last ones
 */
export function untilWritten<Rows>(
  tables: readonly string[],
  statement: { execute: (values: Record<string, unknown>) => PromiseLike<Rows> },
  maxKept = 4,
): (values: Record<string, unknown>) => Promise<Rows> {
  const kept = new Map<string, { version: string; rows: Rows }>();
  return async (values) => {
    const key = JSON.stringify(values);
    const version = getTablesVersion(tables);
    const last = kept.get(key);
    if (last?.version === version) return last.rows;
    const rows = await statement.execute(values);
    kept.delete(key);
    kept.set(key, { version, rows });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return rows;
  };
}
