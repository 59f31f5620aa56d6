import { finishDeletions } from "#app/account/deletion.server.ts";
import { deleteUnconfirmed } from "#app/account/join-links.server.ts";
import { mailAboutAbsence } from "#app/admin/absence.server.ts";
import { getDayKey } from "#app/anonymous/day-key.server.ts";
import { sweepRoom } from "#app/anonymous/room.server.ts";
import { remindOfOldBoards } from "#app/boards/old-boards.server.ts";
import { deleteOldAnswers } from "#app/events/questions.server.ts";
import { markMessagesOpened } from "#app/messages/bell.server.ts";
import { indexMessages } from "#app/messages/search.server.ts";
import { notifyUnread } from "#app/messages/unread-mail.server.ts";
import { emptyBin } from "#app/moderation/bin.server.ts";
import { listEndedSessions } from "#app/platform/auth/sessions.server.ts";
import { leases } from "#app/platform/cluster/leases.server.ts";
import {
  deleteHalfFiles,
  deleteOldApplicationFiles,
  deleteOldImports,
  deleteOldSwept,
  deleteUnusedAttachments,
  deleteUnusedImages,
  sweepOldParts,
  sweepOrphanedFiles,
} from "#app/platform/files/sweep.server.ts";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { sweepIdempotencyKeys } from "#app/platform/limits/idempotency.server.ts";
import { deleteOldMails, stopMailQueue } from "#app/platform/mail/queue.server.ts";
import { deleteOldLetters } from "#app/platform/mail/transport.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { readUpdateFeed } from "#app/platform/process/update-feed.server.ts";
import { closeEnded, pingClients } from "#app/platform/realtime/heartbeat.server.ts";
import { hub } from "#app/platform/realtime/hub.server.ts";
import { emptyJournal } from "#app/platform/store/journal.server.ts";
import { deleteDrill, makeDueBackup, stopBackup } from "#app/platform/store/schedule.server.ts";
import { checkForDamage, checkUploads, listTrouble } from "#app/platform/store/trouble.server.ts";
import { deleteOldUpgradeCopy } from "#app/platform/store/upgrade.server.ts";
import { dayMs, hourMs, minuteMs } from "#app/platform/time/durations.ts";
import { msUntilMultiple } from "#app/platform/time/time.server.ts";
import { db, write } from "#db/index.ts";
import type { Area } from "#db/vocabulary.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { remindOfEvents } from "../events/reminders.server.ts";
import { remindOfDeadlines } from "../jobs/deadlines.server.ts";
import { remindOfWaiting } from "../jobs/waiting.server.ts";
import { lapseRequests, remindOfQuietMentorings } from "../mentoring/sweep.server.ts";
import { deliverNotices } from "../notices/deliver.server.ts";
import { enqueueDigests } from "../notices/digest.server.ts";
import { deleteOldNotices } from "../notices/list.server.ts";
import { notifyAdmins } from "../notices/notify.server.ts";
import { notifyRemaining, publishNotices } from "../notices/publish.server.ts";
import { deleteOldEnded } from "../people/connections.server.ts";
import { endPauses } from "../people/profile.server.ts";
import { readMissingTexts } from "../resources/file-texts.server.ts";
import { renderMissingThumbnails } from "../resources/thumbnails.server.ts";
import { mergeSearchIndexes } from "../search/indexes.server.ts";

const globals = globalThis as { quadrantTimers?: (() => void)[] };

/** Replaces the previous timers after a hot reload. */
export async function startTimers(): Promise<{ stop(): Promise<void> }> {
  stopTimers();
  // Only the node with the lease does the startup work.
  await leases.renew().catch(() => {});
  await leases.requireAlone();
  globals.quadrantTimers = [
    every(5_000, leases.renew, "the lease could not be renewed"),
    every(2_000, deliverNotices, "notices could not be mailed"),
    every(2_000, onOneNode(notifyRemaining), "notices could not be made"),
    every(30_000, checkClients, "could not check the sessions of open sockets"),
    every(minuteMs, onOneNode(notifyUnread), "could not check for unread messages"),
    every(minuteMs, onOneNode(indexMessages), "could not index new messages"),
    every(minuteMs, onOneNode(whileOn("events", remindOfEvents)), "could not check for reminders"),
    every(minuteMs, onOneNode(whileOn("jobs", remindOfDeadlines)), "could not check for deadlines"),
    every(minuteMs, onOneNode(whileOn("mentoring", lapseRequests)), "could not expire mentoring requests"),
    every(minuteMs, onOneNode(emptyBin), "the bin could not be emptied"),
    every(minuteMs, onOneNode(finishDeletions), "deleted accounts could not be emptied"),
    every(minuteMs, onOneNode(enqueueDigests), "digests failed"),
    every(minuteMs, onOneNode(backUp), "the backup failed"),
    // In every time zone, days begin on a quarter of an hour.
    every(15 * minuteMs, getDayKey, "the key of the day could not be written"),
    every(hourMs, onOneNode(whileOn("jobs", remindOfWaiting)), "could not send reminders of applications"),
    every(minuteMs, onOneNode(whileOn("boards", remindOfOldBoards)), "could not check for old boards"),
    every(hourMs, sweep, "maintenance failed"),
    every(
      hourMs,
      onOneNode(whileOn("mentoring", remindOfQuietMentorings)),
      "could not check for quiet mentoring",
    ),
    every(hourMs, onOneNode(readMissingTexts), "the texts of files could not be read"),
    every(hourMs, onOneNode(mailAboutAbsence), "could not check for absent administrators"),
    every(hourMs, notifyOfTrouble, "could not check for problems"),
    every(dayMs, onOneNode(sweepOrphanedFiles), "could not look for files without a row"),
    every(dayMs, readUpdateFeed, "the feed of releases could not be read"),
    every(dayMs, onOneNode(mergeSearchIndexes), "the search's indexes could not be merged"),
  ];
  cleanUpAfterCrash().catch((error) => logFailure(error, "maintenance failed"));
  return {
    async stop() {
      stopTimers();
      await stopBackup();
      await stopMailQueue();
      await leases.release().catch(() => {});
      db.close();
    },
  };
}

/**
 * Runs a task now and at every multiple of `ms` on the clock. Runs never overlap: a run that is due during another
 * follows it. @returns a function that stops the task
 */
function every(ms: number, task: () => unknown, failureText: string): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = async () => {
    if (isStopped) return;
    const dueAt = Date.now() + msUntilMultiple(ms);
    try {
      await task();
    } catch (error) {
      logFailure(error, failureText);
    }
    const runNext = () => void yieldToRequests().then(run);
    timer = setTimeout(runNext, Date.now() < dueAt ? msUntilMultiple(ms) : 0).unref();
  };
  void run();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Runs a task only on the node that holds the lease. Every node has the timer. */
const onOneNode = (task: () => Promise<void>) => async () => {
  if (leases.holds()) await task();
};

/** Skips a task while its area is switched off. */
const whileOn = (area: Area, task: () => Promise<void>) => async () => {
  if (isAreaOn(area)) await task();
};

async function checkClients(): Promise<void> {
  pingClients();
  hub.sendPresence();
  const clients = [...hub.clients];
  await closeEnded(clients, listEndedSessions);
  for (const { userId, isOnMessagesPage } of clients) if (isOnMessagesPage) markMessagesOpened(userId);
}

const stopTimers = () => globals.quadrantTimers?.forEach((stop) => void stop());

/** A query error contains personal data in its parameters, but its cause does not. */
const logFailure = (error: unknown, text: string) =>
  log.error({ err: (error instanceof Error && error.cause) || error }, text);

async function cleanUpAfterCrash(): Promise<void> {
  await deleteHalfFiles();
  await deleteDrill();
  await renderMissingThumbnails();
  await checkUploads();
}

async function backUp(): Promise<void> {
  try {
    await makeDueBackup();
  } catch (error) {
    await sendTroubleNotice();
    throw error;
  }
}

async function notifyOfTrouble(): Promise<void> {
  await checkForDamage();
  if ((await listTrouble()).length > 0) await sendTroubleNotice();
}

/** The overview shows the details. The notice's kind limits mails to one a day. */
const sendTroubleNotice = async () =>
  publishNotices(await write(() => notifyAdmins("admin-trouble", Date.now())));

async function sweep(): Promise<void> {
  await sweepOldParts();
  await deleteOldSwept();
  await onOneNode(sweepDatabase)();
  emptyJournal();
  await deleteOldUpgradeCopy();
  await deleteOldLetters();
}

async function sweepDatabase(): Promise<void> {
  await deleteUnusedImages();
  await deleteUnusedAttachments();
  await deleteOldApplicationFiles();
  await deleteOldAnswers();
  await sweepRoom();
  await sweepIdempotencyKeys();
  await leases.deleteEnded();
  await endPauses();
  await deleteOldMails();
  await deleteOldNotices();
  await deleteOldEnded();
  await deleteUnconfirmed();
  await write(() => deleteOldImports());
}
