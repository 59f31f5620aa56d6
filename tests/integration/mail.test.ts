import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTest, limited } from "../support/integration.ts";
import { outbox } from "../support/outbox.ts";
import { newStore, startServer, type TestServer } from "../support/server.ts";
import { type SmtpServer, startSmtp } from "../support/smtp.ts";
import { clock, passTime, withStoppedClock } from "../support/time.ts";
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

/** Lets the server look for due mails, which it does every two seconds. */
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
/** The time during which a mail that is being sent belongs to one worker. */
const leaseMs = 300_000;
const secondsUntil = ({ clockOffsetMs }: TestServer, moment: number | null) =>
  Math.round(((moment ?? 0) - Date.now() - clockOffsetMs) / 1000);

describe("by SMTP", () => {
  let smtp: SmtpServer;
  let server: TestServer;
  const start = (storage: string) =>
    startServer({ SMTP_URL: smtp.url, MAIL_FROM: "Quadrant <hello@college.example>" }, storage, clock);
  const storage = newStore();
  beforeAll(async () => {
    smtp = await startSmtp();
    server = await start(storage);
  });
  beforeEach(() => {
    smtp.reactions.length = 0;
  });
  afterAll(async () => {
    await server.stop();
    await smtp.stop();
    rmSync(storage, { recursive: true });
  });

  test("twenty mails are sent once each", async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `crowd-${index}`);
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
    await withStoppedClock(server, async () => {
      const stoppedAt = Date.now() + server.clockOffsetMs;
      queue(server, "patience");
      makeDue(server, "patience");
      const delayAfter = async (attempts: number) => {
        await look(server);
        return waitUntil("it waits for the next attempt", () => {
          const now = row(server, "patience");
          const delayMs = now.nextAttemptAt === null ? leaseMs : now.nextAttemptAt - stoppedAt;
          return now.attempts === attempts && delayMs < leaseMs - 60_000 && delayMs;
        });
      };
      expect(await delayAfter(1)).toBeLessThanOrEqual(15_000);
      makeDue(server, "patience");
      expect(await delayAfter(2)).toBeGreaterThan(30_000);
      makeDue(server, "patience");
      expect(await waitUntilDone(server, "patience")).toMatchObject({
        attempts: 3,
        sentAt: expect.any(Number),
      });
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
    // Not even after its claim has expired: the next mail would arrive after it.
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

  test("a process that dies before the reply does not cause a second copy", async () => {
    smtp.reactions.push("accept and say nothing");
    queue(server, "cut-off");
    await look(server);
    await waitUntil("it is delivered", () => countCopies(smtp, "cut-off") === 1);
    await server.kill();
    server = await start(storage);
    queue(server, "after-the-end");
    await waitUntilDone(server, "after-the-end");
    expect(countCopies(smtp, "after-the-end")).toBe(1);
    expect(countCopies(smtp, "cut-off")).toBe(1);
  });

  test("a mail waits for an unreachable mail server, survives its process and is sent once", async () => {
    await smtp.stop();
    queue(server, "waiting");
    await look(server);
    const tried = () => row(server, "waiting");
    await waitUntil(
      "it has been tried",
      () => tried().attempts > 0 && secondsUntil(server, tried().nextAttemptAt) < 60,
    );
    expect(tried()).toMatchObject({ sentAt: null, nextAttemptAt: expect.any(Number) });
    await server.kill();

    smtp = await startSmtp(Number(new URL(smtp.url).port));
    server = await start(storage);
    makeDue(server, "waiting");
    expect(await waitUntilDone(server, "waiting")).toMatchObject({ sentAt: expect.any(Number) });
    expect(countCopies(smtp, "waiting")).toBe(1);
    expect(await server.stop()).toBe(0);
  });
});

createTest(limited, clock)("without a mail server each mail is a readable file", async ({ server }) => {
  const link = "https://a.very.long.address.example/with/a/path/that/goes/on/and/on?token=0123456789abcdef";
  queue(server, "asha", `Grüße, आशा.\n\n${link}`);
  await waitUntilDone(server, "asha");
  const [mail = "", ...more] = outbox(server);
  expect(more).toEqual([]);
  expect(mail).toContain("To: asha@college.example\n");
  expect(mail).toContain("Subject: About asha – ✓\n");
  expect(mail).toContain(`\n\nGrüße, आशा.\n\n${link}\n`);
});

test("mail files are deleted after 30 days, and those with one-time links after 14", async () => {
  const storage = newStore();
  const folder = joinPath(storage, "outbox");
  mkdirSync(folder);
  const put = (name: string, days: number) => {
    writeFileSync(joinPath(folder, name), "");
    utimesSync(joinPath(folder, name), 0, Date.now() / 1_000 - days * 86_400);
  };
  put("00000001.eml", 31);
  put("00000002.eml", 29);
  put("00000003-link.eml", 15);
  put("00000004-link.eml", 13);
  const server = await startServer({}, storage);
  await waitUntil("the old ones are gone", () =>
    ["00000001.eml", "00000003-link.eml"].every((name) => !existsSync(joinPath(folder, name))),
  );
  queue(server, "asha", "Choose a password: {token}");
  // A file has another name while it is written.
  await expect
    .poll(() => readdirSync(folder).sort())
    .toEqual(["00000001-link.eml", "00000002.eml", "00000004-link.eml"]);
  await server.stop();
  rmSync(storage, { recursive: true });
});
