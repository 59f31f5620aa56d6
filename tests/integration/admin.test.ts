import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { job, join, type Member, makeAdmin, password } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
const pages = [
  "/admin",
  "/admin/reports",
  "/admin/mutes",
  "/admin/members",
  "/admin/feedback",
  "/admin/landing",
  "/admin/mail",
  "/admin/settings",
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

test("the overview lists what waits, with counts beside the tabs", async () => {
  const calm = await admin.get("/admin");
  expect(calm.text).toContain("Nothing waits.");
  expect(calm.text).not.toMatch(/aria-label="\d+ waiting"/);
  const database = server.database();
  database
    .prepare(
      "insert into reports (reporter_id, subject, subject_id, reason, created_at) values (?, 'job', '1', 'Not a job', 1)",
    )
    .run(Number(meera.id));
  const wait = database.prepare(
    "insert into users (status, email, first_name, last_name, name, created_at) values ('pending', ?, 'Ira', 'Rao', 'Ira Rao', 1)",
  );
  wait.run("ira.1@college.example");
  wait.run("ira.2@college.example");
  const { text } = await admin.get("/admin");
  expect(text).toMatch(/href="\/admin\/reports"[^>]*>1 report is open</);
  expect(text).toMatch(/href="\/admin\/members\?list=pending"[^>]*>2 people wait for approval</);
  expect(text).toMatch(/Members<span[^>]*aria-label="2 waiting"/);
  expect(text).toMatch(/Reports<span[^>]*aria-label="1 waiting"/);
  expect(text).toMatch(/Members<\/dt><dd>2</);
  expect(text).toMatch(/Last backup<\/dt><dd>None yet</);
  database.exec("delete from users where status = 'pending'; delete from reports");
});

test("a new community leads its first administrator, step by step, and says what is not set up", async () => {
  const { text } = await admin.get("/admin");
  const steps = [
    ...text.matchAll(/<a[^>]* href="([^"]+)"[^>]*>[^<]+<\/a> <span[^>]*><svg.*?<\/svg> Done/g),
  ].map(([, href]) => href);
  // Asha is here already.
  expect(steps).toEqual(["/admin/members/import"]);
  const order = [
    "First steps",
    'href="/admin/landing"',
    'href="/post-job"',
    "Not set up",
    "APP_URL",
    "SMTP_URL",
  ];
  const places = order.map((part) => text.lastIndexOf(part));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(text).toContain("BACKUP_EVERY");

  expect((await meera.call("POST", "/api/jobs", job)).status).toBe(201);
  await admin.post("/admin/landing", { intent: "hide", section: "partners" });
  expect((await admin.get("/admin")).text).not.toContain("First steps");
});

test("feedback is listed newest first, a page at a time", async () => {
  const insert = server.database().prepare("insert into feedback (name, text, created_at) values (?, ?, ?)");
  for (let n = 1; n <= 120; n++) insert.run(n % 2 ? null : "Ira", `Idea ${n}.`, Date.now());
  const seen: number[] = [];
  for (let path = "/admin/feedback"; path !== ""; ) {
    const { text } = await admin.get(path);
    seen.push(...[...text.matchAll(/<p[^>]*>Idea (\d+)\./g)].map(([, n]) => Number(n)));
    path = /href="(\/admin\/feedback\?cursor=\d+)"/.exec(text)?.[1] ?? "";
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
});

test("the audit trail shows who did what, and nobody can change or delete an entry", async () => {
  recordEntry(meera.id, "looked at the stars");
  expect((await admin.get("/admin/audit")).text).toMatch(
    /<b><bdi>Meera Nair<\/bdi><\/b>[^a-z]*looked at the stars/,
  );
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
