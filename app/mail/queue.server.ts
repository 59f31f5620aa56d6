import { createHash } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { db, mails } from "#db/index.ts";
import { log } from "../log.server.ts";
import { countMailFailure } from "../metrics.server.ts";
import { fillLinkSecret } from "./link.server.ts";
import { createMailTransport, type MailTransport, messageIdHost } from "./transport.server.ts";

// The table `mails` is a queue. One worker in each process claims mails from it, each in one statement, so that two
// workers never claim the same one: docs/mail.md.

const minuteMs = 60_000;
/** The delay after a failed attempt starts at 15 s and grows by a factor of four, up to an hour. */
const retryDelayMs = (attempts: number) => Math.min(60 * minuteMs, 15_000 * 4 ** (attempts - 1));
/** A mail server may be away over a weekend. */
const giveUpAfterMs = 3 * 24 * 60 * minuteMs;
/** After this time another worker may claim the mail, in case the first one died before sending. */
const leaseMs = 5 * minuteMs;
/** For mails that other processes queued or that are due again. */
const pollIntervalMs = 2_000;
/** How long finished mails stay in the table. */
const retentionMs = 30 * 24 * 60 * minuteMs;

/** Returns the statement that queues a mail. A mail whose `key` is in the table already is not queued again. */
export function enqueueMail(
  to: string,
  mail: { key: string; subject: string; text: string },
  now = Date.now(),
) {
  return db
    .insert(mails)
    .values({ ...mail, recipient: to, createdAt: now, nextAttemptAt: now })
    .onConflictDoNothing({ target: mails.key });
}

class MailWorker {
  #transport: MailTransport = createMailTransport();
  #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #hasWork = false;
  #isStopped = false;
  #sweptAt = 0;

  constructor() {
    this.#timer = setInterval(() => this.run(), pollIntervalMs).unref();
  }

  run(): void {
    this.#hasWork = true;
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
  }

  async #work(): Promise<void> {
    try {
      while (this.#hasWork && !this.#isStopped) {
        this.#hasWork = false;
        await this.#sweep();
        while (!this.#isStopped && (await this.#sendNext()));
      }
    } catch (error) {
      log.error({ err: error }, "mail queue failed");
    }
  }

  /** Returns whether to continue with the next mail at once. */
  async #sendNext(now = Date.now()): Promise<boolean> {
    const due = db
      .select({ id: mails.id })
      .from(mails)
      .where(sql`${mails.nextAttemptAt} <= ${now}`)
      .orderBy(mails.nextAttemptAt, mails.id)
      .limit(1);
    const [mail] = await db
      .update(mails)
      .set({ attempts: sql`${mails.attempts} + 1`, nextAttemptAt: now + leaseMs })
      .where(sql`${mails.id} = ${due}`)
      .returning();
    if (!mail) return false;
    const isClaimed = and(eq(mails.id, mail.id), eq(mails.attempts, mail.attempts));
    const nextAttemptAt = mail.createdAt > now - giveUpAfterMs ? now + retryDelayMs(mail.attempts) : null;
    const logFields = { mail: mail.id, attempt: mail.attempts };

    if ((await this.#transport.findProblem()) !== null) {
      countMailFailure();
      await db.update(mails).set({ nextAttemptAt }).where(isClaimed);
      if (nextAttemptAt === null) log.error(logFields, "mail given up");
      return false;
    }
    // From here on nobody else may claim it, even if this process dies: losing a mail is better than sending it twice.
    const [started] = await db
      .update(mails)
      .set({ nextAttemptAt: null })
      .where(and(isClaimed, eq(mails.nextAttemptAt, now + leaseMs)))
      .returning({ id: mails.id });
    if (!started) return true;
    const outcome = await this.#transport.deliver({
      id: mail.id,
      messageId: `<${createHash("sha256").update(mail.key).digest("hex").slice(0, 32)}@${messageIdHost}>`,
      to: mail.recipient,
      subject: mail.subject,
      text: fillLinkSecret(mail.text, mail.key),
      date: new Date(mail.createdAt),
    });
    if (outcome !== "sent") countMailFailure();
    if (outcome === "sent") {
      await db.update(mails).set({ sentAt: Date.now(), text: "" }).where(isClaimed);
      log.info(logFields, "mail sent");
    } else if (outcome === "later" && nextAttemptAt !== null) {
      await db.update(mails).set({ nextAttemptAt }).where(isClaimed);
    } else {
      log.error({ ...logFields, outcome }, "mail given up");
    }
    return true;
  }

  async #sweep(now = Date.now()): Promise<void> {
    if (this.#sweptAt > now - 60 * minuteMs) return;
    this.#sweptAt = now;
    await db.delete(mails).where(and(lt(mails.createdAt, now - retentionMs), isNull(mails.nextAttemptAt)));
  }

  /** Claims no more mails and waits for the one in progress. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await Promise.race([this.#running, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
    this.#transport.close();
  }
}

const globals = globalThis as { mailWorker?: MailWorker };

/** Starts the worker. After a hot reload it replaces the previous one. */
export function startMailQueue(): void {
  void globals.mailWorker?.stop(0);
  globals.mailWorker = new MailWorker();
  globals.mailWorker.run();
}

/** Stops the worker and waits for the mail in progress, at most `timeoutMs`. */
export async function stopMailQueue(timeoutMs = 1_500): Promise<void> {
  await globals.mailWorker?.stop(timeoutMs);
}

/** Has queued mails sent soon, after a random delay that reveals nothing about the request. */
export function wakeMailQueue(): void {
  setTimeout(() => globals.mailWorker?.run(), 100 + Math.random() * 600).unref();
}
