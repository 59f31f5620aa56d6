import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { databaseUrl } from "#db/database-url.ts";
import { isEmptyDatabase } from "#db/store-file.ts";
import { isStoredName } from "../file-store/file-store.server.ts";
import { secretNames } from "../secrets.server.ts";
import { requireOwner } from "./owner.server.ts";
import { compareSchema, describeForeign } from "./upgrade.server.ts";

/**
 * Returns a sentence if a store has lost its database, or null if it has one or is new. A server creates its database
 * before its keys, so a first start that fails leaves no key without a database.
 */
export function findLostDatabase(folder: string): string | null {
  if (databaseUrl || !isEmptyDatabase(join(folder, "community.sqlite"))) return null;
  const uploads = join(folder, "uploads");
  const left = [
    ...(existsSync(uploads) && readdirSync(uploads).some(isStoredName) ? ["uploads"] : []),
    ...secretNames.filter((name) => existsSync(join(folder, name))),
  ];
  if (left.length === 0) return null;
  return `${folder} has ${left.join(", ")}, but community.sqlite is missing or empty. Put it back, or restore a backup with: npm run restore -- FILE --force. A new community needs an empty STORAGE_DIR.`;
}

/** Only the server creates or upgrades a store. @throws a one-sentence Error, also for another user's store */
export function requireStore(folder: string): void {
  requireOwner(folder);
  if (databaseUrl) return;
  const file = join(folder, "community.sqlite");
  const loss = findLostDatabase(folder);
  if (loss) throw new Error(loss);
  if (!existsSync(file)) {
    throw new Error(
      `${folder} holds no community. Set STORAGE_DIR to its folder; the server's first start makes a new one.`,
    );
  }
  const { isForeign, isNewer, pending } = compareSchema(file);
  if (isForeign) throw new Error(describeForeign(file));
  if (isNewer) throw new Error(`A newer version has used ${file}. Use the command of that version.`);
  if (pending.length > 0) {
    throw new Error(
      `${file} is of an older version. Start the server once, which copies and upgrades it, or use that version's command.`,
    );
  }
}

export const describeStoreFailure = ({ code, message }: NodeJS.ErrnoException): string =>
  code === "EACCES" ? `${message}. The store's user needs the right to do this.` : message;
