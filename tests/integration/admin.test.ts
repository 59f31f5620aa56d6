import { beforeAll, expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { join, type Member, makeAdmin, password } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer({ RATE_LIMITS: "off" });
const pages = [
  "/admin",
  "/admin/reports",
  "/admin/mutes",
  "/admin/members",
  "/admin/feedback",
  "/admin/audit",
];

let meera: Member;
let admin: Visitor;
let member: Visitor;
beforeAll(async () => {
  meera = await join(server, "meera");
  makeAdmin(server, meera);
  admin = await browse(meera);
  member = await browse(await join(server, "asha"));
});

/** A member's browser. */
async function browse({ email }: Member): Promise<Visitor> {
  const browser = new Visitor(server.url);
  await browser.post("/login", { email, password });
  return browser;
}

const recordEntry = (adminId: string, action: string) =>
  server
    .database()
    .prepare("insert into audit_entries (admin_id, action, created_at) values (?, ?, ?)")
    .run(Number(adminId), action, Date.now());

test.each(pages)("%s is for administrators, its data requests too", async (path) => {
  const guest = new Visitor(server.url);
  const sent = await guest.get(path);
  expect([sent.status, sent.headers.get("Location")]).toEqual([
    303,
    `/login?redirectTo=${encodeURIComponent(path)}`,
  ]);
  for (const address of [path, `${path}.data`]) {
    const refused = await member.get(address);
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain("Audit trail");
  }
  const shown = await admin.get(path);
  expect(shown.status).toBe(200);
  expect(shown.headers.get("Cache-Control")).toBe("private, no-store");
  for (const page of pages) expect(shown.text).toContain(`href="${page}"`);
});

test("only administrators find the way there in their menu", async () => {
  expect((await admin.get("/")).text).toContain('href="/admin"');
  expect((await member.get("/")).text).not.toContain('href="/admin"');
});

test("the overview counts members and open reports", async () => {
  server
    .database()
    .prepare(
      "insert into reports (reporter_id, subject, subject_id, reason, created_at) values (?, 'job', '1', 'Not a job', 1)",
    )
    .run(Number(meera.id));
  const { text } = await admin.get("/admin");
  expect(text).toMatch(/Open reports<\/dt><dd><a href="\/admin\/reports"[^>]*>1</);
  expect(text).toMatch(/Members<\/dt><dd>2</);
  expect(text).toMatch(/Last backup<\/dt><dd>None yet</);
});

test("feedback is listed newest first, a page at a time", async () => {
  const insert = server.database().prepare("insert into feedback (name, text, created_at) values (?, ?, ?)");
  for (let n = 1; n <= 120; n++) insert.run(n % 2 ? null : "Ira", `Idea ${n}.`, Date.now());
  const seen: number[] = [];
  for (let path = "/admin/feedback"; path !== ""; ) {
    const { text } = await admin.get(path);
    seen.push(...[...text.matchAll(/<p[^>]*>Idea (\d+)\./g)].map(([, n]) => Number(n)));
    path = /href="(\/admin\/feedback\?before=\d+)"/.exec(text)?.[1] ?? "";
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
});

test("the audit trail shows who did what, and nobody can change or delete an entry", async () => {
  recordEntry(meera.id, "looked at the stars");
  expect((await admin.get("/admin/audit")).text).toMatch(/<b>Meera Nair<\/b>[^a-z]*looked at the stars/);
  const database = server.database();
  const refused = "the audit trail cannot be changed";
  expect(() => database.prepare("update audit_entries set action = 'slept'").run()).toThrow(refused);
  expect(() => database.prepare("delete from audit_entries").run()).toThrow(refused);
});

test("a bad cursor shows the newest", async () => {
  for (const before of ["-1", "x", "9".repeat(40)]) {
    expect((await admin.get(`/admin/feedback?before=${before}`)).text).toContain("Idea 120.");
  }
});
