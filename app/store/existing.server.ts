import { existsSync } from "node:fs";
import { join } from "node:path";
import { databaseUrl } from "#db/database-url.ts";
import { requireOwner } from "./owner.server.ts";
import { compareSchema } from "./upgrade.server.ts";

/** Only the server creates and upgrades a store. @throws an Error with one sentence, also for another user's store */
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

export const describeFailure = ({ code, message }: NodeJS.ErrnoException): string =>
  code === "EACCES" ? `${message}. The store's user needs the right to do this.` : message;
