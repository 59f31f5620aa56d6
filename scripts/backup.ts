/**
 * `npm run backup -- FILE` writes the database and the uploads into one file, also while the server runs. With `--verify`
 * the file is read again and checked; one that exists already is only checked.
 */
import { existsSync } from "node:fs";
import { countOf, writeBackup } from "#app/store/backup.server.ts";
import { requireStore } from "#app/store/existing.server.ts";
import { verifyBackup } from "#app/store/restore.server.ts";
import { storageDir } from "#db/storage-dir.ts";

process.umask(0o077);
const args = process.argv.slice(2);
const verify = args.includes("--verify");
const [file, ...others] = args.filter((arg) => arg !== "--verify");
if (!file || file.startsWith("-") || others.length > 0) {
  console.error("Usage: npm run backup -- FILE [--verify]");
  process.exit(2);
}
try {
  if (!verify || !existsSync(file)) {
    requireStore(storageDir);
    const manifest = await writeBackup(storageDir, file);
    const { missing } = manifest;
    if (missing.length > 0)
      console.error(`${missing.length} uploads were already lost: ${missing.join(", ")}`);
    console.log(`Wrote ${file}: ${countOf(manifest)}, from ${storageDir}.`);
  }
  if (verify) {
    const manifest = await verifyBackup(file);
    console.log(`${file} is complete: of ${manifest.createdAt}, with ${countOf(manifest)}.`);
  }
} catch (error) {
  console.error(`The backup failed. ${(error as Error).message}`);
  process.exit(1);
}
