import { statfsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { countRows } from "#db/count-rows.ts";
import { mails } from "#db/index.ts";
import { isGivenUp } from "#db/scopes/mails.ts";
import { storageDir } from "#db/storage-dir.ts";
import { dayMs } from "../time/durations.ts";
import { checkStore } from "./doctor.server.ts";
import { backupFailure } from "./schedule.server.ts";

/** One line that needs a person, and the page that helps. */
export interface Trouble {
  text: string;
  href: string;
}

const minFreeShare = 0.1;
const maxCount = 100;
let damage: string[] = [];
/** The start checks the database, too. */
let checkedAt = Date.now();

/** Has the doctor look at the whole database once a day. `findTrouble` tells what it found. */
export async function checkForDamage(now = Date.now()): Promise<void> {
  if (now - checkedAt < dayMs) return;
  checkedAt = now;
  const findings = await checkStore();
  damage = findings.flatMap(({ level, text }) => (level === "fail" ? [text] : []));
}

/** Returns what needs a person now: a backup, the disk, mails that were given up, a damaged database. */
export async function findTrouble(): Promise<Trouble[]> {
  const { bavail, blocks } = statfsSync(storageDir);
  const freeShare = bavail / blocks;
  const failure = backupFailure();
  const [given] = await countRows(sql`${mails} where ${isGivenUp}`, maxCount);
  const count = given?.count ?? 0;
  const mailText = `${count === maxCount ? "100+" : count} ${count === 1 ? "email was" : "emails were"} given up.`;
  return [
    ...damage.map((text) => ({ text, href: "/admin/settings" })),
    failure !== null && {
      text: `The last backup, or sending it away, failed: ${failure}`,
      href: "/admin/settings",
    },
    freeShare < minFreeShare && {
      text: `Only ${Math.floor(freeShare * 100)} % of the disk is free.`,
      href: "/admin/settings",
    },
    count > 0 && { text: mailText, href: "/admin/mail" },
  ].filter((trouble) => trouble !== false);
}
