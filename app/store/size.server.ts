import { opendir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { storageDir } from "#db/storage-dir.ts";

/** How long the size of the uploads is kept: measuring looks at every file. */
const keptMs = 10 * 60_000;
let measured: { at: number; bytes: Promise<number> } | undefined;

/** Measures the store: the bytes of the database, of the uploads (at most ten minutes old), and free on its disk. */
export async function measureStorage(): Promise<{ database: number; uploads: number; free: number }> {
  if (!measured || measured.at < Date.now() - keptMs) {
    measured = { at: Date.now(), bytes: sumFiles(join(storageDir, "uploads")) };
    measured.bytes.catch(() => {
      measured = undefined;
    });
  }
  const [database, uploads, { bavail, bsize }] = await Promise.all([
    sizeOf(join(storageDir, "community.sqlite")),
    measured.bytes,
    statfs(storageDir),
  ]);
  return { database, uploads, free: bavail * bsize };
}

async function sumFiles(folder: string): Promise<number> {
  let bytes = 0;
  for await (const { name } of await opendir(folder)) bytes += await sizeOf(join(folder, name));
  return bytes;
}

/** A file may be deleted between listing and measuring it. */
const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0;
