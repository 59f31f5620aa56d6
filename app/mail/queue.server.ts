import { hash } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { db, mails, write } from "#db/index.ts";
import { dayMs, hourMs, minuteMs } from "../durations.ts";
import { log } from "../log.server.ts";
import { countMailFailure } from "../metrics.server.ts";
import { fillLinkSecret } from "./link.server.ts";
import { createMailTransport, messageIdHost } from "./transport.server.ts";

// The table `mails` is a queue. Two workers never claim the same mail: docs/mail.md.

const retryDelayMs = (attempts: number) => Math.min(hourMs, 15_000 * 4 ** (attempts - 1));
const giveUpAfterMs = 3 * dayMs;
/** After this time another worker may claim the mail, in case the first one died before sending. */
const leaseMs = 5 * minuteMs;
const retentionMs = 30 * dayMs;

const transport = createMailTransport();
let running: Promise<void> | undefined;
let hasWork = false;
let isStopped = false;

export function sendDueMails(): Promise<void> {
  hasWork = true;
  running ??= work().finally(() => {
    running = undefined;
  });
  return running;
}

async function work(): Promise<void> {
  while (hasWork && !isStopped) {
    hasWork = false;
    while (!isStopped && (await sendNext()));
  }
}

async function sendNext(now = Date.now()): Promise<boolean> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(sql`${mails.nextAttemptAt} <= ${now}`)
    .orderBy(mails.nextAttemptAt, mails.id)
    .limit(1);
  const [mail] = await write(() =>
    db
      .update(mails)
      .set({ attempts: sql`${mails.attempts} + 1`, nextAttemptAt: now + leaseMs })
      .where(sql`${mails.id} = ${due}`)
      .returning(),
  );
  if (!mail) return false;
  const isClaimed = and(eq(mails.id, mail.id), eq(mails.attempts, mail.attempts));
  const nextAttemptAt = mail.createdAt > now - giveUpAfterMs ? now + retryDelayMs(mail.attempts) : null;
  const logFields = { mail: mail.id, attempt: mail.attempts };

  if ((await transport.findProblem()) !== null) {
    countMailFailure();
    await write(() => db.update(mails).set({ nextAttemptAt }).where(isClaimed));
    if (nextAttemptAt === null) log.error(logFields, "mail given up");
    return false;
  }
  // From here on nobody else may claim it, even if this process dies: losing a mail is better than sending it twice.
  const [started] = await write(() =>
    db
      .update(mails)
      .set({ nextAttemptAt: null })
      .where(and(isClaimed, eq(mails.nextAttemptAt, now + leaseMs)))
      .returning({ id: mails.id }),
  );
  if (!started) return true;
  const outcome = await transport.deliver({
    id: mail.id,
    messageId: `<${hash("sha256", mail.key).slice(0, 32)}@${messageIdHost}>`,
    to: mail.recipient,
    subject: mail.subject,
    text: fillLinkSecret(mail.text, mail.key),
    date: new Date(mail.createdAt),
  });
  if (outcome !== "sent") countMailFailure();
  if (outcome === "sent") {
    await write(() => db.update(mails).set({ sentAt: Date.now(), text: "" }).where(isClaimed));
    log.info(logFields, "mail sent");
  } else if (outcome === "later" && nextAttemptAt !== null) {
    await write(() => db.update(mails).set({ nextAttemptAt }).where(isClaimed));
  } else {
    log.error({ ...logFields, outcome }, "mail given up");
  }
  return true;
}

export const deleteOldMails = (now = Date.now()) =>
  db.delete(mails).where(and(lt(mails.createdAt, now - retentionMs), isNull(mails.nextAttemptAt)));

/** Claims no more mails and waits for the one in progress, at most `timeoutMs`. */
export async function stopMailQueue(timeoutMs = 1_500): Promise<void> {
  isStopped = true;
  await Promise.race([running, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
  transport.close();
}

/** Has queued mails sent soon, after a random delay that reveals nothing about the request. */
export function wakeMailQueue(): void {
  const wake = () => sendDueMails().catch((error) => log.error({ err: error }, "mail queue failed"));
  setTimeout(wake, 100 + Math.random() * 600).unref();
}
