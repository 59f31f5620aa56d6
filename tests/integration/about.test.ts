import { expect } from "vitest";
import { createTest, unlimited } from "../support/integration.ts";
import { sample } from "../support/nightly.ts";
import { join, makeAdmin, openSession } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";

const test = createTest({ RATE_LIMITS: "off", CONTACT: "care@college.example" });

test("every page's footer links to a page about the site and its operators", async ({ guest }) => {
  expect((await guest.get("/jobs")).text).toContain('href="/about">How this works</a>');
  const { status, text } = await guest.get("/about");
  expect(status).toBe(200);
  expect(text).toContain('href="mailto:care@college.example"');
  for (const heading of ["who sees it", "How long it stays", "Being good to each other", "Who runs this"])
    expect(text).toContain(heading);
  expect(text).not.toContain("/about/edit");
  expect((await guest.get("/sitemap.xml")).text).toContain("/about</loc>");
});

test("only administrators can change the text and its links, and the audit trail records it", async ({
  server,
  guest,
}) => {
  const [meera, rohan] = [await join(server, "meera"), await join(server, "rohan")];
  const [admin, member] = [new Visitor(server.url), new Visitor(server.url)];
  admin.cookies.set("session", openSession(server, meera.id, "browser"));
  member.cookies.set("session", openSession(server, rohan.id, "browser"));
  makeAdmin(server, meera);
  const text = "Run by the alumni office: https://alumni.example/office\n<b>Room 12</b>";

  expect((await guest.post("/about/edit", { text })).status).toBe(401);
  expect((await member.post("/about/edit", { text })).status).toBe(403);
  expect((await member.get("/about/edit")).status).toBe(403);
  expect((await guest.get("/about")).text).not.toContain("alumni office");
  expect((await admin.post("/about/edit", { text: "x".repeat(8001) })).status).toBe(422);

  const saved = await admin.post("/about/edit", { text });
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/about"]);
  expect((await admin.get("/about")).text).toContain("Your text is saved.");
  for (const reader of [guest, member]) {
    const page = (await reader.get("/about")).text;
    expect(page).toMatch(/<a href="https:\/\/alumni.example\/office"[^>]*nofollow ugc"/);
    expect(page).toContain("&lt;b&gt;Room 12");
    expect(page).not.toContain("/about/edit");
  }
  expect((await admin.get("/admin/audit")).text).toMatch(/changed the text of[\s\S]*How this works/);
  // A second text replaces the first, and an empty one removes it.
  await admin.post("/about/edit", { text: "Run by nobody." });
  expect((await guest.get("/about")).text).toContain("Run by nobody.");
  await admin.post("/about/edit", { text: " " });
  expect((await guest.get("/about")).text).not.toMatch(/Run by/);
});

test("a former administrator cannot change the text", async ({ server, guest }) => {
  const kabir = await join(server, "kabir");
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, kabir.id, "browser"));
  makeAdmin(server, kabir);
  expect((await browser.get("/about")).text).toContain("/about/edit");
  server.database().prepare("update users set is_admin = 0 where id = ?").run(Number(kabir.id));
  expect((await browser.post("/about/edit", { text: "Mine now." })).status).toBe(403);
  expect((await guest.get("/about")).text).not.toContain("Mine now.");
});

const withoutContact = createTest(unlimited);
withoutContact("the page leads to feedback, and a bad contact stops the start", async ({ guest }) => {
  expect((await guest.get("/about")).text).toContain('href="/feedback"');
  for (const contact of sample(["javascript:alert(1)", "nobody", "a b@college.example", "https://"], 4)) {
    await expect(startServer({ CONTACT: contact })).rejects.toThrow(/CONTACT/);
  }
});
