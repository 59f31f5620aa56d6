/**
 * `npm run restore -- FILE` puts a backup into the store; `--force` replaces the data that are there. With
 * `--before-upgrade` it puts back the database that the last upgrade copied. `--keep-logins` keeps the sessions and mailed
 * links in it.
 */
import { restoreBackup, restoreUpgradeCopy } from "#app/store/restore.server.ts";
import { storageDir } from "#db/storage-dir.ts";

process.umask(0o077);
const args = process.argv.slice(2);
const force = args.includes("--force");
const keepLogins = args.includes("--keep-logins");
const [file, ...others] = args.filter((arg) => arg !== "--force" && arg !== "--keep-logins");
const undoesUpgrade = file === "--before-upgrade" && !force;
if (!file || (file.startsWith("-") && !undoesUpgrade) || others.length > 0) {
  console.error("Usage: npm run restore -- FILE [--force] [--keep-logins]");
  console.error("       npm run restore -- --before-upgrade [--keep-logins]");
  process.exit(2);
}
try {
  const createdAt = undoesUpgrade
    ? (await restoreUpgradeCopy(storageDir, { keepLogins })).toISOString()
    : (await restoreBackup(file, storageDir, { force, keepLogins })).createdAt;
  console.log(`Restored the backup of ${createdAt} into ${storageDir}. You can start the server now.`);
  console.log(
    keepLogins
      ? "Sessions, API tokens and mailed links of that time work again, also those that were ended or used since."
      : "Everybody has to log in again: sessions, API tokens and mailed links of that time have ended. --keep-logins keeps them.",
  );
} catch (error) {
  console.error(`The restore failed. ${(error as Error).message}`);
  process.exit(1);
}
