import type { TestServer } from "./server.ts";
import type { Delivered } from "./smtp.ts";
import { passTime } from "./time.ts";
import { waitUntil } from "./wait-until.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** @returns server settings for mails to a local mail server, with the clock at this time */
export const mailSettings = (smtp: { url: string }, now: number) => ({
  RATE_LIMITS: "off",
  SMTP_URL: smtp.url,
  TIME_ZONE: "Europe/Berlin",
  APP_URL: "http://community.example",
  CLOCK: String(now),
});
/** The headers that a browser sends with a form of such a server. */
export const ownOrigin = { Origin: "http://community.example" };

export const settingsPath = "/api/users/me/notice-settings";

export const subjectOf = ({ headers }: Delivered) =>
  decodeWords(/^Subject: (.*(?:\n .*)*)/m.exec(headers)?.[1] ?? "");

/** Decodes the encoded words of a header (RFC 2047). @returns the text */
const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, words: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(words, "base64").toString()
        : Buffer.from(
            words
              .replaceAll("_", " ")
              .replace(/=([0-9A-F]{2})/gi, (__, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            "latin1",
          ).toString(),
    );

/** @returns the path of the mail's link that stops its kind of notice */
export const stopPathOf = (mail: Delivered) => /\/notices\/stop\?\S+/.exec(mail.text)?.[0] ?? "";

let looks = 0;

/** Waits until the server has looked for notices to mail, using a notice of a past event, which is never mailed. */
async function haveNoticesRead(server: TestServer): Promise<void> {
  const database = server.database();
  const now = Date.now() + server.clockOffsetMs;
  const subject = `look ${++looks}`;
  database
    .prepare(
      `insert into notices (user_id, kind, subject, facts, url, at, mail_at)
       select min(id), 'event-changed', ?, '{"until":1}', '/', ?, ? from users`,
    )
    .run(subject, now, now);
  await passTime(server, 2_000);
  const due = database.prepare("select mail_at from notices where subject = ?").pluck();
  await waitUntil("the server looks for notices", () => due.get(subject) === null);
  database.prepare("delete from notices where subject = ?").run(subject);
}

/** Makes the server check for due notices, and waits until no notice, digest or mail is due or being sent. */
export async function settle(server: TestServer): Promise<void> {
  // The first look may make further mail due, such as a digest.
  await haveNoticesRead(server);
  await haveNoticesRead(server);
  const database = server.database();
  const due = database
    .prepare(
      `select (select count(*) from notices where mail_at <= @now)
         + (select count(*) from mails where sent_at is null and (next_attempt_at < @now + 300000
           or next_attempt_at is null and failure is null and text <> ''))`,
    )
    .pluck();
  await waitUntil("nothing is due", () => due.get({ now: Date.now() + server.clockOffsetMs }) === 0);
}
