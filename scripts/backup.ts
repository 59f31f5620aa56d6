/**
 * `npm run backup -- FILE` writes the database and the uploads into one file, also while the server runs. `--verify` reads
 * the file again and checks it. For an existing file it only checks, with `--key FILE` also an encrypted one. `--force`
 * replaces an existing file. `--encrypt-to age1…` also writes FILE.age for that recipient.
 */
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { encryptFile } from "#app/platform/store/age.server.ts";
import { countLost, countOf, writeBackup } from "#app/platform/store/backup.server.ts";
import { describeStoreFailure, requireStore } from "#app/platform/store/existing.server.ts";
import { verifyBackup } from "#app/platform/store/restore.server.ts";
import { compareMigrations } from "#app/platform/store/upgrade.server.ts";
import { storageDir } from "#db/storage-dir.ts";

process.umask(0o077);
const { file, force, verify, key, recipient } = readArguments();
try {
  if (!verify || !existsSync(file)) {
    const folder = dirname(resolve(file));
    if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Make it first, with mode 700.`);
    if (existsSync(file) && !force) throw new Error(`${file} exists. Add --force to replace it.`);
    requireStore(storageDir);
    const manifest = await writeBackup(storageDir, file);
    const { missing, damaged } = manifest;
    if (missing.length > 0) console.error(`Missing uploads: ${listSome(missing)}`);
    if (damaged.length > 0) console.error(`Damaged uploads: ${listSome(damaged)}`);
    console.log(`Wrote ${file}: ${countOf(manifest)}, from ${storageDir}.`);
  }
  if (verify) {
    const manifest = await verifyBackup(file, key);
    const { createdAt, version, commit } = manifest;
    const lost = countLost(manifest);
    const state = lost === 0 ? "complete" : `whole, but lacks ${lost} ${lost === 1 ? "upload" : "uploads"}`;
    console.log(`${file} is ${state}: of ${createdAt} by ${version} (${commit}), with ${countOf(manifest)}.`);
    const { isNewer, pending } = compareMigrations(manifest.schema);
    if (isNewer)
      console.log("It was made by a newer version: only that version or a later one can restore it.");
    else if (pending.length > 0)
      console.log(`It was made by ${version}: a restore migrates it (${pending[0]} to ${pending.at(-1)}).`);
  }
  if (recipient !== undefined) {
    await encryptFile(file, `${file}.age`, recipient);
    console.log(`Wrote ${file}.age for ${recipient}.`);
  }
} catch (error) {
  console.error(`The backup failed. ${describeStoreFailure(error as Error)}`);
  process.exit(1);
}

function listSome(names: string[]): string {
  const more = names.length - 20;
  return names.slice(0, 20).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        force: { type: "boolean", default: false },
        verify: { type: "boolean", default: false },
        key: { type: "string" },
        "encrypt-to": { type: "string" },
      },
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    if (file && others.length === 0) return { ...values, file, recipient: values["encrypt-to"] };
  } catch {
    // Rejects unknown options.
  }
  console.error("Usage: npm run backup -- FILE [--force] [--verify [--key FILE]] [--encrypt-to RECIPIENT]");
  process.exit(2);
}
