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
  if (lock) deleteUnfinished(folder);
  return lock;
}

/** A folder that existed before the first start, such as a clone's, may be readable by everybody. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch {
    // It belongs to another user, or its disk does not support modes. `npm run doctor` reports who can read it.
  }
}

/** A killed process can leave a copy of the whole database, the uploads or a secret. */
function deleteUnfinished(folder: string): void {
  for (const name of readdirSync(folder))
    if (unfinished.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

const unfinished =
  /^((move|restore|session-secret|push-key|room-key)-[\da-f-]{36}|before-upgrade\.sqlite|room-key)\.part$/;
