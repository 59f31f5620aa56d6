import { db, write } from "#db/index.ts";
import { hourMs, minuteMs } from "./durations.ts";
import { enqueueReminders } from "./events/reminders.server.ts";
import { deleteOrphanedFiles, deleteUnusedImages } from "./files/sweep.server.ts";
import { log } from "./log.server.ts";
import { deleteOldMails, sendDueMails, stopMailQueue } from "./mail/queue.server.ts";
import { getDayKey } from "./messaging/day-key.server.ts";
import { sweepRoom } from "./messaging/room.server.ts";
import { enqueueUnreadMails } from "./messaging/unread-mail.server.ts";
import { renderMissingThumbnails } from "./resources/thumbnails.server.ts";
import { checkForDamage } from "./routes/admin/trouble.server.ts";
import { sweepIdempotencyAnswers } from "./routes/api/idempotency.server.ts";
import { checkClients } from "./routes/realtime/heartbeat.server.ts";
import { emptyJournal } from "./store/journal.server.ts";
import { makeDueBackup, stopBackup } from "./store/schedule.server.ts";
import { deleteOldUpgradeCopy } from "./store/upgrade.server.ts";

const globals = globalThis as { quadrantTimers?: (() => void)[] };

/** After a hot reload it replaces the previous timers. */
export function startMaintenance(): { stop(): Promise<void> } {
  stopTimers();
  globals.quadrantTimers = [
    every(2_000, sendDueMails, "mail queue failed"),
    every(30_000, checkClients, "could not check the sessions of open sockets"),
    every(minuteMs, enqueueUnreadMails, "could not check for unread messages"),
    every(minuteMs, enqueueReminders, "could not check for reminders"),
    every(minuteMs, makeDueBackup, "the backup failed"),
    // Days begin at a quarter of an hour in every time zone.
    every(15 * minuteMs, getDayKey, "the key of the day could not be written"),
    every(hourMs, sweep, "maintenance failed"),
    every(hourMs, checkForDamage, "the database could not be checked"),
  ];
  cleanUpAfterCrash().catch((error) => logFailure(error, "maintenance failed"));
  return {
    /** Stops all of it, then checkpoints and closes the database. */
    async stop() {
      stopTimers();
      stopBackup();
      await stopMailQueue();
      // Litestream always has a read transaction open: the checkpoint then does what it can and does not wait for it.
      db.$client.pragma("busy_timeout = 500");
      db.$client.pragma("wal_checkpoint(TRUNCATE)");
      db.$client.close();
    },
  };
}

/** Runs a task now and whenever the clock reaches a multiple of `ms`, never twice at once. Returns what stops it. */
function every(ms: number, task: () => unknown, failureText: string): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = async () => {
    try {
      await task();
    } catch (error) {
      logFailure(error, failureText);
    }
    if (!isStopped) timer = setTimeout(run, ms - (Date.now() % ms)).unref();
  };
  void run();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

const stopTimers = () => globals.quadrantTimers?.forEach((stop) => void stop());

/** The error of a query names people in its parameters; its cause does not. */
const logFailure = (error: unknown, text: string) =>
  log.error({ err: (error instanceof Error && error.cause) || error }, text);

async function cleanUpAfterCrash(): Promise<void> {
  await deleteOrphanedFiles();
  await renderMissingThumbnails();
}

async function sweep(): Promise<void> {
  await deleteUnusedImages();
  await sweepRoom();
  await sweepIdempotencyAnswers();
  await write(() => deleteOldMails());
  emptyJournal();
  await deleteOldUpgradeCopy();
}
