import type { BatchItem } from "drizzle-orm/batch";
import type { BaseSQLiteDatabase, ExecuteResultSync } from "drizzle-orm/sqlite-core";
import type * as schema from "./schema/index.ts";

/**
 * What every engine supports. A result may be synchronous or not, so await every query, and put statements that belong
 * together into one batch.
 */
export interface Database extends BaseSQLiteDatabase<"sync" | "async", { changes: number }, typeof schema> {
  /** Runs statements in one transaction and returns their results in order. Put conditions into the statements. */
  batch<const T extends readonly Statement[]>(statements: T): Promise<Results<T>>;
  batches<const T extends readonly Statement[]>(groups: readonly T[]): Promise<Results<T>[]>;
  /** Changes after every write, or within a second of another server's write. */
  version(): string;
  onWrite(listener: () => void): void;
  /** Removes deleted and overwritten rows from the journal. Does not wait for readers: what they use stays until next time. */
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
