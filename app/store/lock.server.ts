import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { lockFile } from "#db/store-file.ts";
import { giveToOwner } from "./owner.server.ts";

export function lockStore(folder: string): { close(): void } | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "lock");
  const lock = lockFile(file);
  giveToOwner(folder, file);
  return lock;
}
