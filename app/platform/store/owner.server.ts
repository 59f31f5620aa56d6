import { chownSync, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder itself, or the nearest one above it that exists. */
const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)));

/** What another user writes, the server cannot open. @throws an Error with one sentence */
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
