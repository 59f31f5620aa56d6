import { expect } from "vitest";
import { createTest, unlimited } from "../support/integration.ts";
import { browse, job, join } from "../support/people.ts";

const test = createTest(unlimited);
const told = "Your changes are saved.";
const fields = Object.fromEntries(Object.entries(job).map(([name, value]) => [name, String(value)]));

test("a finished action is confirmed on the next page, once, and to nobody else", async ({ server }) => {
  const asha = await join(server, "asha");
  const rohan = await join(server, "rohan");
  const { id } = (await asha.call("POST", "/api/jobs", job)).body;
  const [browser, other] = [browse(server, asha), browse(server, rohan)];

  const saved = await browser.post(`/jobs/${id}/edit`, fields);
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, `/jobs/${id}`]);
  expect((await other.get(`/jobs/${id}`)).text).not.toContain(told);
  const cookies = new Map(browser.cookies);
  expect((await browser.get(`/jobs/${id}`)).text).toContain(`<noscript><div`);
  expect((await browser.get(`/jobs/${id}`)).text).not.toContain(told);

  // A page whose copy members share also shows the confirmation, but only to the member.
  browser.cookies = cookies;
  expect((await browser.get("/jobs")).text).toContain(told);
  expect((await other.get("/jobs")).text).not.toContain(told);
  expect((await browser.get("/jobs")).text).not.toContain(told);
});

test("a confirmation is kept while the next page redirects", async ({ server }) => {
  const asha = await join(server, "asha", "asha.redirected@college.example");
  const browser = browse(server, asha);
  const { id } = (await asha.call("POST", "/api/jobs", job)).body;
  await browser.post(`/jobs/${id}/edit`, fields);

  const redirected = await browser.get("/resources/browse?year=");
  expect(redirected.status).toBe(302);
  const inScripts = await browser.get("/resources/browse.data?year=");
  expect(inScripts.status).toBe(202);
  expect((await browser.get("/resources/browse")).text).toContain(told);
  expect((await browser.get("/resources/browse")).text).not.toContain(told);
});

test("nobody can make a page show a sentence of their choice", async ({ server, guest }) => {
  const sentence = Buffer.from(JSON.stringify({ text: "Your account is closed." })).toString("base64");
  for (const value of [
    sentence,
    `${sentence}.forged`,
    encodeURIComponent(sentence),
    "%",
    "x".repeat(5_000),
  ]) {
    const page = await guest.get("/login", { Cookie: `flash=${value}` });
    expect([value, page.status, page.text.includes("account is closed")]).toEqual([value, 200, false]);
  }
  expect(server.logged()).not.toContain('"level":"error"');
});
