/**
 * `npm run backup -- FILE` writes the database and the uploads into one file, also while the server runs. With `--verify`
 * the file is read again and checked; one that exists already is only checked.
 */
import { existsSync } from "node:fs";
import { writeBackup } from "#app/store/backup.server.ts";
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
    const { missing } = await writeBackup(storageDir, file);
    if (missing.length > 0)
      console.error(`${missing.length} uploads were already lost: ${missing.join(", ")}`);
    console.log(`Wrote ${file}.`);
  }
  if (verify) {
    const { createdAt, tables, entries } = await verifyBackup(file);
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    const uploads = Object.keys(entries).filter((name) => name.startsWith("uploads/")).length;
    console.log(`${file} is complete: of ${createdAt}, with ${rows} rows and ${uploads} uploaded files.`);
  }
} catch (error) {
  console.error(`The backup failed. ${(error as Error).message}`);
  process.exit(1);
}
