import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outbox } from "../support/outbox.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { type SmtpServer, startSmtp } from "../support/smtp.ts";
import { clock, passTime } from "../support/time.ts";
import { waitUntil } from "../support/wait-until.ts";

/** Queues a mail as another process of the product does. */
function queue(server: TestServer, key: string, text = "Hello.", createdAt = Date.now()): void {
  server
    .database()
    .prepare(
      "insert into mails (key, recipient, subject, text, created_at, next_attempt_at) values (?, ?, ?, ?, ?, ?)",
    )
    .run(key, `${key}@college.example`, `About ${key} – ✓`, text, createdAt, Date.now());
}

/** Lets the server look for mails, which it does every two seconds. */
const look = (server: TestServer) => passTime(server, 2_000);

interface Row {
  id: number;
  attempts: number;
  nextAttemptAt: number | null;
  sentAt: number | null;
  text: string;
}
function row(server: TestServer, key: string): Row {
  return server
    .database()
    .prepare(
      "select id, attempts, next_attempt_at as nextAttemptAt, sent_at as sentAt, text from mails where key = ?",
    )
    .get(key) as Row;
}
const makeDue = (server: TestServer, key: string) =>
  server.database().prepare("update mails set next_attempt_at = 1 where key = ?").run(key);
/** Waits until a mail is sent or given up. */
async function waitUntilDone(server: TestServer, key: string): Promise<Row> {
  await look(server);
  const line = new RegExp(`"mail":${row(server, key).id},.*"mail (sent|given up)"`);
  await waitUntil("the mail is settled", () => line.test(server.logged()));
  return row(server, key);
}
const countCopies = (smtp: SmtpServer, key: string) =>
  smtp.delivered.filter(({ to }) => to === `${key}@college.example`).length;
const secondsUntil = ({ clockOffsetMs }: TestServer, moment: number | null) =>
  Math.round(((moment ?? 0) - Date.now() - clockOffsetMs) / 1000);

describe("by SMTP", () => {
  let smtp: SmtpServer;
  let server: TestServer;
  beforeAll(async () => {
    smtp = await startSmtp();
    const settings = { SMTP_URL: smtp.url, MAIL_FROM: "Quadrant <hello@college.example>" };
    server = await startServer(settings, undefined, clock);
  });
  beforeEach(() => {
    smtp.reactions.length = 0;
  });
  afterAll(async () => {
    await server.stop();
    await smtp.stop();
  });

  test("forty mails are sent once each", async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `crowd-${index}`);
    for (const key of keys) queue(server, key);
    for (const key of keys) await waitUntilDone(server, key);
    expect(keys.map((key) => countCopies(smtp, key))).toEqual(keys.map(() => 1));
    const [first] = smtp.delivered;
    expect(first?.headers).toMatch(/^From: Quadrant <hello@college\.example>$/m);
    expect(first?.headers).toMatch(/^Message-ID: <[0-9a-f]{32}@college\.example>$/m);
    expect(row(server, "crowd-0")).toMatchObject({ attempts: 1, text: "", sentAt: expect.any(Number) });
  });

  test("a temporarily refused mail is retried with growing delays and arrives once", async () => {
    smtp.reactions.push("451 not now", "451 not now");
    queue(server, "patience");
    const tried = async (attempts: number) => {
      await look(server);
      return waitUntil("it waits for the next attempt", () => {
        const now = row(server, "patience");
        const wait = secondsUntil(server, now.nextAttemptAt);
        return now.attempts === attempts && wait > 0 && wait < 200 && now;
      });
    };
    const first = await tried(1);
    expect(secondsUntil(server, first.nextAttemptAt)).toBeLessThanOrEqual(15);
    makeDue(server, "patience");
    const second = await tried(2);
    expect(secondsUntil(server, second.nextAttemptAt)).toBeGreaterThan(30);
    makeDue(server, "patience");
    expect(await waitUntilDone(server, "patience")).toMatchObject({
      attempts: 3,
      sentAt: expect.any(Number),
    });
    expect(countCopies(smtp, "patience")).toBe(1);
  });

  test("a permanently refused mail is not retried", async () => {
    smtp.reactions.push("550 no such person");
    queue(server, "nobody");
    expect(await waitUntilDone(server, "nobody")).toMatchObject({ attempts: 1, sentAt: null });
  });

  test("a mail whose reply was lost is not sent twice", async () => {
    smtp.reactions.push("accept and hang up");
    queue(server, "lost-answer");
    expect(await waitUntilDone(server, "lost-answer")).toMatchObject({ attempts: 1, sentAt: null });
    // Not when its claim is over either: the next mail would come after it.
    await passTime(server, 10 * 60_000);
    queue(server, "after-it");
    await waitUntilDone(server, "after-it");
    expect(countCopies(smtp, "lost-answer")).toBe(1);
  });

  test("a mail that is refused for three days is given up", async () => {
    smtp.reactions.push("451 not now");
    queue(server, "the-end", "Hello.", Date.now() - 3 * 86_400_000);
    expect(await waitUntilDone(server, "the-end")).toMatchObject({ attempts: 1, sentAt: null });
  });
});

test("a mail waits for an unreachable mail server, survives its process and is sent once", async () => {
  const away = await startSmtp();
  const { url } = away;
  await away.stop();
  const first = await startServer({ SMTP_URL: url }, undefined, clock);
  queue(first, "waiting");
  await look(first);
  await waitUntil(
    "it has been tried",
    () => row(first, "waiting").attempts > 0 && secondsUntil(first, row(first, "waiting").nextAttemptAt) < 60,
  );
  expect(row(first, "waiting")).toMatchObject({ sentAt: null, nextAttemptAt: expect.any(Number) });
  await first.kill();

  const back = await startSmtp(Number(new URL(url).port));
  const second = await startServer({ SMTP_URL: url }, first.storage, clock);
  makeDue(second, "waiting");
  expect(await waitUntilDone(second, "waiting")).toMatchObject({ sentAt: expect.any(Number) });
  expect(countCopies(back, "waiting")).toBe(1);
  expect(await second.stop()).toBe(0);
  await back.stop();
  await first.stop();
});

test("a process that dies before the reply does not cause a second copy", async () => {
  const smtp = await startSmtp();
  const settings = { SMTP_URL: smtp.url };
  const first = await startServer(settings, undefined, clock);
  smtp.reactions.push("accept and say nothing");
  queue(first, "cut-off");
  await look(first);
  await waitUntil("it is delivered", () => countCopies(smtp, "cut-off") === 1);
  await first.kill();
  const second = await startServer(settings, first.storage, clock);
  queue(second, "after-it");
  await waitUntilDone(second, "after-it");
  expect(countCopies(smtp, "after-it")).toBe(1);
  expect(countCopies(smtp, "cut-off")).toBe(1);
  await second.stop();
  await first.stop();
  await smtp.stop();
});

test("without a mail server each mail is a readable file", async () => {
  const server = await startServer({}, undefined, clock);
  const link = "https://a.very.long.address.example/with/a/path/that/goes/on/and/on?token=0123456789abcdef";
  queue(server, "asha", `Grüße, आशा.\n\n${link}`);
  await waitUntilDone(server, "asha");
  const [mail = "", ...more] = outbox(server);
  expect(more).toEqual([]);
  expect(mail).toContain("To: asha@college.example\n");
  expect(mail).toContain("Subject: About asha – ✓\n");
  expect(mail).toContain(`\n\nGrüße, आशा.\n\n${link}\n`);
  expect(await server.stop()).toBe(0);
});
