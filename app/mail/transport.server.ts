import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { storageDir } from "#db/storage-dir.ts";
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";

/** A mail as it leaves: plain text, to one person. */
export interface OutgoingMail {
  id: number;
  /** The same at every attempt: receivers drop a second copy by it. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  date: Date;
}

/**
 * What became of a mail: it was taken, it may be tried again, it will never be taken, or nobody knows, because the
 * connection was lost between the last word and the answer.
 */
export type DeliveryOutcome = "sent" | "later" | "never" | "unknown";

/** How mails leave. `ready` says whether it is worth trying; nothing has been sent by then. */
export interface MailTransport {
  isReady(): Promise<boolean>;
  deliver(letter: OutgoingMail): Promise<DeliveryOutcome>;
  close(): void;
}

const sender =
  env.MAIL_FROM ??
  `"${env.SITE_NAME.replace(/["\\]/g, "")}" <no-reply@${new URL(env.APP_URL ?? "http://localhost").hostname}>`;
/** The host that message ids are made under. */
export const messageIdHost = /@([^\s>]+)/.exec(sender)?.[1] ?? "localhost";

/** By SMTP where `SMTP_URL` says so, otherwise as files that a person can read. */
export const createMailTransport = (): MailTransport =>
  env.SMTP_URL ? createSmtpTransport(env.SMTP_URL) : createOutboxTransport(join(storageDir, "outbox"));

function createSmtpTransport(url: string): MailTransport {
  // Whether the message itself was begun: before that, a lost connection has sent nothing.
  let begun = false;
  const watch = (entry: { tnx?: string }, text: unknown) => {
    if (entry.tnx === "client" && String(text).trim() === "DATA") begun = true;
  };
  const silent = () => {};
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    debug: true,
    logger: {
      level: silent,
      trace: silent,
      debug: watch,
      info: silent,
      warn: silent,
      error: silent,
      fatal: silent,
    },
  } as Parameters<typeof createTransport>[0]);
  return {
    async isReady() {
      try {
        await transport.verify();
        return true;
      } catch (error) {
        log.warn({ reason: (error as Error).message }, "mail server is not ready");
        return false;
      }
    },
    async deliver({ messageId, to, subject, text, date }) {
      begun = false;
      try {
        await transport.sendMail({
          messageId,
          subject,
          text,
          date,
          from: sender,
          to: { name: "", address: to },
          // Nobody's holiday notice shall answer.
          headers: { "Auto-Submitted": "auto-generated" },
        });
        return "sent";
      } catch (error) {
        const { responseCode, message: reason } = error as Error & { responseCode?: number };
        log.warn({ reason, responseCode }, "mail was not taken");
        if (responseCode !== undefined) return responseCode >= 500 ? "never" : "later";
        return begun ? "unknown" : "later";
      }
    },
    close: () => transport.close(),
  };
}

/** One `.eml` file a mail, unencoded, so that it can be read without a mail program. A repetition makes the same file. */
function createOutboxTransport(folder: string): MailTransport {
  const line = (text: string) => text.replace(/\s+/g, " ");
  return {
    isReady: async () => true,
    async deliver({ id, messageId, to, subject, text, date }) {
      const file = join(folder, `${String(id).padStart(8, "0")}.eml`);
      const content = [
        `From: ${line(sender)}`,
        `To: ${line(to)}`,
        `Subject: ${line(subject)}`,
        `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
        `Message-ID: ${messageId}`,
        "Auto-Submitted: auto-generated",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        "",
        text,
        "",
      ].join("\n");
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(`${file}.part`, content, { mode: 0o600 });
        await rename(`${file}.part`, file);
        return "sent";
      } catch (error) {
        log.error({ err: error }, "mail could not be written");
        return "later";
      }
    },
    close() {},
  };
}
