import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTarPacker, type TarPackController } from "modern-tar";
import { takeSnapshot } from "#db/connect.ts";
import { thumbnailName } from "#db/storage-dir.ts";
import { countTables, listFiles, readMigrations } from "#db/store-file.ts";
import { filesUrl, openFiles } from "../file-store/stored-files.server.ts";
import { readVersion, type Version } from "../process/version.server.ts";

export interface Manifest extends Version {
  createdAt: string;
  schema: string[];
  tables: Record<string, number>;
  /** SHA-256 of every entry by name, in hex. */
  entries: Record<string, string>;
  /** Files that rows refer to but the store did not have. */
  missing: string[];
  /** Files that are empty or do not match the hash in their name. */
  damaged: string[];
}

/** Number of uploads missing from a backup. */
export const countLost = ({ missing, damaged }: Manifest): number => missing.length + damaged.length;

/** "412 members, 88 files, 3,120 rows". Thumbnails do not count as files. */
export function countOf({ tables, entries }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const files = Object.keys(entries).filter((name) => /^uploads\/[^.]+$/.test(name)).length;
  const say = (count: number, noun: string) =>
    `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
  return [say(tables.users ?? 0, "member"), say(files, "file"), say(rows, "row")].join(", ");
}

/** Written under a temporary name and renamed when complete. Runs in its own process, because reading blocks. */
export async function writeBackup(folder: string, file: string): Promise<Manifest> {
  const scratch = `${file}.${randomUUID()}.part`;
  await mkdir(scratch, { mode: 0o700 });
  try {
    const tar = join(scratch, "backup.tar");
    const { readable, controller } = createTarPacker();
    const target = createWriteStream(tar, { mode: 0o600, flags: "wx", flush: true });
    const written = pipeline(Readable.fromWeb(readable as never), target);
    written.catch(() => {});
    const manifest = await Promise.race([
      packStore(folder, scratch, controller),
      // A full disk ends the pipe, and the packer would wait for it forever.
      written.then(() => Promise.reject(new Error("the archive ended early"))),
    ]);
    controller.finalize();
    await written;
    await rename(tar, file);
    return manifest;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A file may be deleted before it is packed, in which case a newer snapshot no longer refers to it. */
async function packStore(folder: string, scratch: string, controller: TarPackController): Promise<Manifest> {
  const entries: Record<string, string> = {};
  const files = await openFiles(filesUrl, folder);
  const damaged: string[] = [];
  const packUpload = async (file: string) => {
    const size = await files.size(file);
    const source = size === null ? null : await files.open(file, 0, size);
    if (size === null || !source) return false;
    await pack(`uploads/${file}`, size, source);
    const isHash = /^[\da-f]{64}$/.test(file);
    if (size === 0 || (isHash && entries[`uploads/${file}`] !== file)) damaged.push(file);
    return true;
  };
  const pack = async (name: string, size: number, source: Readable) => {
    entries[name] = await packEntry(controller, name, size, source);
  };
  const snapshot = join(scratch, "snapshot.sqlite");
  for (let lost = new Set<string>(); ; ) {
    await rm(snapshot, { force: true });
    await takeSnapshot(folder, snapshot);
    const names = listFiles(snapshot);
    const missing: string[] = [];
    for (const name of names) {
      if (entries[`uploads/${name}`]) continue;
      if (!(await packUpload(name))) missing.push(name);
      await packUpload(thumbnailName(name));
    }
    if (missing.every((name) => lost.has(name))) {
      await pack("community.sqlite", (await stat(snapshot)).size, createReadStream(snapshot));
      const manifest = {
        ...readVersion(),
        createdAt: new Date().toISOString(),
        ...describe(snapshot),
        entries,
        missing,
        damaged,
      };
      const bytes = Buffer.from(JSON.stringify(manifest));
      await pipeline(
        Readable.from([bytes]),
        Writable.fromWeb(controller.add({ name: "manifest.json", size: bytes.length, mode: 0o600 }) as never),
      );
      return manifest;
    }
    lost = new Set(missing);
  }
}

export const describe = (file: string): Pick<Manifest, "schema" | "tables"> => ({
  schema: readMigrations(file),
  tables: countTables(file),
});

async function packEntry(
  controller: TarPackController,
  name: string,
  size: number,
  source: Readable,
): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    Writable.fromWeb(controller.add({ name, size, mode: 0o600 }) as never),
  );
  return hash.digest("hex");
}
