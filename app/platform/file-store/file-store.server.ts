import type { Readable } from "node:stream";

export interface FileStore {
  readonly isShared: boolean;
  /** Stores a complete local file and may move it. If it fails, the stored file is either complete or absent. */
  put(name: string, path: string): Promise<void>;
  size(name: string): Promise<number | null>;
  /** Streams bytes from `start` up to but excluding `end`, or returns null. Destroy a stream that you do not finish. */
  open(name: string, start: number, end: number): Promise<Readable | null>;
  pathOf(name: string): string | null;
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  name: string;
  size: number;
  changedAt: number;
}

export const isStoredName = (name: string): boolean => /^[\w-]+(\.webp)?$/.test(name);
