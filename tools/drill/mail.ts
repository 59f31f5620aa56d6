import { join, type PersonName, people } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { startSmtp } from "../../tests/support/smtp.ts";
import { clock, setClock } from "../../tests/support/time.ts";
import { Visitor } from "../../tests/support/visitor.ts";
import { waitUntil } from "../../tests/support/wait-until.ts";
import { Findings, type Outcome, wait } from "./outcome.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface Row {
  attempts: number;
  nextAttemptAt: number;
}

/**
 * The mail server is down for a day. Mails must wait with growing pauses, survive a restart, and arrive once.
 * @param names whose mails wait: each makes the drill longer
 * @param leapMs the minimum leap of the clock once the pauses have grown to an hour
 */
export async function drillMail(names: PersonName[], leapMs = 0): Promise<Outcome> {
  const findings = new Findings();
  const away = await startSmtp();
  const { url } = away;
  await away.stop();
  const began = Date.now();
  const settings = { RATE_LIMITS: "off", SMTP_URL: url, CLOCK: String(began) };
  let server = await startServer(settings, undefined, clock);
  const first = server;
  try {
    for (const name of names) {
      await join(server, name);
      await new Visitor(server.url).post("/forgot-password", { email: people[name].email });
    }
    let pauses: number[] = [];
    for (let attempts = 1, now = began; now < began + 24 * hourMs; attempts++) {
      const rows = await waitForAttempt(server, names.length, attempts);
      findings.expect(
        rows.length === names.length && rows.every((row) => row.attempts === attempts),
        `after attempt ${attempts}: ${JSON.stringify(rows)}`,
      );
      now = Math.max(...rows.map(({ nextAttemptAt }) => nextAttemptAt));
      pauses = [...pauses, now - began - pauses.reduce((sum, pause) => sum + pause, 0)];
      if (attempts >= 5) now += leapMs;
      await setClock(server, now);
    }
    findings.expect(
      pauses.slice(0, 5).every((pause, n) => pause > (pauses[n - 1] ?? 0)),
      `the pauses do not grow: ${pauses.map((pause) => Math.round(pause / 1000)).join(", ")} s`,
    );

    const afterADay = began + 25 * hourMs;
    await server.kill();
    const back = await startSmtp(Number(new URL(url).port));
    server = await startServer({ ...settings, CLOCK: String(afterADay) }, first.storage, clock);
    await setClock(server, afterADay + hourMs);
    await waitUntil("all mails arrive", () => back.delivered.length >= names.length, 20_000).catch(() => {});
    await setClock(server, afterADay + 24 * hourMs);
    await wait(3_000);
    for (const name of names) {
      const copies = back.delivered.filter(({ to }) => to === people[name].email).length;
      findings.expect(copies === 1, `the mail to ${name} arrived ${copies} times`);
    }
    await back.stop();
    return {
      tried: `the mail server is away for a day, ${names.length} mails wait`,
      ...findings,
      figures: `${pauses.length} attempts each`,
    };
  } finally {
    if (server !== first) await server.stop();
    await first.stop();
  }
}

/** Waits until each mail was tried this often and is waiting again. Returns the mails. */
async function waitForAttempt(server: TestServer, count: number, attempts: number): Promise<Row[]> {
  const countLines = () => server.logged().split("mail server is not ready").length - 1;
  await waitUntil(`attempt ${attempts}`, () => countLines() >= count * attempts, 30_000);
  // The server logs the line just before it stores the row.
  await wait(200);
  const database = server.database();
  const rows = database
    .prepare("select attempts, next_attempt_at as nextAttemptAt from mails where next_attempt_at is not null")
    .all() as Row[];
  database.close();
  return rows;
}
