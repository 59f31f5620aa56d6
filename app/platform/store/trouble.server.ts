import { statfsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { countRows } from "#db/count-rows.ts";
import { db, mails } from "#db/index.ts";
import { isGivenUp, isQueued } from "#db/scopes/mails.ts";
import { storageDir } from "#db/storage-dir.ts";
import { storedFiles } from "../file-store/stored-files.server.ts";
import { log } from "../process/log.server.ts";
import { dayMs, hourMs } from "../time/durations.ts";
import { checkStore } from "./doctor.server.ts";
import { countLostFiles, describeLostFiles } from "./lost-files.server.ts";
import { backupFailure, findLastBackups } from "./schedule.server.ts";

/** One line about a problem for an administrator, and the page that helps. */
export interface Trouble {
  text: string;
  href: string;
}

const minFreeShare = 0.1;
const maxCount = 100;
let damage: string[] = [];
/** Begins now, because the start has just checked the database. */
let checkedAt = Date.now();

/** Runs the doctor on the whole store once a day, and every hour while something is damaged. */
export async function checkForDamage(now = Date.now()): Promise<void> {
  if (now - checkedAt < (damage.length > 0 ? hourMs : dayMs)) return;
  checkedAt = now;
  const findings = await checkStore();
  damage = findings.flatMap(({ level, text }) => (level === "fail" ? [text] : []));
}

/** Logs at the start how many uploads are lost. From the next day on the doctor reports them. */
export async function checkUploads(): Promise<void> {
  if (damage.length > 0) return;
  const lost = await countLostFiles(db, storedFiles);
  if (lost === 0) return;
  damage = [describeLostFiles(lost)];
  log.error({ lost }, describeLostFiles(lost));
}

/** Ids are in order of creation, so reading only the oldest rows is enough. */
const oldestWaiting = sql`(select created_at from ${mails} where ${isQueued} order by id limit ${sql.raw(String(maxCount))})`;

/** Returns problems with backups, the disk, mails that wait or were given up, and a damaged database. */
export async function listTrouble(): Promise<Trouble[]> {
  const { bavail, blocks } = statfsSync(storageDir);
  const freeShare = bavail / blocks;
  const failure = backupFailure();
  const { last } = await findLastBackups();
  const [given] = await countRows(sql`${mails} where ${isGivenUp}`, maxCount);
  const [late] = await countRows(sql`${oldestWaiting} where created_at < ${Date.now() - hourMs}`, maxCount);
  const count = (counted = 0) => (counted === maxCount ? "100+" : counted);
  return [
    ...damage.map((text) => ({ text, href: "/admin/settings" })),
    failure !== null && {
      text: `The last backup failed, or could not be sent away: ${failure}`,
      href: "/admin/settings",
    },
    last !== null &&
      last.lost > 0 && {
        text: `The last backup lacks ${last.lost} ${last.lost === 1 ? "upload" : "uploads"}. The last complete one is kept.`,
        href: "/admin/settings",
      },
    freeShare < minFreeShare && {
      text: `Only ${Math.floor(freeShare * 100)} % of the disk is free.`,
      href: "/admin/settings",
    },
    given?.count && {
      text: `${count(given.count)} ${given.count === 1 ? "email was" : "emails were"} given up.`,
      href: "/admin/mail",
    },
    late?.count && {
      text: `${count(late.count)} ${late.count === 1 ? "email has" : "emails have"} waited for more than an hour.`,
      href: "/admin/mail?list=waiting",
    },
  ].filter((trouble) => typeof trouble === "object");
}
