import { expect } from "vitest";
import { createTest } from "../support/integration.ts";
import { job, join, type Member, password } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const test = createTest({ TRUST_PROXY: "1", APP_URL: "http://quadrant.example" });
/** The form's origin, as a browser sends it from our own page. */
const ownOrigin = { Origin: "http://quadrant.example" };

/** Sends many requests, some in parallel. @returns the number of responses by status */
async function countStatuses(
  count: number,
  send: (index: number) => Promise<{ status: number }>,
  atOnce = 40,
) {
  const statuses = new Map<number, number>();
  for (let done = 0; done < count; done += atOnce) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(atOnce, count - done) }, (_, index) => send(done + index)),
    );
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return Object.fromEntries(statuses);
}

async function openBrowser(member: Member): Promise<Visitor> {
  const browser = new Visitor(member.url);
  const answer = await browser.post("/login", { email: member.email, password }, ownOrigin);
  expect(answer.status).toBe(303);
  return browser;
}

test("a member can post ten jobs an hour, on the page and through the API together", async ({ server }) => {
  const asha = await join(server, "asha");
  const browser = await openBrowser(asha);
  const fields = Object.fromEntries(Object.entries(job).map(([name, value]) => [name, String(value)]));
  const postByPage = () =>
    browser.post("/post-job?step=3", { ...fields, step: "3", intent: "submit" }, ownOrigin);
  for (let index = 0; index < 4; index++) {
    expect((await postByPage()).headers.get("Location")).toBe("/post-job?posted=1");
  }
  expect(await countStatuses(50, () => asha.call("POST", "/api/jobs", job))).toEqual({ 201: 6, 429: 44 });

  const refused = await postByPage();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_000);
  expect(refused.text).toMatch(/role="alert".*posted many jobs in a short time/);
  expect(refused.text).toContain(job.companyName);
  const { headers, body } = await asha.call("POST", "/api/jobs", job);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(3_000);
  expect(body).toMatchObject({ detail: expect.stringContaining("posted many jobs") });
  expect(server.database().prepare("select count(*) as count from jobs").get()).toEqual({ count: 10 });
  // Attempts refused for another reason don't count, nor do other members' attempts.
  const rohan = await join(server, "rohan");
  await countStatuses(40, () => rohan.call("POST", "/api/jobs", { ...job, title: "" }));
  expect((await rohan.call("POST", "/api/jobs", job)).status).toBe(201);
});

test("an address can send thirty feedbacks an hour", async ({ guest }) => {
  const send = () =>
    guest.post("/feedback", { text: "Hello" }, { ...ownOrigin, "X-Forwarded-For": "192.0.2.50" });
  expect(await countStatuses(40, send)).toEqual({ 303: 30, 429: 10 });
});
