import { createHash } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { db, mails } from "#db/index.ts";
import { log } from "../log.server.ts";
import { fillLinkSecret } from "./link.server.ts";
import { createMailTransport, type MailTransport, messageIdHost } from "./transport.server.ts";

// What is to be sent stands in the table `mails`; one worker in each process takes from it. A mail is claimed in one
// statement, so two workers never take the same one: `docs/mail.md`.

const minuteMs = 60_000;
/** A mail is tried this often, the second time after 15 s, then each time four times later, up to four hours. */
const maxAttempts = 8;
const retryDelayMs = (attempts: number) => Math.min(240 * minuteMs, 15_000 * 4 ** (attempts - 1));
/** A claimed mail is free again after this time, in case its worker died before it began to send. */
const leaseMs = 5 * minuteMs;
/** How often a worker looks for what other processes queued and what is due again. */
const pollIntervalMs = 2_000;
/** How long the queue remembers what it has done with a mail. */
const retentionMs = 30 * 24 * 60 * minuteMs;

/** The statement that queues a mail. The same `key` is queued once, however often it is asked for. */
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

/** The worker of this process. */
class MailWorker {
  #mailer: MailTransport = createMailTransport();
  #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #sweptAt = 0;

  constructor() {
    this.#timer = setInterval(() => this.run(), pollIntervalMs).unref();
  }

  run(): void {
    this.#again = true;
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
  }

  async #work(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        await this.#sweep();
        while (!this.#stopped && (await this.#sendNext()));
      }
    } catch (error) {
      log.error({ err: error }, "mail queue failed");
    }
  }

  /** Answers whether it is worth going on to the next one at once. */
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
    const mine = and(eq(mails.id, mail.id), eq(mails.attempts, mail.attempts));
    const later = mail.attempts < maxAttempts ? now + retryDelayMs(mail.attempts) : null;
    const about = { mail: mail.id, attempt: mail.attempts };

    if (!(await this.#mailer.isReady())) {
      await db.update(mails).set({ nextAttemptAt: later }).where(mine);
      if (later === null) log.error(about, "mail given up");
      // The next one would find it no readier.
      return false;
    }
    // From here on nobody else may take it, even if this process dies: a mail is rather lost than sent twice.
    const [begun] = await db
      .update(mails)
      .set({ nextAttemptAt: null })
      .where(and(mine, eq(mails.nextAttemptAt, now + leaseMs)))
      .returning({ id: mails.id });
    if (!begun) return true;
    const outcome = await this.#mailer.deliver({
      id: mail.id,
      messageId: `<${createHash("sha256").update(mail.key).digest("hex").slice(0, 32)}@${messageIdHost}>`,
      to: mail.recipient,
      subject: mail.subject,
      text: fillLinkSecret(mail.text, mail.key),
      date: new Date(mail.createdAt),
    });
    if (outcome === "sent") {
      await db.update(mails).set({ sentAt: Date.now(), text: "" }).where(mine);
      log.info(about, "mail sent");
    } else if (outcome === "later" && later !== null) {
      await db.update(mails).set({ nextAttemptAt: later }).where(mine);
    } else {
      log.error({ ...about, outcome }, "mail given up");
    }
    return true;
  }

  async #sweep(now = Date.now()): Promise<void> {
    if (this.#sweptAt > now - 60 * minuteMs) return;
    this.#sweptAt = now;
    await db.delete(mails).where(and(lt(mails.createdAt, now - retentionMs), isNull(mails.nextAttemptAt)));
  }

  /** Takes no further mail and waits a moment for the one under way. */
  async stop(patience: number): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await Promise.race([this.#running, new Promise((resolve) => setTimeout(resolve, patience).unref())]);
    this.#mailer.close();
  }
}

const kept = globalThis as { quadrantMails?: MailWorker };

/** Begins to send what is queued. A hot reload replaces the worker before it. */
export function startMailQueue(): void {
  void kept.quadrantMails?.stop(0);
  kept.quadrantMails = new MailWorker();
  kept.quadrantMails.run();
}

/** Ends sending: at most `patience` milliseconds later no mail is under way. */
export async function stopMailQueue(patience = 1_500): Promise<void> {
  await kept.quadrantMails?.stop(patience);
}

/** Says that something was queued. It is sent a moment later, at a time that tells nothing about the request. */
export function wakeMailQueue(): void {
  setTimeout(() => kept.quadrantMails?.run(), 100 + Math.random() * 600).unref();
}
