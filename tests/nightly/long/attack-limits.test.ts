import { expect } from "vitest";
import { pdf } from "../../../scripts/demo/sample-files.ts";
import { announce } from "../../support/events.ts";
import { createTest } from "../../support/integration.ts";
import { job, join, type Member, password } from "../../support/people.ts";
import { Socket } from "../../support/socket.ts";
import { share } from "../../support/upload.ts";
import { Visitor } from "../../support/visitor.ts";

const test = createTest({ TRUST_PROXY: "1", APP_URL: "http://quadrant.example" });
/** The form's origin, as a browser sends it from our own page. */
const ownOrigin = { Origin: "http://quadrant.example" };

/** Sends many requests, some in parallel. @returns the number of answers by status */
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

test("a member can change 120 jobs and 120 resources an hour, on pages and in the API together", async ({
  server,
}) => {
  const asha = await join(server, "asha", "asha+changes@college.example");
  const browser = await openBrowser(asha);
  const posted = (await asha.call("POST", "/api/jobs", job)).body;
  const shared = (await share(asha, { name: "notes.pdf", bytes: pdf("Notes") })).body;
  for (const [table, id] of [
    ["jobs", posted.id],
    ["resources", shared.data.id],
  ] as const) {
    const path = `${table}/${id}`;
    const change = (index: number) => asha.call("PUT", `/api/${path}`, { title: `Change ${index}` });
    expect(await countStatuses(119, change), path).toEqual({ 200: 119 });
    const read = () => server.database().prepare(`select title from ${table} where id = ?`).get(id);
    // An unknown button does not count.
    expect((await browser.post(`/${path}`, { intent: "none" }, ownOrigin)).status).toBe(400);
    expect((await change(120)).status, path).toBe(200);
    const refusedCall = await change(121);
    const refusedDelete = await asha.call("DELETE", `/api/${path}`);
    const refusedPage = await browser.post(`/${path}`, { intent: "delete" }, ownOrigin);
    for (const { status, headers } of [refusedCall, refusedDelete, refusedPage])
      expect([status, Number(headers.get("Retry-After")) > 0], path).toEqual([429, true]);
    const act = table === "jobs" ? "jobChange" : "resourceChange";
    expect(refusedCall.headers.get("RateLimit"), path).toContain(`"${act}-3600";r=0;`);
    expect(refusedPage.text, path).toMatch(/role="alert".*Too many attempts\. Please wait a moment/);
    expect(read()).toEqual({ title: "Change 120" });
  }
  // Other members have separate limits.
  const rohan = await join(server, "rohan", "rohan+changes@college.example");
  expect((await rohan.call("PUT", `/api/jobs/${posted.id}`, { title: "Mine" })).status).toBe(403);
});

test("messages from the API, the page and the socket count towards one limit", async ({ server }) => {
  const asha = await join(server, "asha", "asha+messages@college.example");
  const meera = await join(server, "meera");
  const browser = await openBrowser(asha);
  const message = { senderId: asha.id, receiverId: meera.id, content: "Hello", isAnonymous: false };
  const statuses = await countStatuses(1_220, () => asha.call("POST", "/api/messages/send", message));
  expect(statuses[429]).toBe(20);

  const page = await browser.post(`/messages/${meera.id}`, { content: "One more" }, ownOrigin);
  expect(page.status).toBe(429);
  expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(page.text).toContain("One more");
  const socket = await Socket.of(asha);
  socket.send("send_message", { ...message, tempId: "t1" });
  expect(await socket.next("message_failed")).toMatchObject({ tempId: "t1", delivered: false });
  await socket.close();
  expect(
    (await meera.call("POST", "/api/messages/send", { ...message, senderId: meera.id, receiverId: asha.id }))
      .status,
  ).toBe(201);
});

test("a member can ask sixty co-organizers an hour", async ({ server }) => {
  const asha = await join(server, "asha", "asha+organizers@college.example");
  const { id } = await announce(asha);
  const browser = await openBrowser(asha);
  const ask = (member: string) =>
    browser.post(`/events/${id}/organizers`, { intent: "ask", member }, ownOrigin);
  expect(await countStatuses(60, () => ask("999999"))).toEqual({ 422: 60 });
  const refused = await ask("999999");
  expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
});

test("a member can block three hundred people an hour, on the page and through the API", async ({
  server,
}) => {
  const asha = await join(server, "asha", "asha+blocks@college.example");
  const meera = await join(server, "meera", "meera+blocks@college.example");
  const browser = await openBrowser(asha);
  const statuses = await countStatuses(310, (index) =>
    asha.call(index % 2 ? "DELETE" : "PUT", `/api/users/${meera.id}/block`),
  );
  expect(statuses).toEqual({ 204: 300, 429: 10 });
  const page = await browser.post("/blocks", { intent: "block", person: meera.id }, ownOrigin);
  expect(page.status).toBe(429);
  expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("an address with too many waiting log-ins is refused after a second, which slows down its retries", async ({
  server,
}) => {
  const accounts = await Promise.all(
    Array.from({ length: 11 }, (_, index) => join(server, "asha", `asha+place${index}@college.example`)),
  );
  const from = { ...ownOrigin, "X-Forwarded-For": "192.0.2.9" };
  const end = Date.now() + 2_000;
  let refused = 0;
  const logInAgainAndAgain = async (index: number) => {
    for (let next = index; Date.now() < end; next++) {
      const { email } = accounts[next % accounts.length] as Member;
      const { status } = await new Visitor(server.url).post("/login", { email, password }, from);
      if (status === 429) refused++;
    }
  };
  await Promise.all(Array.from({ length: 9 }, (_, index) => logInAgainAndAgain(index)));
  // Each of the nine is refused at most once a second. Without the delay it was some hundred times.
  expect(refused).toBeLessThanOrEqual(27);
});
