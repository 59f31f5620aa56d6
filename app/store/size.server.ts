import { opendir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { storageDir } from "#db/storage-dir.ts";
import { minuteMs } from "../durations.ts";

const keptMs = 10 * minuteMs;
let measured: { at: number; bytes: Promise<number> } | undefined;

/** In bytes. The uploads are measured at most every ten minutes. */
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

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0;
