import { chownSync, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder or its nearest existing ancestor. */
const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)));

/** The server cannot open files that another user writes. @throws a one-sentence Error */
export function requireOwner(folder: string): void {
  const user = process.getuid?.();
  const { uid } = statSync(nearest(folder));
  if (user === undefined || user === 0 || user === uid || !existsSync(folder)) return;
  throw new Error(
    `${folder} belongs to another user (${uid}). Run this command as that user, or with deploy/quadrant.`,
  );
}

export function giveToOwner(folder: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(nearest(folder));
  chownSync(path, uid, gid);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveToOwner(folder, join(path, name));
}
