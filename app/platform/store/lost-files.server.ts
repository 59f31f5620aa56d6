import type { Database } from "#db/database.ts";
import { listNamedFiles, listStillNamed } from "#db/stored-files.ts";
import type { FileStore } from "../file-store/file-store.server.ts";

/** Counting stops at this number. */
const maxLost = 10_000;
const atOnce = 8;

/** Counts files in rows that are missing, empty or truncated, in batches that yield to the event loop. */
export async function countLostFiles(db: Database, store: FileStore): Promise<number> {
  const lost = new Set<string>();
  for await (const { source, files } of listNamedFiles(db)) {
    const suspects: typeof files = [];
    for (let at = 0; at < files.length; at += atOnce)
      await Promise.all(
        files.slice(at, at + atOnce).map(async (file) => {
          const size = await store.size(file.name);
          if (size === null || size === 0 || size < (file.size ?? 0)) suspects.push(file);
        }),
      );
    // A file may have been deleted with its row in the meantime.
    for (const { name } of await listStillNamed(db, source, suspects)) lost.add(name);
    if (lost.size >= maxLost) return maxLost;
  }
  return lost.size;
}

/** "3 uploads are missing or damaged. …" */
export function describeLostFiles(count: number): string {
  const amount = count === maxLost ? `${maxLost.toLocaleString("en")} or more` : count.toLocaleString("en");
  return `${amount} ${count === 1 ? "upload is" : "uploads are"} missing or damaged. Put uploads/ back from a copy, or restore the last complete backup.`;
}
