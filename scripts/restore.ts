/**
 * `npm run restore -- FILE` puts a backup into the store; `--force` replaces the data that are there. With
 * `--before-upgrade` it says what going back to the database before the last upgrade loses, and goes back with `--force`. `--keep-logins` keeps the sessions and mailed
 * links in it, and `--key FILE` reads an encrypted one.
 */
import { parseArgs } from "node:util";
import { countLost } from "#app/platform/store/backup.server.ts";
import { describeFailure } from "#app/platform/store/existing.server.ts";
import { restoreBackup, restoreUpgradeCopy } from "#app/platform/store/restore.server.ts";
import { compareMigrations, replacedDatabase } from "#app/platform/store/upgrade.server.ts";
import { storageDir } from "#db/storage-dir.ts";

process.umask(0o077);
const { file, force, keepLogins, keyFile } = readArguments();
try {
  console.log(`Restored the backup of ${await restore()} into ${storageDir}. You can start the server now.`);
  console.log(
    keepLogins
      ? "Sessions, API tokens and mailed links of that time work again, also those that were ended or used since."
      : "Everybody has to log in again: sessions, API tokens and mailed links of that time have ended. --keep-logins keeps them.",
  );
} catch (error) {
  console.error(`The restore failed. ${describeFailure(error as Error)}`);
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
    // An option that there is not.
  }
  console.error("Usage: npm run restore -- FILE [--force] [--keep-logins] [--key FILE]");
  console.error("       npm run restore -- --before-upgrade [--force] [--keep-logins]");
  process.exit(2);
}
