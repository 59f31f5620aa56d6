import { statfs } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { db } from "#db/index.ts";
import { storageDir } from "#db/storage-dir.ts";
import { storedFiles } from "../file-store/stored-files.server.ts";
import { minuteMs } from "../time/durations.ts";

const maxAgeMs = 10 * minuteMs;
let measured: { at: number; bytes: Promise<number> } | undefined;
let lastBytes = 0;

/** In bytes. Uploads are measured at most every ten minutes; if their store fails, the last value is returned. */
export async function measureStorage(): Promise<{ database: number; uploads: number; free: number }> {
  if (!measured || measured.at < Date.now() - maxAgeMs) {
    measured = { at: Date.now(), bytes: sumFiles().catch(() => lastBytes) };
    lastBytes = await measured.bytes;
  }
  const [database, uploads, { bavail, bsize }] = await Promise.all([
    sizeOfDatabase(),
    measured.bytes,
    statfs(storageDir),
  ]);
  return { database, uploads, free: bavail * bsize };
}

async function sumFiles(): Promise<number> {
  let bytes = 0;
  for await (const { size } of storedFiles.list()) bytes += size;
  return bytes;
}

/** The size in the store, or on each node of a cluster. */
async function sizeOfDatabase(): Promise<number> {
  const [size] = await db
    .select({ bytes: sql<number>`page_count * page_size` })
    .from(sql`pragma_page_count(), pragma_page_size()`);
  return size?.bytes ?? 0;
}
