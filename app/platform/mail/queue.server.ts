import { hash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { and, eq, gt, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import { deleteInBatches } from "#db/delete-in-batches.ts";
import { db, mails, users, write } from "#db/index.ts";
import { emptied } from "#db/scopes/mails.ts";
import { leases } from "../cluster/leases.server.ts";
import { isKindOn } from "../http/area-switch.server.ts";
import { log } from "../process/log.server.ts";
import { countMailFailure } from "../process/metrics.server.ts";
import { settings } from "../settings.server.ts";
import { dayMs, hourMs, minuteMs } from "../time/durations.ts";
import { requestConfirmations } from "./confirmation.server.ts";
import { deriveLinkSecret, siteOrigin, stopLink } from "./link.server.ts";
import { fillTemplate, quote, toHtml } from "./template.server.ts";
import { createMailTransport, type DeliveryOutcome, messageIdHost } from "./transport.server.ts";

const retryDelayMs = (attempts: number) => Math.min(hourMs, 15_000 * 4 ** (attempts - 1));
const giveUpAfterMs = 3 * dayMs;
/** After this time another worker may claim the mail, because the first may have died before sending. */
const leaseMs = 5 * minuteMs;
const retentionMs = 30 * dayMs;
/** Mails per day that contain a member's words. Enough for several to each guest of a large event. */
const maxDailyMailsOfAuthor = 2_000;

/** At most twenty mails per second, because mail servers and our own pages have other work. */
const paceMs = 55;
/** After this many permanent failures in a row, mail notices to the address are paused. */
const maxFailures = 3;

const transport = createMailTransport();
let running: Promise<void> | undefined;
let hasWork = false;
let isStopped = false;
let recoveredTerm: number | undefined;

export function sendDueMails(): Promise<void> {
  hasWork = true;
  running ??= work().finally(() => {
    running = undefined;
  });
  return running;
}

async function work(): Promise<void> {
  const mayGoOn = () => !isStopped && leases.holds();
  while (hasWork && mayGoOn()) {
    hasWork = false;
    if (recoveredTerm !== leases.term()) await recover();
    for (let start = performance.now(); mayGoOn() && (await sendNext()); start = performance.now()) {
      await wait(Math.max(0, start + paceMs - performance.now()));
    }
  }
}

async function recover(): Promise<void> {
  const term = leases.term();
  await write(giveUpInterrupted);
  recoveredTerm = term;
}

async function sendNext(now = Date.now()): Promise<boolean> {
  const isNext = sql`${mails.id} = coalesce(${firstDue(false, now)}, ${firstDue(true, now)})`;
  // Check first, because in a cluster even an update without a row is replicated.
  const [due] = await db.select({ id: mails.id }).from(mails).where(isNext);
  if (!due) return false;
  const [mail] = await write(() =>
    db
      .update(mails)
      .set({ attempts: sql`${mails.attempts} + 1`, nextAttemptAt: now + leaseMs })
      .where(isNext)
      .returning(),
  );
  if (!mail) return false;
  if (mail.kind?.split(",").every((kind) => !isKindOn(kind))) {
    await write(() =>
      db
        .update(mails)
        .set({ ...emptied, nextAttemptAt: null })
        .where(isClaimOf(mail)),
    );
    return true;
  }
  if (mail.authorId !== null && (await withhold(mail, now))) return true;
  const isClaimed = isClaimOf(mail);
  const nextAttemptAt = mail.createdAt > now - giveUpAfterMs ? now + retryDelayMs(mail.attempts) : null;
  const logFields = { mail: mail.id, attempt: mail.attempts };

  const problem = await transport.findProblem();
  if (problem !== null) {
    countMailFailure();
    await write(() =>
      db
        .update(mails)
        .set({ nextAttemptAt, failure: cut(problem) })
        .where(isClaimed),
    );
    if (nextAttemptAt === null) log.error(logFields, "mail given up");
    return false;
  }
  // From here on nobody else may claim it, even if this process dies: better to lose a mail than to send it twice.
  const [started] = await write(() =>
    db
      .update(mails)
      .set({ nextAttemptAt: null, failure: null })
      .where(and(isClaimed, eq(mails.nextAttemptAt, now + leaseMs)))
      .returning({ id: mails.id }),
  );
  if (!started) return true;
  const { outcome, reason = outcome } = await transport.deliver({
    id: mail.id,
    messageId: `<${hash("sha256", mail.key).slice(0, 32)}@${messageIdHost}>`,
    to: mail.recipient,
    ...fillMail(mail),
    hasLink: mail.text.includes("{token}"),
    date: new Date(mail.createdAt),
  });
  if (outcome !== "sent") countMailFailure();
  await recordDelivery(mail.recipient, outcome);
  if (outcome === "sent") {
    await write(() =>
      db
        .update(mails)
        .set({ ...emptied, sentAt: Date.now(), failure: null })
        .where(isClaimed),
    );
    log.info(logFields, "mail sent");
    return true;
  }
  const next = outcome === "later" ? nextAttemptAt : null;
  await write(() =>
    db
      .update(mails)
      .set({ nextAttemptAt: next, failure: cut(reason) })
      .where(isClaimed),
  );
  if (next === null) log.error({ ...logFields, outcome }, "mail given up");
  return true;
}

type Mail = typeof mails.$inferSelect;

const cut = (reason: string) => reason.replace(/\s+/g, " ").slice(0, 300);

/** Gives up mails that were being sent when the last process ended, because a retry could send them twice. */
const giveUpInterrupted = () =>
  db
    .update(mails)
    .set({
      failure: "Unknown: the server probably stopped while this mail was on its way. It may have arrived.",
    })
    .where(
      and(
        isNull(mails.nextAttemptAt),
        isNull(mails.sentAt),
        isNull(mails.failure),
        ne(mails.text, ""),
        ne(mails.recipient, ""),
      ),
    );

const firstDue = (isBulk: boolean, now: number) =>
  db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.isBulk, isBulk), sql`${mails.nextAttemptAt} <= ${now}`))
    .orderBy(mails.nextAttemptAt, mails.id)
    .limit(1);

const isClaimOf = ({ id, attempts }: Mail) => and(eq(mails.id, id), eq(mails.attempts, attempts));

/** Gives up a mail with a member's words if its recipient has not confirmed the address or the author sent too many. */
async function withhold(mail: Mail, now: number): Promise<boolean> {
  const isConfirmed = db
    .select({ one: sql`1` })
    .from(users)
    .where(
      and(eq(users.email, mail.recipient), eq(users.status, "active"), isNotNull(users.emailConfirmedAt)),
    );
  const sentToday = sql`(select count(*) from mails as sent
    where sent.author_id = ${mail.authorId} and sent.sent_at > ${now - dayMs})`;
  await requestConfirmations([mail.recipient], now);
  const [withheld] = await write(() =>
    db
      .update(mails)
      .set({ ...emptied, nextAttemptAt: null })
      .where(
        and(isClaimOf(mail), sql`(not exists ${isConfirmed} or ${sentToday} >= ${maxDailyMailsOfAuthor})`),
      )
      .returning({ id: mails.id }),
  );
  if (withheld) log.warn({ mail: mail.id, author: mail.authorId }, "mail withheld");
  return withheld !== undefined;
}

const recordDelivery = (recipient: string, outcome: DeliveryOutcome) => {
  const isRecipient = and(
    eq(users.email, recipient),
    outcome === "sent" ? gt(users.mailFailures, 0) : undefined,
  );
  const failures = sql`${users.mailFailures} + 1`;
  const pausedAt = sql`iif(${failures} >= ${maxFailures}, coalesce(${users.mailPausedAt}, ${Date.now()}), null)`;
  if (outcome === "sent")
    return write(() => db.update(users).set({ mailFailures: 0, mailPausedAt: null }).where(isRecipient));
  if (outcome === "never")
    return write(() =>
      db.update(users).set({ mailFailures: failures, mailPausedAt: pausedAt }).where(isRecipient),
    );
  return null;
};

function fillMail({ key, subject, text, quotes, userId, kind }: Mail) {
  const quoted = Object.entries(quotes ?? {}).map(([name, words]) => [name, quote(String(words))]);
  const values = { token: deriveLinkSecret(key), ...Object.fromEntries(quoted) };
  if (userId === null || kind === null)
    return { subject: fillTemplate(subject, values), text: fillTemplate(text, values) };
  const stop = stopLink(userId, kind);
  const filled = fillTemplate(text, { ...values, stop, settings: `${siteOrigin}/account/notices` });
  return {
    subject: fillTemplate(subject, values),
    text: filled,
    html: toHtml(filled, siteOrigin, settings.siteName),
    unsubscribe: stop,
  };
}

export const deleteOldMails = (now = Date.now()) =>
  deleteInBatches(mails, and(lt(mails.createdAt, now - retentionMs), isNull(mails.nextAttemptAt)));

export async function stopMailQueue(timeoutMs = 1_500): Promise<void> {
  isStopped = true;
  await Promise.race([running, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
  transport.close();
}

/** Sends queued mails soon, after a random delay so that timing reveals nothing about the request. */
export function wakeMailQueue(): void {
  const wake = () => sendDueMails().catch((error) => log.error({ err: error }, "mail queue failed"));
  setTimeout(wake, 100 + Math.random() * 600).unref();
}
