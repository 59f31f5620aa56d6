import { resolve } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { measure, slowness, startMeasuring } from "../support/measure.ts";
import { sized } from "../support/nightly.ts";
import { mailSettings } from "../support/notices.ts";
import { join } from "../support/people.ts";
import { ask, comment } from "../support/questions.ts";
import { startServer } from "../support/server.ts";
import { startSmtp } from "../support/smtp.ts";
import { clock, passTime, setClock } from "../support/time.ts";
import { waitUntil } from "../support/wait-until.ts";

/** A turn in which nobody else gets an answer: 50 ms, or as much longer as this machine is slower. */
const maxTurnMs = 50 * slowness();
/** Told one after the other, some in each turn. */
const followers = sized(4_000, 40_000);
/** 7:50 in Berlin; the hour of the digest is 8. */
const morning = Date.parse("2026-03-25T06:50:00Z");

const smtp = await startSmtp();
const server = await startServer(
  { ...mailSettings(smtp, morning), SMTP_URL: "" },
  undefined,
  resolve("tests/support/clock-and-measure.ts"),
);
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const database = server.database();
const numbers = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
/** Members who are found again by the beginning of their address. */
function addMembers(name: string, count: number): void {
  database.exec(`${numbers(count)} insert into users (email, email_confirmed_at, password_hash, first_name, last_name, name,
      phone, batch_year, skills, created_at)
    select '${name}' || i || '@many.example', 1, '', 'Rohan', 'Pillai', 'Rohan Pillai',
      '+91 9876543210', 2026, '', 1 from n`);
}
const count = (query: string) => database.prepare(`select count(*) from ${query}`).pluck().get() as number;

const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];

beforeEach(() => setClock(server, morning));

/** A row for each member of a name. */
const addOfEach = (name: string, table: string, columns: string, values: string, from = "users") =>
  database.exec(
    `insert into ${table} (${columns}) select ${values} from ${from} where email like '${name}%'`,
  );
/** The longest turn from an act on, until all of a name are told of it once. */
async function longestTelling(kind: string, name: string, receivers: number, act: () => Promise<unknown>) {
  startMeasuring(server);
  await act();
  await passTime(server, 2_000);
  await waitUntil("all are told", () => count(`notices where kind = '${kind}'`) >= receivers);
  await waitUntil("nobody is left", () => count("fan_outs") === 0);
  const { longestBusyMs } = await measure(server);
  const toldOnce = count(`notices join users on users.id = user_id
    where kind = '${kind}' and notices.count = 1 and email like '${name}%'`);
  expect(toldOnce).toBe(receivers);
  return longestBusyMs;
}
test(`a comment on a question with ${followers / 2} followers`, async () => {
  const { id } = await ask(rohan);
  addMembers("follower", followers);
  const half = `(select * from users where email like 'follower%' limit ${followers / 2}) as users`;
  addOfEach("follower", "question_follows", "question_id, user_id", `${id}, users.id`, half);
  const turn = await longestTelling("question-commented", "follower", followers / 2, () =>
    comment(asha, `questions/${id}`),
  );
  expect(turn).toBeLessThan(maxTurnMs);
  const remark = database.prepare("select max(id) from comments").pluck().get();
  startMeasuring(server);
  expect((await asha.call("DELETE", `/api/comments/${remark}`)).status).toBe(204);
  await waitUntil("all are taken back", () => count("notices where kind = 'question-commented'") === 0);
  expect((await measure(server)).longestBusyMs).toBeLessThan(maxTurnMs);
});

test(`of ${followers} followers each is told once, though the server ends meanwhile`, {}, async () => {
  const { id } = await ask(rohan);
  addOfEach("follower", "question_follows", "question_id, user_id", `${id}, users.id`);
  startMeasuring(server);
  await comment(asha, `questions/${id}`);
  expect((await measure(server)).longestBusyMs).toBeLessThan(maxTurnMs);
  await server.kill();
  const told = `notices where kind = 'question-commented' and subject = '${id}'`;
  expect(count(told)).toBeLessThan(followers);
  expect(count("fan_outs")).toBeGreaterThan(0);
  const now = String(Date.now() + server.clockOffsetMs);
  const again = await startServer({ RATE_LIMITS: "off", CLOCK: now }, server.storage, clock);
  await waitUntil("nobody is left", () => count("fan_outs") === 0);
  expect([count(told), count(`${told} and count = 1`)]).toEqual([followers + 1, followers + 1]);
  await again.stop();
});
