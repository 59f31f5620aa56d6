import { mkdir, opendir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { createTransport, Transporter } from "nodemailer";
import { storageDir } from "#db/storage-dir.ts";
import { env } from "../env.server.ts";
import { log } from "../process/log.server.ts";
import { settings } from "../settings.server.ts";
import { dayMs } from "../time/durations.ts";

interface OutgoingMail {
  id: number;
  /** The same for every attempt, so that receivers can drop duplicates. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  unsubscribe?: string;
  /** Whether it contains a one-time link. */
  hasLink?: boolean;
  date: Date;
}

/** `unknown`: the connection was lost after the DATA command, before the server's reply. */
export type DeliveryOutcome = "sent" | "later" | "never" | "unknown";

interface Delivery {
  outcome: DeliveryOutcome;
  reason?: string;
}

export interface MailTransport {
  findProblem(): Promise<string | null>;
  deliver(mail: OutgoingMail): Promise<Delivery>;
  close(): void;
}

const findSender = () =>
  env.MAIL_FROM ??
  `"${settings.siteName.replace(/["\\]/g, "")}" <no-reply@${new URL(env.APP_URL ?? "http://localhost").hostname}>`;
export const messageIdHost = /@([^\s>]+)/.exec(findSender())?.[1] ?? "localhost";

export const createMailTransport = (): MailTransport =>
  env.SMTP_URL ? createSmtpTransport(env.SMTP_URL) : createOutboxTransport(outbox);

/** Requires encryption unless the URL allows plain text or the server is local. */
export function mailEncryption(url: string): "required" | "none" {
  const { protocol, hostname, username, password, searchParams } = new URL(url);
  if (protocol === "smtps:") return "required";
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname) && username + password === "";
  return isLocal || searchParams.get("ignoreTLS") === "true" ? "none" : "required";
}

function createSmtpTransport(url: string): MailTransport {
  const encryption = mailEncryption(url);
  const target = new URL(url);
  for (const name of ["ignoreTLS", "requireTLS"]) target.searchParams.delete(name);
  // If the connection is lost before the DATA command, nothing was sent.
  let hasStartedData = false;
  const watchCommands = (entry: { tnx?: string }, text: unknown) => {
    if (entry.tnx === "client" && String(text).trim() === "DATA") hasStartedData = true;
  };
  const ignore = () => {};
  const options = {
    url: target.href,
    requireTLS: encryption === "required",
    ignoreTLS: encryption === "none",
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    debug: true,
    logger: {
      level: ignore,
      trace: ignore,
      debug: watchCommands,
      info: ignore,
      warn: ignore,
      error: ignore,
      fatal: ignore,
    },
  } as Parameters<typeof createTransport>[0];
  // Loaded on demand: it takes 10 MB, and many servers write mails to a folder instead.
  let transport: Promise<Transporter> | undefined;
  const open = () => {
    transport ??= import("nodemailer").then((nodemailer) => nodemailer.createTransport(options));
    return transport;
  };
  return {
    async findProblem() {
      try {
        await (await open()).verify();
        return null;
      } catch (error) {
        const reason = (error as Error).message;
        log.warn({ reason }, "mail server is not ready");
        return reason;
      }
    },
    async deliver({ messageId, to, subject, text, html, unsubscribe, date }) {
      hasStartedData = false;
      try {
        await (await open()).sendMail({
          messageId,
          subject,
          text,
          html,
          date,
          from: findSender(),
          to: { name: "", address: to },
          headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(unsubscribe) },
        });
        return { outcome: "sent" };
      } catch (error) {
        const { responseCode, message: reason } = error as Error & { responseCode?: number };
        log.warn({ reason, responseCode }, "mail was not accepted");
        if (responseCode !== undefined) return { outcome: responseCode >= 500 ? "never" : "later", reason };
        return { outcome: hasStartedData ? "unknown" : "later", reason };
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

const unsubscribeHeaders = (address: string | undefined): Record<string, string> =>
  address === undefined
    ? {}
    : { "List-Unsubscribe": `<${address}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };

const outbox = join(storageDir, "outbox");
const linkLetter = "-link.eml";
const retentionMs = 30 * dayMs;
/** The longest lifetime of a one-time link, which is an invitation's. */
const linkRetentionMs = 14 * dayMs;

/** Deletes letters after 30 days, or after 14 if they contain a one-time link, which has then expired. */
export async function deleteOldLetters(now = Date.now()): Promise<void> {
  for await (const { name } of (await opendir(outbox).catch(() => null)) ?? []) {
    const file = join(outbox, name);
    const { mtimeMs } = (await stat(file).catch(() => null)) ?? { mtimeMs: now };
    const keptMs = name.endsWith(linkLetter) ? linkRetentionMs : retentionMs;
    if (mtimeMs < now - keptMs) await rm(file, { force: true });
  }
}

function createOutboxTransport(folder: string): MailTransport {
  const line = (text: string) => text.replace(/\s+/g, " ");
  return {
    findProblem: async () => null,
    async deliver({ id, messageId, to, subject, text, html, unsubscribe, hasLink, date }) {
      const boundary = `part-${messageId.slice(1, 33)}`;
      const part = (type: string, body: string) =>
        `Content-Type: text/${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${body}\n`;
      const file = join(folder, `${String(id).padStart(8, "0")}${hasLink ? linkLetter : ".eml"}`);
      const content = [
        `From: ${line(findSender())}`,
        `To: ${line(to)}`,
        `Subject: ${line(subject)}`,
        `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
        `Message-ID: ${messageId}`,
        "Auto-Submitted: auto-generated",
        ...Object.entries(unsubscribeHeaders(unsubscribe)).map(([name, value]) => `${name}: ${value}`),
        "MIME-Version: 1.0",
        html === undefined
          ? part("plain", text)
          : [
              `Content-Type: multipart/alternative; boundary="${boundary}"`,
              "",
              `--${boundary}`,
              part("plain", text),
              `--${boundary}`,
              part("html", html),
              `--${boundary}--`,
              "",
            ].join("\n"),
      ].join("\n");
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(`${file}.part`, content, { mode: 0o600 });
        await rename(`${file}.part`, file);
        return { outcome: "sent" };
      } catch (error) {
        log.error({ err: error }, "mail could not be written");
        return { outcome: "later", reason: "The folder outbox/ cannot be written" };
      }
    },
    close() {},
  };
}
