import { beforeAll, expect, test } from "vitest";
import { areaNames } from "../../app/platform/areas.ts";
import { createTest, shareServer } from "../support/integration.ts";
import { browse, event, job, join, type Member, makeAdmin } from "../support/people.ts";
import { answer, ask } from "../support/questions.ts";
import { clock, dayIn, endLimits } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer({ RATE_LIMITS: "off", TIME_ZONE: "Asia/Kolkata" }, clock);
let asha: Member;
let member: Visitor;
const guest = new Visitor(server.url);
const database = server.database();
const addresses = ["/this-week", "/this-week.atom", "/this-week.txt"] as const;

beforeAll(async () => {
  asha = await join(server, "asha");
  member = browse(server, asha);
});

/** When a day begins in Kolkata, which has no summer time. */
const startOf = (days: number) => Date.parse(`${dayIn(days)}T00:00:00+05:30`);
/** A guest's copy is up to a second old, so its interval is reset first. */
async function read(path: string, visitor = guest) {
  await endLimits(server);
  return visitor.get(path);
}
async function makeEvent(title: string, startsAt: number) {
  const more = { title, onlineUrl: "https://meet.example/secret-room" };
  const made = await asha.call("POST", "/api/events", { ...event, ...more });
  expect(made.status).toBe(201);
  database.prepare("update events set starts_at = ? where title = ?").run(startsAt, title);
}
async function makeJob(title: string, postedAt: number, set = "deadline = '2099-12-31'") {
  const made = await asha.call("POST", "/api/jobs", { ...job, title });
  expect(made.status).toBe(201);
  database.prepare(`update jobs set posted_at = ?, ${set} where title = ?`).run(postedAt, title);
}

test("a quiet week says so, in all three forms", async () => {
  for (const path of addresses) expect((await read(path)).status).toBe(200);
  expect((await read("/this-week")).text).toContain("Nothing new this week");
  expect((await read("/this-week.txt")).text).toContain("Nothing new this week.");
});

test("the week has events of the coming seven days and jobs and notes of the past seven, by days in the time zone", async () => {
  await makeEvent("Event at the end", startOf(8) - 1);
  await makeEvent("Event too late", startOf(8));
  await makeEvent("Event just over", Date.now() - 1000);
  await makeJob("Job at the start", startOf(-7));
  await makeJob("Job too old", startOf(-7) - 1);
  await makeJob("Job closed", Date.now(), "closed_at = 1");
  await makeJob("Job past its deadline", Date.now(), "deadline = '2020-01-01'");
  for (const [title, createdAt] of [
    ["Note too old", startOf(-7) - 1],
    ["Note at the start", startOf(-7)],
  ] as const) {
    const shared = await share(asha, { name: `${title}.txt`, bytes: Buffer.from(title) }, { title });
    expect(shared.status).toBe(201);
    database.prepare("update resources set created_at = ? where title = ?").run(createdAt, title);
  }
  for (const path of addresses) {
    const { text } = await read(path);
    for (const title of ["Event at the end", "Job at the start", "Note at the start"])
      expect(text, path).toContain(title);
    expect(text, path).not.toMatch(/too late|too old|just over|Job closed|past its deadline/);
  }
});

test("feed, text and WhatsApp link are the same for members, without names, online addresses and members' questions", async () => {
  const asked = await ask(asha, { title: "Where is the wind tunnel?" });
  const answered = await ask(asha, { title: "Where is the library?" });
  await answer(asha, answered.id);
  const page = await read("/this-week", member);
  expect(page.text).toContain(`href="/questions/${asked.id}/`);
  expect(page.text).not.toContain("Where is the library?");
  for (const path of ["/this-week.atom", "/this-week.txt"] as const)
    expect((await read(path, member)).text).toBe((await read(path)).text);
  const messageIn = (html: string) =>
    decodeURIComponent(/wa\.me\/\?text=([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "");
  const guests = await read("/this-week");
  expect(messageIn(page.text)).toBe(messageIn(guests.text));
  expect(`${messageIn(guests.text)}\n`).toBe((await read("/this-week.txt")).text);
  for (const path of addresses) {
    const { text } = await read(path);
    expect(text).not.toMatch(/Verma|meet\.example|wind tunnel/);
  }
  expect(page.text).not.toContain("meet.example");
  const { headers } = await read("/this-week.txt");
  expect(headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
});

test("a section shows at most ten items and links to the rest", async () => {
  for (let n = 0; n < 12; n++) await makeJob(`Opening number ${n};`, Date.now() - n * 1000);
  const { text } = await read("/this-week.txt");
  expect(text.match(/Opening number \d+;/g)).toHaveLength(10);
  expect(text).toContain("Opening number 0;");
  expect(text).not.toContain("Opening number 11;");
  expect(text).toMatch(/- More: http\S+\/jobs\n/);
  expect((await read("/this-week")).text).toContain("All jobs");
});

test("an area that is off is left out", async () => {
  const meera = await join(server, "meera");
  makeAdmin(server, meera);
  const admin = browse(server, meera);
  const form = new URLSearchParams({ intent: "areas", areas: "", anonymousMessages: "on" });
  for (const area of areaNames) if (area !== "jobs") form.append("areas", area);
  const saved = await admin.fetch("/admin/settings", {
    method: "POST",
    body: form,
    headers: { Origin: server.url },
  });
  expect(saved.status).toBe(303);
  for (const path of addresses) {
    const { text } = await read(path);
    expect(text, path).not.toContain("Opening number");
    expect(text, path).toContain("Note at the start");
  }
});

const publicTest = createTest({ RATE_LIMITS: "off", QUESTIONS: "public" });
publicTest("with public questions guests read those without an answer", async ({ server, guest }) => {
  const rohan = await join(server, "rohan");
  const asked = await ask(rohan, { title: "Where is the <wind> tunnel?" });
  for (const path of addresses) {
    const { text } = await guest.get(path);
    expect(text).toContain(`/questions/${asked.id}/`);
    expect(text).not.toContain("Pillai");
  }
});
