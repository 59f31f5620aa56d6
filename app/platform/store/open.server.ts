import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "#db/client.ts";
import { databaseUrl } from "#db/database-url.ts";
import { isLocked, isStoreFailure } from "#db/failures.ts";
import { storageDir } from "#db/storage-dir.ts";
import { findDamage } from "#db/store-file.ts";
import { log } from "../process/log.server.ts";
import { findSecretProblem, listSecretsInUse } from "../secrets.server.ts";
import { findLostDatabase } from "./existing.server.ts";
import { lockStore } from "./lock.server.ts";
import { unfinishedRestore } from "./restore.server.ts";
import { findForeignBuild, prepareUpgrade, upgradeCopy } from "./upgrade.server.ts";

// Importing this module locks and checks the store before the database is opened.
const globals = globalThis as { quadrantStoreLock?: ReturnType<typeof lockAndCheck> };
globals.quadrantStoreLock ??= openStore(storageDir);

/** @throws a one-line Error with what to do */
function openStore(folder: string) {
  try {
    return lockAndCheck(folder);
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    const { message } = error as Error;
    throw new Error(
      isLocked(error)
        ? `Store: another program is writing to the database in ${folder}. Stop it first.`
        : `Store: ${folder} cannot be written (${message}). Check its disk, its owner and its mode.`,
    );
  }
}

function lockAndCheck(folder: string) {
  const mistake = process.env.IS_BUILD ? findForeignBuild() : null;
  if (mistake) throw new Error(`Build: ${mistake}`);
  const lock = lockStore(folder);
  if (!lock) throw new Error(`Store: another server or a restore is using ${folder}. Stop it first.`);
  const restore = "Restore a backup with: npm run restore -- FILE --force";
  if (existsSync(join(folder, unfinishedRestore))) {
    throw new Error(`Store: a restore into ${folder} did not finish. ${restore}`);
  }
  const file = join(folder, "community.sqlite");
  if (databaseUrl && existsSync(file)) {
    throw new Error(
      `Store: ${file} holds a community, and DATABASE_URL names another. npm run move moves it.`,
    );
  }
  const loss = findLostDatabase(folder);
  if (loss) throw new Error(`Store: ${loss}`);
  // A damaged room key is simply replaced, because it is valid for one day only.
  const [problem] = listSecretsInUse().flatMap(
    (name) => (name === "room-key" ? null : findSecretProblem(name)) ?? [],
  );
  if (problem) throw new Error(`Store: ${problem}`);
  const damage = existsSync(file) && findDamage(file);
  if (damage) throw new Error(`Store: ${file} is damaged (${damage}). Keep a copy of it. ${restore}`);
  const pending = prepareUpgrade(folder);
  if (pending.length > 0) log.info({ file: upgradeCopy, pending }, "copied the database before an upgrade");
  // Create it before any key: a key without a database means a lost community.
  if (!databaseUrl && !existsSync(file)) openDatabase(folder).close();
  return lock;
}
