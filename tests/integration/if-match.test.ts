import { expect } from "vitest";
import { jobFields } from "../../app/jobs/input.server.ts";
import { announce } from "../support/events.ts";
import { readFields } from "../support/html.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { browse, event, job, join, type Member, newMember } from "../support/people.ts";
import { answer, ask, question } from "../support/questions.ts";
import { share } from "../support/upload.ts";
import { type Answer, idIn } from "../support/visitor.ts";

const test = createTest(unlimited);
let count = 0;

const tagOf = ({ headers }: Answer) => headers.get("ETag") ?? "";
const ifMatch = (tag: string) => ({ "If-Match": tag });

/** One resource of each kind that has a PUT, with a change of it. */
async function makeThings(asha: Member) {
  const shared = (await share(asha, { name: "notes.txt", bytes: Buffer.from(`notes ${++count}`) })).body;
  const asked = await ask(asha);
  return [
    [`/api/jobs/${idIn(await asha.call("POST", "/api/jobs", job))}`, { title: "Changed" }],
    [`/api/events/${(await announce(asha)).id}`, { title: "Changed" }],
    [`/api/resources/${shared.data.id}`, { title: "Changed" }],
    [`/api/questions/${asked.id}`, { title: "Changed question" }],
    [`/api/answers/${(await answer(asha, asked.id)).id}`, { body: "Changed" }],
    [`/api/users/${asha.id}`, { branch: "Changed" }],
  ] as const;
}

test("a change based on an older version is refused with 412", async ({ server }) => {
  const asha = await newMember(server);
  for (const [path, change] of await makeThings(asha)) {
    const tag = tagOf(await asha.get(path));
    expect(tag).toMatch(/^"\d+\.[\w-]+(\.gzip)?"$/);
    expect([path, (await asha.call("PUT", path, change, ifMatch(tag))).status]).toEqual([path, 200]);
    const stale = await asha.call("PUT", path, change, ifMatch(tag));
    expect([path, stale.status, stale.body]).toEqual([
      path,
      412,
      expect.objectContaining({ code: "version-mismatch", success: false }),
    ]);
    const fresh = tagOf(await asha.get(path));
    expect(fresh).not.toBe(tag);
    for (const refused of [`W/${fresh}`, '"unknown"', fresh.replaceAll('"', ""), ""]) {
      const { status } = await asha.call("PUT", path, change, ifMatch(refused));
      expect([path, refused, status]).toEqual([path, refused, 412]);
    }
    for (const accepted of [`"other", ${fresh}`, "*"]) {
      const { status } = await asha.call("PUT", path, change, ifMatch(accepted));
      expect([path, accepted, status]).toEqual([path, accepted, 200]);
    }
    expect((await asha.call("PUT", path, change)).status).toBe(200);
  }
});

test("an item that has changed since is not deleted", async ({ server }) => {
  const asha = await newMember(server);
  const things = await makeThings(asha);
  // A question with answers is not deleted.
  for (const [path, change] of [...things.slice(0, 3), things[4], things[3]]) {
    const tag = tagOf(await asha.get(path));
    await asha.call("PUT", path, change);
    expect([path, (await asha.call("DELETE", path, undefined, ifMatch(tag))).status]).toEqual([path, 412]);
    const fresh = await asha.get(path);
    expect([path, fresh.status]).toEqual([path, 200]);
    const deleted = await asha.call("DELETE", path, undefined, ifMatch(tagOf(fresh)));
    expect([path, deleted.status < 300]).toEqual([path, true]);
    expect((await asha.get(path)).status).toBe(404);
    expect((await asha.call("DELETE", path, undefined, ifMatch(tag))).status).toBe(404);
  }
});

test("of ten simultaneous changes based on the same version, only one succeeds", async ({ server }) => {
  const asha = await newMember(server);
  for (const [path, change] of await makeThings(asha)) {
    const tag = tagOf(await asha.get(path));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => asha.call("PUT", path, change, ifMatch(tag))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect([path, statuses]).toEqual([path, [200, ...Array(9).fill(412)]]);
  }
});

test("an ETag reveals nothing to strangers, and permission is checked first", async ({ server }) => {
  const asha = await newMember(server);
  const kabir = await join(server, "kabir");
  for (const [path, change] of await makeThings(asha)) {
    const { status } = await kabir.call("PUT", path, change, ifMatch('"0.stale"'));
    expect([path, status]).toEqual([path, 403]);
  }
  expect(tagOf(await kabir.get(`/api/users/${asha.id}`))).toMatch(/^W\//);
  expect(tagOf(await asha.get("/api/users/me"))).toBe(tagOf(await asha.get(`/api/users/${asha.id}`)));
});

test("a registration changes the body, not the version", async ({ server }) => {
  const [asha, rohan] = [await newMember(server), await join(server, "rohan")];
  const { id } = await announce(asha, { description: "Bring a lamp. ".repeat(60) });
  const path = `/api/events/${id}`;
  const encoded = async (encoding: string) => asha.get(path, { "Accept-Encoding": encoding });
  const [plain, packed] = [await encoded("identity"), await encoded("gzip")];
  expect([plain, packed].map(({ headers }) => headers.get("Content-Encoding"))).toEqual([null, "gzip"]);
  // Different encodings have different strong ETags, and both are accepted as unchanged.
  expect(tagOf(plain)).not.toBe(tagOf(packed));
  for (const tag of [tagOf(plain), tagOf(packed), `W/${tagOf(plain)}`])
    expect((await asha.get(path, { "If-None-Match": tag })).status).toBe(304);
  await rohan.call("POST", `${path}/register`);
  expect((await asha.get(path, { "If-None-Match": tagOf(plain) })).status).toBe(200);
  const saved = await asha.call("PUT", path, { title: "Night walk" }, ifMatch(tagOf(packed)));
  expect(saved.status).toBe(200);
});

test("other sites can send and read the headers for this", async ({ guest }) => {
  const { headers } = await guest.fetch("/api/jobs/1", { method: "OPTIONS" });
  expect(headers.get("Access-Control-Allow-Headers")).toContain("If-Match");
  const exposed = (await guest.get("/api/jobs")).headers.get("Access-Control-Expose-Headers");
  for (const name of ["ETag", "Idempotent-Replayed", "Content-Disposition", "WWW-Authenticate"])
    expect(exposed?.split(", ")).toContain(name);
});

test("an edit page keeps both texts if someone else has saved in the meantime", async ({ server }) => {
  const asha = await newMember(server);
  const browser = browse(server, asha);
  const [jobs, events, resources, questions, answers] = await makeThings(asha);
  const pages = [
    [jobs[0], `${jobs[0].replace("/api", "")}/edit`, "title"],
    [events[0], `${events[0].replace("/api", "")}/edit`, "title"],
    [resources[0], `${resources[0].replace("/api", "")}/edit`, "title"],
    [questions[0], `${questions[0].replace("/api", "")}/edit`, "title"],
    [answers[0], `${questions[0].replace("/api", "")}/edit?answer=${answers[0].split("/").at(-1)}`, "body"],
    [`/api/users/${asha.id}`, "/profile?edit", "branch"],
  ] as const;
  for (const [path, page, name] of pages) {
    const fields = readFields((await browser.get(page)).text);
    expect([page, fields.version]).toEqual([page, expect.stringMatching(/^\d+$/)]);
    await asha.call("PUT", path, { [name]: "Their own words" });
    const refused = await browser.post(page, { ...fields, [name]: "My own words" });
    expect([page, refused.status]).toEqual([page, 412]);
    for (const text of [
      "This has changed since you opened it, perhaps by you in another tab",
      "Stored now: Their own words",
      "My own words",
    ])
      expect(refused.text, page).toContain(text);
    expect((await asha.get(path)).text).toContain("Their own words");
    const again = readFields(refused.text);
    expect([page, again[name], again.version === fields.version]).toEqual([page, "My own words", false]);
    expect([page, (await browser.post(page, again)).status]).toEqual([page, 303]);
    expect((await asha.get(path)).text).toContain("My own words");
  }
});

test("an administrator's refused change is not in the audit trail", async ({ server }) => {
  const asha = await newMember(server);
  const admin = await join(server, "meera");
  server.database().prepare("update users set is_admin = 1 where id = ?").run(admin.id);
  const entries = () => server.database().prepare("select count(*) from audit_entries").pluck().get();
  const before = entries();
  for (const [path, change] of await makeThings(asha)) {
    expect((await admin.call("PUT", path, change, ifMatch('"0.stale"'))).status).toBe(412);
    if (!path.includes("users"))
      expect((await admin.call("DELETE", path, undefined, ifMatch('"0.stale"'))).status).toBe(412);
  }
  expect(entries()).toBe(before);
});

test("renaming a tag is a new version of its questions", async ({ server }) => {
  const asha = await newMember(server);
  const admin = browse(server, await join(server, "meera", "meera.tags@college.example"));
  server.database().prepare("update users set is_admin = 1 where email = 'meera.tags@college.example'").run();
  const path = `/api/questions/${(await ask(asha, { tags: ["hostle"] })).id}`;
  const tag = tagOf(await asha.get(path));
  await admin.post("/admin/tags", { tag: "hostle", name: "hostel" });
  expect((await asha.call("PUT", path, { tags: ["hostle"] }, ifMatch(tag))).status).toBe(412);
  expect((await asha.get(path)).text).toContain('"tags":["hostel"]');
});

test("changing any field is a new version", async ({ server }) => {
  const asha = await newMember(server);
  const versionOf = async (path: string) => /^"(\d+)\./.exec(tagOf(await asha.get(path)))?.[1];
  const posted = `/api/jobs/${idIn(await asha.call("POST", "/api/jobs", job))}`;
  const announced = `/api/events/${(await announce(asha)).id}`;
  const changes = [
    ...Object.keys(jobFields).map((name) => [posted, name, job[name as keyof typeof job] ?? null] as const),
    ...Object.entries(event).map(([name, value]) => [announced, name, value] as const),
  ];
  for (const [path, name, value] of changes) {
    const before = await versionOf(path);
    expect([name, (await asha.call("PUT", path, { [name]: value })).status]).toEqual([name, 200]);
    expect([name, await versionOf(path)]).not.toEqual([name, before]);
  }
});

test("a created or changed resource has the ETag that reading it returns, as has its 304", async ({
  server,
}) => {
  const asha = await newMember(server);
  const packed = { "Accept-Encoding": "gzip" };
  const file = { name: "notes.txt", bytes: Buffer.from(`notes ${++count}`) };
  const made: [string, Answer][] = [
    ["/api/jobs", await asha.call("POST", "/api/jobs", job, packed)],
    ["/api/events", await asha.call("POST", "/api/events", event, packed)],
    ["/api/resources", await share(asha, file)],
    ["/api/questions", await asha.call("POST", "/api/questions", question, packed)],
  ];
  for (const [path, answer] of made) {
    expect([path, answer.status]).toEqual([path, 201]);
    const read = await asha.get(answer.headers.get("Location") ?? "", packed);
    expect([path, tagOf(answer)]).toEqual([path, tagOf(read)]);
  }
  for (const [path, change] of await makeThings(asha)) {
    const changed = await asha.call("PUT", path, change, packed);
    const read = await asha.get(path, packed);
    expect([path, tagOf(changed)]).toEqual([path, tagOf(read)]);
    expect(tagOf(read)).not.toBe("");
    const again = await asha.get(path, { ...packed, "If-None-Match": tagOf(read) });
    expect([path, again.status, tagOf(again)]).toEqual([path, 304, tagOf(read)]);
    expect(again.headers.get("Vary")).toBe(read.headers.get("Vary"));
    expect((await asha.call("PUT", path, change, ifMatch(tagOf(changed)))).status).toBe(200);
  }
});
