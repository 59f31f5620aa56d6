/**
 * `npm run backup -- FILE` writes the database and the uploads into one file, also while the server runs. With `--verify`
 * the file is read again and checked; one that exists already is only checked, with `--key FILE` an encrypted one too.
 * `--encrypt-to age1…` also writes FILE.age, for that recipient.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { encryptFile } from "#app/store/age.server.ts";
import { countOf, writeBackup } from "#app/store/backup.server.ts";
import { describeFailure, requireStore } from "#app/store/existing.server.ts";
import { verifyBackup } from "#app/store/restore.server.ts";
import { storageDir } from "#db/storage-dir.ts";

process.umask(0o077);
const { file, verify, key, recipient } = readArguments();
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
    const manifest = await verifyBackup(file, key);
    const { createdAt, version, commit } = manifest;
    console.log(`${file} is complete: of ${createdAt} by ${version} (${commit}), with ${countOf(manifest)}.`);
  }
  if (recipient !== undefined) {
    await encryptFile(file, `${file}.age`, recipient);
    console.log(`Wrote ${file}.age for ${recipient}.`);
  }
} catch (error) {
  console.error(`The backup failed. ${describeFailure(error as Error)}`);
  process.exit(1);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        verify: { type: "boolean", default: false },
        key: { type: "string" },
        "encrypt-to": { type: "string" },
      },
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    if (file && others.length === 0) return { ...values, file, recipient: values["encrypt-to"] };
  } catch {
    // An option that there is not.
  }
  console.error("Usage: npm run backup -- FILE [--verify [--key FILE]] [--encrypt-to RECIPIENT]");
  process.exit(2);
}
