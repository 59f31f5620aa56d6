import { existsSync } from "node:fs";
import { join } from "node:path";
import { databaseUrl } from "#db/database-url.ts";
import { requireOwner } from "./owner.server.ts";
import { compareSchema } from "./upgrade.server.ts";

/**
 * For commands beside the server, which alone creates and upgrades a store: they use it as it is.
 * @throws an Error with one sentence when there is none, when it is another user's, or of another version
 */
export function requireStore(folder: string): void {
  requireOwner(folder);
  if (databaseUrl) return;
  const file = join(folder, "community.sqlite");
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

/** A failure of a command on a store, with what to do where a file's rights are in the way. */
export const describeFailure = ({ code, message }: NodeJS.ErrnoException): string =>
  code === "EACCES" ? `${message}. The store's user needs the right to do this.` : message;
