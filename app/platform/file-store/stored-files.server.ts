import { join } from "node:path";
import { readSecret } from "#db/database-url.ts";
import { storageDir } from "#db/storage-dir.ts";
import { DiskFiles } from "./disk.server.ts";
import type { FileStore } from "./file-store.server.ts";

export const filesUrl: string | null = readSecret("FILES_URL");

export const openFiles = async (url: string | null, folder: string): Promise<FileStore> =>
  url ? (await import("./bucket.server.ts")).openBucket(url) : new DiskFiles(join(folder, "uploads"));

export const storedFiles: FileStore = await openFiles(filesUrl, storageDir);
