import { open, opendir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type FileStore, isStoredName, type StoredFile } from "./file-store.server.ts";

const chunkBytes = 256 * 1024;

export class DiskFiles implements FileStore {
  readonly isShared = false;
  #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, path: string): Promise<void> {
    await rename(path, this.pathOf(name));
    await syncFolder(this.#folder);
  }

  async size(name: string): Promise<number | null> {
    return (await stat(this.pathOf(name)).catch(nullIfAbsent))?.size ?? null;
  }

  async open(name: string, start: number, end: number): Promise<Readable | null> {
    const handle = await open(this.pathOf(name)).catch(nullIfAbsent);
    if (handle && start < end)
      return handle.createReadStream({ start, end: end - 1, highWaterMark: chunkBytes });
    await handle?.close();
    return handle && Readable.from([]);
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  async *list(): AsyncGenerator<StoredFile> {
    for await (const { name } of (await opendir(this.#folder).catch(nullIfAbsent)) ?? []) {
      if (!isStoredName(name)) continue;
      const found = await stat(this.pathOf(name)).catch(nullIfAbsent);
      if (found) yield { name, size: found.size, changedAt: found.mtimeMs };
    }
  }

  pathOf(name: string): string {
    if (!isStoredName(name)) throw new Error(`not a stored file: ${name}`);
    return join(this.#folder, name);
  }
}

/** Makes renames in a folder survive a power cut. Windows cannot open a folder. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().finally(() => handle.close());
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
