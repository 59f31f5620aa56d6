import type { BatchItem } from "drizzle-orm/batch";
import type { BaseSQLiteDatabase, ExecuteResultSync } from "drizzle-orm/sqlite-core";
import type * as schema from "./schema/index.ts";

/**
 * Only what every engine can do: an answer may come at once or later, so queries are awaited, and statements that
 * belong together are one batch.
 */
export interface Database extends BaseSQLiteDatabase<"sync" | "async", { changes: number }, typeof schema> {
  /** In one transaction, with their results in order. Conditions belong inside: nothing is read in between. */
  batch<const T extends readonly Statement[]>(statements: T): Promise<Results<T>>;
  batches<const T extends readonly Statement[]>(groups: readonly T[]): Promise<Results<T>[]>;
  /** A text that is another one after every write, of another server within a second. */
  version(): string;
  onWrite(listener: () => void): void;
  /** Deleted and overwritten rows are readable in it. It waits for nobody: what is being read stays until the next time. */
  emptyJournal(): void;
  close(): void;
}

export interface Statement extends BatchItem<"sqlite"> {
  execute(): Promise<unknown>;
  prepare(): { execute(): Promise<unknown> | ExecuteResultSync<unknown> };
}
export type Results<T extends readonly Statement[]> = {
  [K in keyof T]: Awaited<ReturnType<T[K]["execute"]>>;
};
