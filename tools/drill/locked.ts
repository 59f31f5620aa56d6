import { measure, measuring, startMeasuring } from "../../tests/support/measure.ts";
import { sendTo } from "../../tests/support/messages.ts";
import { join, type Member, password } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { Visitor } from "../../tests/support/visitor.ts";
import { Findings, type Outcome, wait } from "./outcome.ts";
import { findDamage, Traffic, writes } from "./traffic.ts";

export const maxTurnMs = 250;
/** Longer than a write waits. */
const longMs = 7_000;
const shortMs = 500;

/**
 * Another program holds the database's write lock for half a second, during which writes wait, and for seven seconds,
 * when they are refused. Reads must not be affected.
 */
export async function drillLocked(rounds: number): Promise<Outcome> {
  const findings = new Findings();
  const server = await startServer({ RATE_LIMITS: "off" }, undefined, measuring);
  let calmestMs = Number.POSITIVE_INFINITY;
  try {
    const members: [Member, Member] = [await join(server, "asha"), await join(server, "rohan")];
    const browser = new Visitor(server.url);
    await browser.post("/login", { email: members[0].email, password });
    const traffic = new Traffic(...members);
    await traffic.write("message");
    for (let round = 0; round < rounds; round++) {
      startMeasuring(server);
      await whileLocked(server, shortMs, findings, browser, async () => {
        const answers = await Promise.all(writes.map((kind) => traffic.write(kind)));
        for (const answer of answers) findings.expectStatus("a write", answer, 200, 201);
      });
      await whileLocked(server, longMs, findings, browser, async () => {
        const [one, other] = members;
        const form = browser.post("/feedback", feedback);
        const answers = await Promise.all([
          traffic.write("job"),
          traffic.write("event"),
          traffic.write("line"),
          traffic.write("resource"),
          ...Array.from({ length: 100 }, (_, n) => sendTo(one, other.id, `Not kept ${round} ${n}`)),
        ]);
        for (const answer of answers) {
          findings.expectStatus("a write", answer, 503);
          findings.expect(
            answer.headers.has("Retry-After"),
            "a refused write does not say when to come back",
          );
        }
        findings.expectStatus("a form", await form, 503);
        findings.expect(
          (await form).text.includes(feedback.text),
          "a refused form does not keep what was typed",
        );
      });
      findings.expectStatus("a write after the lock", await traffic.write("message"), 201);
      // A busy disk may also block the event loop, but not in every round, as a lock would.
      calmestMs = Math.min(calmestMs, (await measure(server)).longestMs);
    }
    findings.lost.push(...(await findDamage(server)), ...traffic.findLost(server));
    findings.expectWithin(maxTurnMs, calmestMs, "a turn of the event loop");
    return {
      tried: `another program holds the write lock for ${shortMs / 1_000} and ${longMs / 1_000} s, ${rounds} times`,
      ...findings,
      figures: `longest turn of the event loop in the calmest round ${Math.round(calmestMs)} ms`,
    };
  } finally {
    await server.stop();
  }
}

const feedback = { name: "", text: "The lamp in the hall flickers." };
const pages = [
  "/",
  "/jobs",
  "/messages",
  "/anonymous-post",
  "/resources",
  "/events",
  "/qa-threads",
  "/profile",
];

/** Holds the lock while pages are read and something is written. */
async function whileLocked(
  server: TestServer,
  ms: number,
  findings: Findings,
  browser: Visitor,
  write: () => Promise<void>,
): Promise<void> {
  const database = server.database();
  database.exec("begin immediate");
  const written = write();
  const read = (async () => {
    for (const path of pages)
      findings.expectStatus(
        `reading ${path} while the database was locked`,
        await browser.get(path),
        200,
        303,
      );
  })();
  // On a busy machine writes arrive late and must still wait for the full time. The long lock ends after the last page,
  // so a read that waited for it would be refused.
  await Promise.all([wait(ms), ms > shortMs && Promise.all([read, written])]);
  database.exec("rollback");
  await Promise.all([read, written]);
}
