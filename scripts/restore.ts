/** `npm run restore -- FILE` puts a backup into the store; `--force` replaces the data that are there. */
import { restoreBackup } from "#app/store/restore.server.ts";
import { storageDir } from "#db/storage-dir.ts";

process.umask(0o077);
const args = process.argv.slice(2);
const force = args.includes("--force");
const [file, ...others] = args.filter((arg) => arg !== "--force");
if (!file || file.startsWith("-") || others.length > 0) {
  console.error("Usage: npm run restore -- FILE [--force]");
  process.exit(2);
}
try {
  const { createdAt } = await restoreBackup(file, storageDir, { force });
  console.log(`Restored the backup of ${createdAt} into ${storageDir}. You can start the server now.`);
} catch (error) {
  console.error(`The restore failed. ${(error as Error).message}`);
  process.exit(1);
}
