import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import type * as schema from "./schema/index.ts";

/**
 * The community's database. Its types know only what every engine can do: queries are awaited, and several statements
 * that belong together are one batch.
 */
export interface Database extends BaseSQLiteDatabase<"async", { changes: number }, typeof schema> {
  /**
   * Runs statements in one transaction and returns their results in order. Conditions belong inside the statements;
   * nothing is read in between.
   */
  batch<const T extends readonly Statement[]>(statements: T): Promise<Results<T>>;
  /** Runs several batches of the same shape in one transaction and returns their results in order. */
  batches<const T extends readonly Statement[]>(groups: readonly T[]): Promise<Results<T>[]>;
  /** A text that is another one after every write, of another server within a second. */
  version(): string;
  /** Has a function called after each write that other servers see only later. */
  onWrite(listener: () => void): void;
  /**
   * Empties the journal, where rows that were deleted or overwritten are still readable. It waits for nobody: what
   * another program is reading stays until the next time.
   */
  emptyJournal(): void;
  close(): void;
}

/** A query as Drizzle builds it, before it runs. */
export interface Statement {
  execute(): Promise<unknown>;
}
export type Results<T extends readonly Statement[]> = {
  [K in keyof T]: Awaited<ReturnType<T[K]["execute"]>>;
};
