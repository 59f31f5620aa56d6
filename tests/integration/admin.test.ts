import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member, makeAdmin } from "../support/people.ts";
import { ask } from "../support/questions.ts";
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
  "/admin/handover",
];

let meera: Member;
let asha: Member;
let admin: Visitor;
let member: Visitor;
beforeAll(async () => {
  meera = await join(server, "meera");
  makeAdmin(server, meera);
  admin = browse(server, meera);
  asha = await join(server, "asha");
  member = browse(server, asha);
});

const recordEntry = (adminId: string, action: string) =>
  server
    .database()
    .prepare("insert into audit_entries (admin_id, action, created_at) values (?, ?, ?)")
    .run(Number(adminId), action, Date.now());

test.each(pages)("only administrators can open %s and its data", async (path) => {
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

test("only administrators see a link to the administration in their menu", async () => {
  expect((await admin.get("/")).text).toContain('href="/admin"');
  expect((await member.get("/")).text).not.toContain('href="/admin"');
});

test("the overview lists what needs a decision, with counts beside the tabs", async () => {
  const calm = await admin.get("/admin");
  expect(calm.text).toContain("Nothing to do.");
  expect(calm.text).not.toMatch(/aria-label="\d+ waiting"/);
  const database = server.database();
  database
    .prepare(
      "insert into reports (reporter_id, subject, subject_id, reason, created_at) values (?, 'job', '1', 'Not a job', 1)",
    )
    .run(Number(meera.id));
  // All reports of one item are one task.
  database
    .prepare(
      "insert into reports (reporter_id, subject, subject_id, reason, created_at) values (?, 'job', '1', 'A copy', 1)",
    )
    .run(Number(asha.id));
  const wait = database.prepare(
    "insert into users (status, email, first_name, last_name, name, created_at) values ('pending', ?, 'Ira', 'Rao', 'Ira Rao', 1)",
  );
  wait.run("ira.1@college.example");
  wait.run("ira.2@college.example");
  const { text } = await admin.get("/admin");
  expect(text).toMatch(/href="\/admin\/reports"[^>]*>1 item is reported</);
  expect(text).toMatch(/href="\/admin\/members\?list=pending"[^>]*>2 people are waiting for approval</);
  expect(text).toMatch(/Members<span[^>]*aria-label="2 waiting"/);
  expect(text).toMatch(/Reports<span[^>]*aria-label="1 waiting"/);
  expect(text).toMatch(/Members<\/dt><dd>2</);
  expect(text).toMatch(/Last backup<\/dt><dd>None yet</);
  database.exec("delete from users where status = 'pending'; delete from reports");
});

test("the overview lists what the server lacks", async () => {
  const { text } = await admin.get("/admin");
  const order = [
    "The first fortnight",
    "the folder outbox.",
    "no automatic backups",
    "Not set up",
    "Set APP_URL",
  ];
  const places = order.map((part) => text.indexOf(part));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places.every((place) => place > 0)).toBe(true);
});

test("feedback is listed newest first, one page at a time", async () => {
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

test("the audit trail shows who did what, and its entries cannot be changed or deleted", async () => {
  recordEntry(meera.id, "looked at the stars");
  expect((await admin.get("/admin/audit")).text).toMatch(/Meera Nair<\/a><\/b>[^a-z]*looked at the stars/);
  const database = server.database();
  const refused = "the audit trail cannot be changed";
  expect(() => database.prepare("update audit_entries set action = 'slept'").run()).toThrow(refused);
  expect(() => database.prepare("delete from audit_entries").run()).toThrow(refused);
});

test("an invalid cursor shows the newest entries", async () => {
  for (const before of ["-1", "x", "9".repeat(40)]) {
    expect((await admin.get(`/admin/feedback?before=${before}`)).text).toContain("Idea 120.");
  }
});

test("the audit trail can be filtered by person, kind and month, keeps its filter, and can be downloaded as CSV", async () => {
  const [asha, rohan] = [
    await join(server, "asha", "trail.a@college.example"),
    await join(server, "rohan", "trail.r@college.example"),
  ];
  makeAdmin(server, asha);
  const insert = server
    .database()
    .prepare(
      "insert into audit_entries (admin_id, action, subject, member_id, detail, created_at) values (?, ?, ?, ?, ?, ?)",
    );
  const march = Date.parse("2026-03-10T12:00:00Z");
  insert.run(
    Number(asha.id),
    "muted the member",
    null,
    Number(rohan.id),
    "until 17 Mar: =cmd|' /C calc'!A0",
    march,
  );
  insert.run(Number(asha.id), "removed the job", '=HYPERLINK("http://x")', null, null, march + 1);
  // The last moment of March in the college's time zone, and the first of April.
  insert.run(Number(rohan.id), "unmuted", null, Number(asha.id), null, Date.parse("2026-03-31T18:29:59Z"));
  insert.run(Number(rohan.id), "changed the job", "“April”", null, null, Date.parse("2026-03-31T18:30:00Z"));
  const shown = async (query: string) => {
    const { text, status } = await admin.get(`/admin/audit${query}`);
    expect([query, status]).toEqual([query, 200]);
    const list = text.slice(text.indexOf("<ul"), text.indexOf("</main")).replaceAll("<!-- -->", "");
    return ["muted the member", "removed the job", "unmuted", "changed the job"].filter((act) =>
      list.includes(`</b> ${act}`),
    );
  };
  const month = "month=2026-03";
  expect(await shown(`?${month}`)).toEqual(["muted the member", "removed the job", "unmuted"]);
  expect(await shown(`?${month}&person=${rohan.id}`)).toEqual(["muted the member", "unmuted"]);
  expect(await shown(`?${month}&kind=mutes`)).toEqual(["muted the member", "unmuted"]);
  expect(await shown(`?${month}&kind=removals&person=${asha.id}`)).toEqual(["removed the job"]);
  expect(await shown(`?month=2026-04&person=${rohan.id}`)).toEqual(["changed the job"]);
  expect(await shown(`?${month}&person=nobody+of+that+name`)).toEqual([]);
  expect((await admin.get("/admin/audit?kind=theft&month=2026-13&person=%27%22")).status).toBe(200);
  const { text: page } = await admin.get(`/admin/audit?${month}&person=${rohan.id}`);
  expect(page).toContain(`/admin/audit.csv?person=${rohan.id}&amp;month=2026-03`);
  expect(page).toContain(`href="/admin/audit?person=${asha.id}"`);

  const csv = await admin.get(`/admin/audit.csv?${month}`);
  expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const lines = csv.text.split("\r\n");
  expect(lines[0]).toMatch(/^"Time \(.*\)","Who","Did","What","Member","Number","Details"$/);
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^"2026-03-31 23:59","Rohan Pillai","unmuted","","Asha Verma","\d+",""$/),
    expect.stringMatching(
      /^"2026-03-10 17:30","Asha Verma","removed the job","'=HYPERLINK\(""http:\/\/x""\)"/,
    ),
    expect.stringMatching(/"until 17 Mar: =cmd/),
    "",
  ]);
  // Enough rows for more than one read of the store.
  server.database().transaction(() => {
    for (let n = 0; n < 1_203; n++)
      insert.run(Number(asha.id), "renamed the tag", `${n}`, null, null, Date.parse("2025-06-15T12:00:00Z"));
  })();
  const many = (await admin.get("/admin/audit.csv?month=2025-06")).text.split("\r\n");
  expect(many).toHaveLength(1_203 + 2);
  expect(new Set(many.slice(1, -1)).size).toBe(1_203);
});

test("members are listed by batch, and can be listed and searched", async () => {
  const old = await join(server, "kabir", "batch.kabir@college.example");
  server.database().prepare("update users set batch_year = 1987 where id = ?").run(Number(old.id));
  const emails = async (query: string) => {
    const { text } = await admin.get(`/admin/members?${query}`);
    return [...text.matchAll(/[\w.]+@college\.example/g)].map(([email]) => email);
  };
  expect(new Set(await emails("batch=1987"))).toEqual(new Set(["batch.kabir@college.example"]));
  expect(await emails("batch=1987&search=meera")).toEqual([]);
  expect(await emails("batch=1987&list=suspended")).toEqual([]);
  expect((await emails("batch=nineteen")).length).toBeGreaterThan(0);
  expect((await admin.get("/admin/members?batch=1987")).text).toContain("list=suspended&amp;batch=1987");
});

test("the overview charts the past week and shows the figures", async () => {
  const { text } = await admin.get("/admin");
  for (const name of ["Joined", "Active", "Questions", "Without an answer", "Reports"])
    expect(text).toMatch(
      new RegExp(`<svg[^>]* role="img" aria-label="${name}: (\\w{3} \\d+, ){6}\\w{3} \\d+ \\(`),
    );
  const before = Number(/Questions: .*?(\d+) \(asked\)/.exec(text)?.[1]);
  const asker = await join(server, "rohan", "pulse.rohan@college.example");
  await ask(asker);
  await ask(asker, { isAnonymous: true });
  const after = (await admin.get("/admin")).text;
  expect(Number(/Questions: .*?(\d+) \(asked\)/.exec(after)?.[1])).toBe(before + 2);
  expect(after.slice(after.indexOf("<main"))).not.toContain(asker.name);
});
