import type { Readable } from "node:stream";

/** Where the bytes of uploads are, by the names that rows give them. A store that fails throws with a disk's code. */
export interface FileStore {
  /** Whether other servers store there, too. */
  readonly isShared: boolean;
  /** Stores a complete local file, which may be gone afterwards. Also after a failure the name is whole or absent. */
  put(name: string, path: string): Promise<void>;
  /** In bytes; null when there is none. */
  size(name: string): Promise<number | null>;
  /** Its bytes from `start` to before `end`, null when there is none. Destroy what is not read to its end. */
  open(name: string, start: number, end: number): Promise<Readable | null>;
  /** Where programs on this machine can read it; null where the store is elsewhere. */
  pathOf(name: string): string | null;
  /** Also where there is none. */
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  name: string;
  /** In bytes. */
  size: number;
  /** In milliseconds since 1970. */
  changedAt: number;
}

/** Whether we give such names. Files that still arrive have others. */
export const isStoredName = (name: string): boolean => /^[\w-]+(\.webp)?$/.test(name);
