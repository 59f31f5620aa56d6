import { beforeAll, expect, test } from "vitest";
import { areaNames } from "../../app/platform/areas.ts";
import { experience, shareExperience } from "../support/experiences.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, job, join, type Member, makeAdmin } from "../support/people.ts";
import { dayIn } from "../support/time.ts";
import { errorsOf, problemOf, Visitor } from "../support/visitor.ts";
import { readZip } from "../support/zip.ts";

const server = await shareServer(unlimited);
const database = server.database();
const asha = await join(server, "asha");
const rohan = await join(server, "rohan");
const kabir = await join(server, "kabir");
const meera = await join(server, "meera");
makeAdmin(server, meera);
const guest = new Visitor(server.url);

let count = 0;
/** A company that no other test names. */
const newCompany = () => `Causeway ${++count} Optics`;
const read = async (reader: Member, id: string) => (await reader.get(`/api/experiences/${id}`)).body;
const list = async (reader: Member, query: Record<string, string>) =>
  (await reader.get(`/api/experiences?${new URLSearchParams(query)}`)).body;
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const companyPage = (name: string) => `/companies/${encodeURIComponent(name)}`;

/** The fields of the form on a page. */
const form = {
  companyName: experience.companyName,
  role: experience.role,
  year: String(experience.year),
  kind: experience.kind,
  rounds: experience.rounds.join("\r\n"),
  questions: experience.questions,
  advice: experience.advice,
  offer: "yes",
  stipendCurrency: "INR",
  stipendType: "per month",
  stipendMin: "25000",
  stipendMax: "",
};

test("a named experience shows everything that was sent, to its author and to others", async () => {
  const companyName = newCompany();
  const shared = await shareExperience(asha, { companyName });
  const expected = {
    ...experience,
    companyName,
    id: shared.id,
    isAnonymous: false,
    author: { id: asha.id, name: asha.name },
    thanks: 0,
    thanked: false,
    month: dayIn(0).slice(0, 7),
  };
  expect(shared).toEqual({ ...expected, own: true });
  expect(await read(rohan, shared.id)).toEqual({ ...expected, own: false });
  expect(await list(rohan, { company: companyName.toUpperCase() })).toEqual([{ ...expected, own: false }]);
});

test("guests cannot read experiences, and find only companies with jobs", async () => {
  const companyName = newCompany();
  const { id } = await shareExperience(asha, { companyName });
  for (const path of ["/api/experiences", `/api/experiences/${id}`, "/api/companies"])
    expect([path, (await guest.get(path)).status]).toEqual([path, 401]);
  expect((await guest.get(`/experiences/${id}`)).status).toBe(303);
  expect((await guest.get(companyPage(companyName))).status).toBe(404);
  expect((await guest.get("/companies")).text).not.toContain(companyName);
  expect((await browse(server, rohan).get("/companies")).text).toContain(companyName);
  await rohan.call("POST", "/api/jobs", { ...job, companyName });
  expect((await guest.get("/companies")).text).toContain(companyName);
  const page = await guest.get(companyPage(companyName.toLowerCase()));
  expect([page.status, page.text.includes(experience.advice)]).toEqual([200, false]);
  expect((await guest.get("/search?q=causeway")).text).not.toContain(`/experiences/${id}`);
});

test("the year of an anonymous experience is null and cannot be searched for until its company has three", async () => {
  const company = newCompany();
  const write = (author: Member, year: number) =>
    shareExperience(author, { companyName: company, year, isAnonymous: true });
  const first = await write(asha, 1991);
  const named = await shareExperience(kabir, { companyName: company, year: 1992 });
  const second = await write(asha, 1993);
  const seen = async (reader: Member) =>
    Object.fromEntries((await list(reader, { company })).map(({ id, year }) => [id, year]));
  expect(await seen(rohan)).toEqual({ [first.id]: null, [named.id]: 1992, [second.id]: null });
  expect(await seen(meera)).toEqual(await seen(rohan));
  expect(await seen(asha)).toEqual({ [first.id]: 1991, [named.id]: 1992, [second.id]: 1993 });
  for (const reader of [rohan, meera, asha]) {
    expect(idsOf(await list(reader, { company, year: "1991" }))).toEqual([]);
    expect(idsOf(await list(reader, { company, year: "1992" }))).toEqual([named.id]);
  }
  expect((await rohan.get("/api/search?q=1991&kind=experiences")).body.kinds).toEqual([]);
  const page = (await browse(server, rohan).get(companyPage(company))).text;
  expect([page.includes("1991"), page.includes("Year not shown yet"), page.includes("1992")]).toEqual([
    false,
    true,
    true,
  ]);

  // Letter case is ignored, and rows count, not authors.
  const third = await shareExperience(asha, {
    companyName: company.toUpperCase(),
    year: 1994,
    isAnonymous: true,
  });
  expect(await seen(rohan)).toEqual({
    [first.id]: 1991,
    [named.id]: 1992,
    [second.id]: 1993,
    [third.id]: 1994,
  });
  expect(idsOf(await list(rohan, { company, year: "1991" }))).toEqual([first.id]);
  // A deleted experience does not count.
  expect((await asha.call("DELETE", `/api/experiences/${second.id}`)).status).toBe(204);
  expect((await read(rohan, first.id)).year).toBe(null);
});

test("an anonymous experience names no author, job or day", async () => {
  const companyName = newCompany();
  const { id, ...shared } = await shareExperience(asha, { companyName, isAnonymous: true });
  expect(shared).toMatchObject({
    own: true,
    isAnonymous: true,
    author: { id: null, name: "Anonymous student" },
  });
  const other = await read(rohan, id);
  expect(other).toMatchObject({ own: false, author: { id: null, name: "Anonymous student" } });
  expect(JSON.stringify(other)).not.toContain(new Date().toISOString().slice(0, 10));
  const row = database.prepare("select * from experiences where id = ?").get(Number(id)) as {
    author_id: null;
    alias: string;
    created_at: number;
  };
  expect(row.author_id).toBe(null);
  expect(new Date(row.created_at).toISOString()).toMatch(/T(00:00|18:30)/);
  expect(JSON.stringify(other)).not.toContain(row.alias);
  const again = await shareExperience(asha, { companyName, isAnonymous: true });
  const aliases = database
    .prepare("select alias from experiences where company_name = ?")
    .pluck()
    .all(companyName);
  expect([aliases.length, new Set(aliases).size, again.own]).toEqual([2, 2, true]);
  for (const path of [`/experiences/${id}`, companyPage(companyName)]) {
    const { text } = await browse(server, rohan).get(path);
    expect([path, text.includes(asha.name), text.includes(row.alias)]).toEqual([path, false, false]);
  }
  const lines = server.logged().split("\n");
  expect(lines.filter((line) => /"path":"[^"]*experiences[^…]/.test(line))).toEqual([]);
});

test("an experience stays named or anonymous for ever", async () => {
  const hidden = await shareExperience(asha, { companyName: newCompany(), isAnonymous: true });
  const named = await shareExperience(asha, { companyName: newCompany() });
  for (const [{ id }, isAnonymous] of [
    [hidden, false],
    [named, true],
  ] as const) {
    const answer = await asha.call("PUT", `/api/experiences/${id}`, { isAnonymous });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { isAnonymous: ["Whether an experience has your name can't be changed later."] },
    ]);
  }
  const changed = await asha.call("PUT", `/api/experiences/${hidden.id}`, { offer: null, isAnonymous: true });
  expect(changed.body).toMatchObject({ offer: null, role: experience.role, author: { id: null } });
});

test("only its author changes an experience, and an old version is refused", async () => {
  const { id } = await shareExperience(asha, { companyName: newCompany() });
  for (const other of [rohan, meera])
    expect(problemOf(await other.call("PUT", `/api/experiences/${id}`, { role: "Mine" })).status).toBe(403);
  const { headers } = await asha.get(`/api/experiences/${id}`);
  const ifMatch = { "If-Match": String(headers.get("ETag")) };
  const change = { stipend: null, rounds: [], role: "Test engineer" };
  expect((await asha.call("PUT", `/api/experiences/${id}`, change, ifMatch)).body).toMatchObject(change);
  expect((await asha.call("PUT", `/api/experiences/${id}`, change, ifMatch)).status).toBe(412);
  expect((await asha.call("DELETE", `/api/experiences/${id}`, undefined, ifMatch)).status).toBe(412);
});

test("invalid values are refused beside their fields, and everything typed is kept", async () => {
  const year = new Date().getUTCFullYear();
  const refused: [Record<string, unknown>, string][] = [
    [{ companyName: " " }, "companyName"],
    [{ role: "" }, "role"],
    [{ year: 1989 }, "year"],
    [{ year: 3000 }, "year"],
    [{ year: year + 2 }, "year"],
    [{ kind: "trainee" }, "kind"],
    [{ questions: "Short", advice: "Shorter" }, "questions"],
    [{ questions: "x".repeat(4_000), advice: "y".repeat(1_001) }, "questions"],
    [{ rounds: Array.from({ length: 11 }, (_, n) => `Round ${n}`) }, "rounds"],
    [{ rounds: ["x".repeat(101)] }, "rounds"],
    [{ rounds: { length: 3 } }, "rounds"],
    [{ offer: "perhaps" }, "offer"],
    [{ stipend: { minAmount: 5, maxAmount: 4 } }, "stipend.maxAmount"],
  ];
  for (const [more, field] of refused) {
    const answer = await asha.call("POST", "/api/experiences", { ...experience, ...more });
    expect([more, answer.status, Object.keys(errorsOf(answer) ?? {})]).toEqual([more, 422, [field]]);
  }
  const page = await browse(server, asha).post("/experiences/new", {
    ...form,
    year: "3000",
    advice: "Kept & seen",
  });
  expect(page.status).toBe(422);
  expect(page.text).toContain("Kept &amp; seen");
  expect(page.text).toContain("Year must be from 1990 to");
});

test("the name of a member is not a company, unless a job names it", async () => {
  const companyName = rohan.name.toUpperCase();
  const countAliases = () => database.prepare("select count(*) from question_aliases").pluck().get();
  const aliases = countAliases();
  const refused = await asha.call("POST", "/api/experiences", {
    ...experience,
    companyName,
    isAnonymous: true,
  });
  expect([refused.status, errorsOf(refused)]).toEqual([
    422,
    { companyName: ["This is the name of a member. Write the name of the company."] },
  ]);
  const { id } = await shareExperience(asha, { companyName: newCompany() });
  expect((await asha.call("PUT", `/api/experiences/${id}`, { companyName })).status).toBe(422);
  expect(countAliases()).toBe(aliases);
  await kabir.call("POST", "/api/jobs", { ...job, companyName: rohan.name });
  expect((await shareExperience(asha, { companyName })).companyName).toBe(companyName);
});

test("an experience is shared, changed, thanked for and deleted without scripts", async () => {
  const companyName = newCompany();
  const page = browse(server, asha);
  const shared = await page.post("/experiences/new", { ...form, companyName });
  expect(shared.status).toBe(303);
  const path = String(shared.headers.get("Location"));
  const id = path.split("/").at(-1) ?? "";
  expect(await read(rohan, id)).toMatchObject({ ...experience, companyName });
  const edited = await page.post(`${path}/edit`, { ...form, companyName, rounds: "", version: "1" });
  expect([edited.status, (await read(asha, id)).rounds]).toEqual([303, []]);
  const late = await page.post(`${path}/edit`, { ...form, companyName, version: "1" });
  expect(late.status).toBe(412);
  const other = browse(server, rohan);
  const thanked = { intent: "thank", post: `experience-${id}`, line: "It carried me.", withName: "on" };
  expect((await other.post(path, thanked)).status).toBe(303);
  expect(await read(rohan, id)).toMatchObject({ thanks: 1, thanked: true });
  expect((await other.post(path, { intent: "delete" })).status).toBe(403);
  expect((await page.post(path, { intent: "delete" })).headers.get("Location")).toBe("/companies");
  expect((await page.get(path)).status).toBe(404);
  const restored = await page.post("/bin", { intent: "restore", subject: "experience", id });
  expect([restored.headers.get("Location"), (await page.get(path)).status]).toEqual([path, 200]);
  await page.post(path, { intent: "delete" });
});

test("thanks reach an anonymous author, restoring keeps them, and a deletion withdraws the notice", async () => {
  const { id } = await shareExperience(asha, { companyName: newCompany(), isAnonymous: true });
  expect((await asha.call("PUT", `/api/experiences/${id}/thanks`, {})).status).toBe(403);
  await rohan.call("PUT", `/api/experiences/${id}/thanks`, { line: "Good to know." });
  const received = (await asha.get("/api/users/me/thanks")).body;
  expect(received).toMatchObject([
    { kind: "experience", url: `/experiences/${id}`, line: "Good to know.", from: null },
  ]);
  const notices = async () =>
    (await asha.get("/api/notices")).body.data.filter(({ kind }: { kind: string }) => kind === "thanks")
      .length;
  expect(await notices()).toBe(1);
  await asha.call("DELETE", `/api/experiences/${id}`);
  expect(await notices()).toBe(0);
  expect((await rohan.call("POST", `/api/experiences/${id}/restore`, {})).status).toBe(404);
  const restored = await asha.call("POST", `/api/experiences/${id}/restore`, {});
  expect([restored.status, restored.body]).toEqual([
    200,
    expect.objectContaining({ id, thanks: 1, isAnonymous: true, own: true }),
  ]);
});

test("an administrator removes a reported experience, and its anonymous author gets a notice that quotes nothing", async () => {
  const { id } = await shareExperience(asha, { companyName: newCompany(), isAnonymous: true });
  const report = `/reports/new?subject=experience&id=${id}`;
  expect((await browse(server, asha).get(report)).status).toBe(404);
  expect((await browse(server, rohan).post(report, { reason: "It names the interviewer." })).status).toBe(
    303,
  );
  const admin = browse(server, meera);
  const reportId = database.prepare("select max(id) from reports").pluck().get();
  const shown = (await admin.get(`/admin/reports/${reportId}`)).text;
  expect([shown.includes("Anonymous student"), shown.includes(asha.name)]).toEqual([true, false]);
  const removed = await admin.post(`/admin/reports/${reportId}`, {
    intent: "remove",
    reason: "It names somebody.",
  });
  expect(removed.status).toBe(303);
  expect((await asha.get(`/api/experiences/${id}`)).status).toBe(404);
  expect((await asha.call("POST", `/api/experiences/${id}/restore`, {})).status).toBe(403);
  const [told] = (await asha.get("/api/notices")).body.data;
  expect(told?.text).toContain("Your experience was removed: “It names somebody.”");
  const entry = database
    .prepare("select member_id, subject from audit_entries where action = 'removed the experience'")
    .get();
  expect(entry).toMatchObject({ member_id: null, subject: expect.stringContaining("by Anonymous student") });
  expect((await meera.call("POST", `/api/experiences/${id}/restore`, {})).status).toBe(200);
});

test("a token with scopes cannot tell which anonymous experiences are its owner's", async () => {
  const { id } = await shareExperience(asha, { companyName: newCompany(), isAnonymous: true });
  database
    .prepare("update sessions set scopes = ? where user_id = ? and kind = 'token'")
    .run(JSON.stringify(["jobs:read", "jobs:write"]), Number(asha.id));
  expect(await read(asha, id)).toMatchObject({ own: false, year: null });
  for (const method of ["PUT", "DELETE"])
    expect(
      (await asha.call(method, `/api/experiences/${id}`, method === "PUT" ? { role: "Mine" } : undefined))
        .status,
    ).toBe(403);
  database.prepare("update sessions set scopes = null where user_id = ?").run(Number(asha.id));
});

test("the list of experiences has pages and filters by role and company", async () => {
  const company = newCompany();
  const roles = ["Firmware intern", "Robotics engineer", "Firmware engineer", "Firmware tester"];
  for (const role of roles) await shareExperience(asha, { companyName: company, role });
  const pagesOf = (query: string) =>
    rohan.getPages(`/api/experiences?company=${encodeURIComponent(company)}&${query}`);
  const pages = await pagesOf("limit=2");
  expect(pages.map(({ body }) => body.map(({ role }) => role))).toEqual([
    ["Firmware tester", "Firmware engineer"],
    ["Robotics engineer", "Firmware intern"],
  ]);
  const found = await pagesOf("limit=2&role=firm");
  expect(found.flatMap(({ body }) => body.map(({ role }) => role))).toEqual([
    "Firmware tester",
    "Firmware engineer",
    "Firmware intern",
  ]);
  expect((await rohan.get("/api/experiences?cursor=nonsense")).status).toBe(422);
  expect((await rohan.get("/api/experiences?year=never")).status).toBe(200);
  const page = (await browse(server, rohan).get(`${companyPage(company)}?role=robotics`)).text;
  expect([page.includes("Robotics engineer"), page.includes("Firmware tester")]).toEqual([true, false]);
});

test("companies are listed by name in pages, each with its counts", async () => {
  const [first, second, third] = ["aa Zinc", "AB Zinc", "ac Zinc"];
  await shareExperience(asha, { companyName: first });
  await shareExperience(asha, { companyName: first.toUpperCase(), isAnonymous: true });
  await kabir.call("POST", "/api/jobs", { ...job, companyName: second });
  database.prepare("update users set company = ? where id = ?").run(third, Number(kabir.id));
  const pages = await rohan.getPages("/api/companies?limit=1");
  const all = pages.flatMap(({ body }) => body);
  expect(all.slice(0, 3)).toEqual([
    { name: expect.stringMatching(/^aa zinc$/i), jobs: 0, people: 0, experiences: 2 },
    { name: second, jobs: 1, people: 0, experiences: 0 },
    { name: third, jobs: 0, people: 1, experiences: 0 },
  ]);
  const names = all.map(({ name }: { name: string }) => name.toLowerCase());
  expect(names).toEqual([...new Set(names)].toSorted());
  expect((await rohan.get("/api/companies")).body).toEqual(all);
  expect((await browse(server, rohan).get("/companies/Nobody%20Knows")).status).toBe(404);
});

test("companies are listed while jobs are off, and are gone while their own area is off", async () => {
  const companyName = newCompany();
  await kabir.call("POST", "/api/jobs", { ...job, companyName });
  await shareExperience(asha, { companyName });
  const { id: jobId } = (await kabir.call("POST", "/api/jobs", { ...job, companyName })).body;
  const page = browse(server, rohan);
  const switchOff = async (off: string) => {
    const form = new URLSearchParams({ intent: "areas", anonymousMessages: "on" });
    for (const area of areaNames) if (area !== off) form.append("areas", area);
    const headers = { Origin: server.url };
    const saved = await browse(server, meera).fetch("/admin/settings", {
      method: "POST",
      body: form,
      headers,
    });
    expect(saved.status).toBe(303);
  };
  await switchOff("jobs");
  expect((await guest.get("/companies")).text).not.toContain(companyName);
  const shown = await page.get(companyPage(companyName));
  expect([shown.status, shown.text.includes("open job"), shown.text.includes(experience.role)]).toEqual([
    200,
    false,
    true,
  ]);
  await switchOff("experiences");
  for (const path of ["/companies", companyPage(companyName), "/experiences/new"])
    expect([path, (await page.get(path)).status]).toEqual([path, 404]);
  expect(problemOf(await rohan.get("/api/experiences")).code).toBe("area-off");
  expect((await page.get(`/jobs/${jobId}`)).text).not.toContain("How it went at");
  const found = (await rohan.get("/api/search?q=causeway")).body;
  expect(found.kinds.map(({ kind }) => kind)).not.toContain("experiences");
  await switchOff("none");
  expect((await page.get("/companies")).status).toBe(200);
});

test("a company's name may have any characters", async () => {
  const companyName = "Salt/Marsh & Söhne? 100% #1";
  const { id } = await shareExperience(asha, { companyName });
  const page = await browse(server, rohan).get(companyPage(companyName));
  expect([page.status, page.text.includes(`/experiences/${id}`)]).toEqual([200, true]);
});

test("the site's search finds experiences by company, role and words, for members only", async () => {
  const companyName = newCompany();
  const { id } = await shareExperience(asha, { companyName, role: "Quillmaker", isAnonymous: true });
  for (const words of ["quillmaker", `${companyName} interrupt`, "quilmaker"]) {
    const { kinds } = (await rohan.get(`/api/search?q=${encodeURIComponent(words)}`)).body;
    const [found] = kinds.find(({ kind }: { kind: string }) => kind === "experiences")?.results ?? [];
    expect([words, found]).toEqual([
      words,
      expect.objectContaining({
        id,
        url: `/experiences/${id}`,
        person: { id: null, name: "Anonymous student" },
      }),
    ]);
  }
  expect((await guest.get("/api/search?q=quillmaker")).body.kinds).toEqual([]);
});

test("a job's page shows experiences with its company to members, and asks once how it went", async () => {
  const companyName = newCompany();
  const { id: jobId } = (await kabir.call("POST", "/api/jobs", { ...job, companyName })).body;
  await shareExperience(kabir, { companyName, advice: "Bring your own oscilloscope." });
  const page = browse(server, asha);
  const question = "How did it go?";
  const shows = async (text: string) => (await page.get(`/jobs/${jobId}`)).text.includes(text);
  expect(await shows("Bring your own oscilloscope.")).toBe(true);
  expect((await guest.get(`/jobs/${jobId}`)).text).not.toContain("Bring your own oscilloscope.");
  await page.post(`/jobs/${jobId}`, { intent: "track", state: "interview", note: "" });
  expect(await shows(question)).toBe(false);
  await page.post(`/jobs/${jobId}`, { intent: "track", state: "offer", note: "" });
  expect(await shows(question)).toBe(true);
  const led = await page.post(`/jobs/${jobId}`, { intent: "say-how" });
  const to = String(led.headers.get("Location"));
  expect(to).toMatch(/^\/experiences\/new\?company=Causeway/);
  expect((await page.get(to)).text).toContain(companyName);
  await page.post(`/jobs/${jobId}`, { intent: "track", state: "closed", note: "" });
  expect(await shows(question)).toBe(false);
});

test("a member muted through an experience's alias cannot share anonymously", async () => {
  const { id } = await shareExperience(asha, { companyName: newCompany(), isAnonymous: true });
  const alias = database.prepare("select alias from experiences where id = ?").pluck().get(Number(id));
  const muted = "insert into alias_mutes (alias, muted_at, reason) values (?, 1, 'Rude')";
  database.prepare(muted).run(alias);
  const hidden = await asha.call("POST", "/api/experiences", { ...experience, isAnonymous: true });
  expect(hidden.status).toBe(403);
  expect((await asha.call("PUT", `/api/experiences/${id}`, { role: "Tester" })).status).toBe(403);
  expect((await asha.call("POST", "/api/experiences", experience)).status).toBe(201);
  database.prepare("delete from alias_mutes").run();
});

let left: { named: string; hidden: string };
beforeAll(async () => {
  const [named, hidden] = [await shareExperience(kabir), await shareExperience(kabir, { isAnonymous: true })];
  left = { named: named.id, hidden: hidden.id };
});

test("an author's archive contains their experiences, and deleting the account leaves the anonymous ones", async () => {
  const response = await fetch(`${server.url}/account/data`, {
    method: "POST",
    headers: { Cookie: `session=${browse(server, kabir).cookies.get("session")}`, Origin: server.url },
  });
  const files = readZip(Buffer.from(await response.arrayBuffer()));
  const own = JSON.parse(String(files.get("experiences.json")));
  expect(own.map(({ isAnonymous }: { isAnonymous: boolean }) => isAnonymous)).toContain(true);
  expect(JSON.stringify(own)).not.toContain("anon_");
  const fields = { posts: "delete", currentPassword: "a good long secret" };
  expect((await browse(server, kabir).post("/account/delete", fields)).status).toBe(303);
  await expect.poll(async () => (await rohan.get(`/api/experiences/${left.named}`)).status).toBe(404);
  expect(await read(rohan, left.hidden)).toMatchObject({ author: { id: null, name: "Anonymous student" } });
});
