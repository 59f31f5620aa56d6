/**
 * `npm run restore -- FILE` restores a backup. `--force` replaces existing data. `--before-upgrade` shows what restoring the
 * database from before the last upgrade would lose, and restores it with `--force`. `--keep-logins` keeps the backup's sessions
 * and mailed links, and `--key FILE` decrypts it.
 */
import { parseArgs } from "node:util";
import { countLost } from "#app/platform/store/backup.server.ts";
import { describeStoreFailure } from "#app/platform/store/existing.server.ts";
import { restoreBackup, restoreUpgradeCopy } from "#app/platform/store/restore.server.ts";
import { compareMigrations, replacedDatabase } from "#app/platform/store/upgrade.server.ts";
import { storageDir } from "#db/storage-dir.ts";

process.umask(0o077);
const { file, force, keepLogins, keyFile } = readArguments();
try {
  console.log(`Restored the backup of ${await restore()} into ${storageDir}. You can start the server now.`);
  console.log(
    keepLogins
      ? "Sessions, API tokens and mailed links of that time work again, including those that were ended or used since."
      : "Everybody has to log in again: sessions, API tokens and mailed links of that time have ended. --keep-logins keeps them.",
  );
} catch (error) {
  console.error(`The restore failed. ${describeStoreFailure(error as Error)}`);
  process.exit(1);
}

async function restore(): Promise<string> {
  if (file === null) {
    const { madeAt, lostRows } = await restoreUpgradeCopy(storageDir, { force, keepLogins });
    console.log(
      `${lostRows.toLocaleString("en")} rows that were written since are only in ${replacedDatabase} now, for 30 days.`,
    );
    return madeAt.toISOString();
  }
  const manifest = await restoreBackup(file, storageDir, { force, keepLogins, keyFile });
  const { createdAt, version, schema } = manifest;
  const lost = countLost(manifest);
  if (lost > 0)
    console.error(
      `The backup lacks ${lost} ${lost === 1 ? "upload" : "uploads"}. Those that the store still had were kept.`,
    );
  return compareMigrations(schema).pending.length > 0 ? `${createdAt} by ${version}, migrated,` : createdAt;
}

/** `file` is null for the copy from before an upgrade. */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        force: { type: "boolean", default: false },
        "keep-logins": { type: "boolean", default: false },
        "before-upgrade": { type: "boolean", default: false },
        key: { type: "string" },
      },
      allowPositionals: true,
    });
    const { force, "keep-logins": keepLogins, "before-upgrade": undoesUpgrade, key: keyFile } = values;
    const [file = null, ...others] = positionals;
    if (others.length === 0 && (undoesUpgrade ? file === null && !keyFile : file !== null)) {
      return { file, force, keepLogins, keyFile };
    }
  } catch {
    // Rejects unknown options.
  }
  console.error("Usage: npm run restore -- FILE [--force] [--keep-logins] [--key FILE]");
  console.error("       npm run restore -- --before-upgrade [--force] [--keep-logins]");
  process.exit(2);
}
