import { db } from "#db/index.ts";
import { startEventReminders } from "./events/reminders.server.ts";
import { deleteOrphanedFiles, deleteUnusedImages } from "./files/sweep.server.ts";
import { log } from "./log.server.ts";
import { startMailQueue, stopMailQueue } from "./mail/queue.server.ts";
import { startDayKeys } from "./messaging/day-key.server.ts";
import { sweepRoom } from "./messaging/room.server.ts";
import { startUnreadMails } from "./messaging/unread-mail.server.ts";
import { renderMissingThumbnails } from "./resources/thumbnails.server.ts";
import { startBackups } from "./store/schedule.server.ts";
import { deleteOldUpgradeCopy } from "./store/upgrade.server.ts";

const hourMs = 60 * 60 * 1000;
const logFailure = (error: unknown) => log.error({ err: error }, "maintenance failed");

/** Starts the background work: the mail queue, reminders, backups, cleaning up after a crash, and the hourly sweep. */
export function startMaintenance(): { stop(): Promise<void> } {
  startMailQueue();
  const stopUnreadMails = startUnreadMails();
  const stopEventReminders = startEventReminders();
  const stopDayKeys = startDayKeys();
  const stopBackups = startBackups();
  runMaintenance().catch(logFailure);
  const timer = setInterval(() => sweep().catch(logFailure), hourMs).unref();
  return {
    /** Stops all of it, then checkpoints and closes the database. */
    async stop() {
      clearInterval(timer);
      stopUnreadMails();
      stopEventReminders();
      stopDayKeys();
      stopBackups();
      await stopMailQueue();
      // Litestream always has a read transaction open: the checkpoint then does what it can and does not wait for it.
      db.$client.pragma("busy_timeout = 500");
      db.$client.pragma("wal_checkpoint(TRUNCATE)");
      db.$client.close();
    },
  };
}

async function runMaintenance(): Promise<void> {
  await deleteOrphanedFiles();
  await sweep();
  await renderMissingThumbnails();
}

async function sweep(): Promise<void> {
  await deleteUnusedImages();
  await sweepRoom();
  await deleteOldUpgradeCopy();
}
