import type { Readable } from "node:stream";

export interface FileStore {
  readonly isShared: boolean;
  /** Stores a complete local file, which may be gone afterwards. Also after a failure the name is whole or absent. */
  put(name: string, path: string): Promise<void>;
  size(name: string): Promise<number | null>;
  /** From `start` to before `end`, in bytes; null when there is none. Destroy what is not read to its end. */
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
