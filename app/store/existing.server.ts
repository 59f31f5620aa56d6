import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { databaseUrl } from "#db/database-url.ts";
import { isEmptyDatabase } from "#db/store-file.ts";
import { isStoredName } from "../file-store/file-store.server.ts";
import { requireOwner } from "./owner.server.ts";
import { compareSchema } from "./upgrade.server.ts";

/**
 * Says in one sentence that a store has lost its database; null when it has one, or is new. Keys alone may have been
 * copied there before a restore.
 * @param hasRun whether a server has run on the store: only then are the keys its own
 */
export function findLostDatabase(folder: string, hasRun: boolean): string | null {
  if (databaseUrl || !isEmptyDatabase(join(folder, "community.sqlite"))) return null;
  const uploads = join(folder, "uploads");
  const left = [
    ...(existsSync(uploads) && readdirSync(uploads).some(isStoredName) ? ["uploads"] : []),
    // A server makes both after its database: a first start that failed leaves neither without it.
    ...(hasRun ? ["room-key", "push-key"].filter((name) => existsSync(join(folder, name))) : []),
  ];
  if (left.length === 0) return null;
  return `${folder} has ${left.join(", ")}, but community.sqlite is missing or empty. Put it back, or restore a backup with: npm run restore -- FILE --force. A new community needs an empty STORAGE_DIR.`;
}

export const hasRunIn = (folder: string): boolean => existsSync(join(folder, "lock"));

/** Only the server creates and upgrades a store. @throws an Error with one sentence, also for another user's store */
export function requireStore(folder: string): void {
  requireOwner(folder);
  if (databaseUrl) return;
  const file = join(folder, "community.sqlite");
  const loss = findLostDatabase(folder, hasRunIn(folder));
  if (loss) throw new Error(loss);
  if (!existsSync(file)) {
    throw new Error(
      `${folder} holds no community. Set STORAGE_DIR to its folder; the server's first start makes a new one.`,
    );
  }
  const { isNewer, pending } = compareSchema(file);
  if (isNewer) throw new Error(`A newer version has used ${file}. Use the command of that version.`);
  if (pending.length > 0) {
    throw new Error(
      `${file} is of an older version. Start the server once, which copies and upgrades it, or use that version's command.`,
    );
  }
}

export const describeFailure = ({ code, message }: NodeJS.ErrnoException): string =>
  code === "EACCES" ? `${message}. The store's user needs the right to do this.` : message;
