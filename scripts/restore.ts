/**
 * `npm run restore -- FILE` puts a backup into the store; `--force` replaces the data that are there. With
 * `--before-upgrade` it puts back the database that the last upgrade copied.
 */
import { restoreBackup, restoreUpgradeCopy } from "#app/store/restore.server.ts";
import { storageDir } from "#db/storage-dir.ts";

process.umask(0o077);
const args = process.argv.slice(2);
const force = args.includes("--force");
const undoesUpgrade = args.length === 1 && args[0] === "--before-upgrade";
const [file, ...others] = args.filter((arg) => arg !== "--force");
if (!undoesUpgrade && (!file || file.startsWith("-") || others.length > 0)) {
  console.error("Usage: npm run restore -- FILE [--force], or npm run restore -- --before-upgrade");
  process.exit(2);
}
try {
  const createdAt = undoesUpgrade
    ? (await restoreUpgradeCopy(storageDir)).toISOString()
    : (await restoreBackup(file ?? "", storageDir, { force })).createdAt;
  console.log(`Restored the backup of ${createdAt} into ${storageDir}. You can start the server now.`);
} catch (error) {
  console.error(`The restore failed. ${(error as Error).message}`);
  process.exit(1);
}
