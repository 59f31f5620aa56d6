import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lockFile } from "#db/store-file.ts";
import { giveToOwner } from "./owner.server.ts";

export function lockStore(folder: string): { close(): void } | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "lock");
  if (!existsSync(file)) closeToOthers(folder);
  const lock = lockFile(file);
  giveToOwner(folder, file);
  if (lock) deleteUnfinishedMoves(folder);
  return lock;
}

/** A folder that is there before the first start, such as the one of the clone, may be everybody's to read. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch {
    // It belongs to another user, or its disk knows no modes: `npm run doctor` says who can read it.
  }
}

/** A move that was killed leaves a snapshot of the whole database. */
function deleteUnfinishedMoves(folder: string): void {
  const unfinished = readdirSync(folder).filter((name) => /^move-[\da-f-]{36}\.part$/.test(name));
  for (const name of unfinished) rmSync(join(folder, name), { recursive: true, force: true });
}
