import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { sized } from "../support/nightly.ts";
import { type OpenIdProvider, startOpenId } from "../support/openid.ts";
import { mailedLink } from "../support/outbox.ts";
import { browse, event, job, join, type Member, makeAdmin, newMember, password } from "../support/people.ts";
import { ask } from "../support/questions.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { clock, dayIn, endLimits, passTime } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const dayMs = 24 * 60 * 60 * 1000;
const server = await shareServer({ REGISTRATION: "approval", RATE_LIMITS: "off" }, clock);
let admin: Visitor;
let announcer: Member;
let announcing: Visitor;
beforeAll(async () => {
  const meera = await join(server, "meera");
  makeAdmin(server, meera);
  admin = browse(server, meera);
  announcer = await join(server, "rohan");
  announcing = browse(server, announcer);
  nameAnnouncer(2026);
});

const nameAnnouncer = (batch: number | null) =>
  server.database().prepare("update users set announcer_batch = ? where id = ?").run(batch, announcer.id);

/** Makes a link. @returns the path of its page */
async function make(fields: Record<string, string> = {}, maker = admin): Promise<string> {
  const made = await maker.post("/join", { batchYear: "2026", limit: "60", until: dayIn(7), ...fields });
  expect([made.status, made.text]).toEqual([303, ""]);
  return /\/join\/[\w-]{22}/.exec((await maker.get("/join")).text)?.[0] ?? "";
}
const newest = (of = server) =>
  of.database().prepare("select * from join_links order by id desc").get() as Record<string, unknown>;
let people = 0;
const person = (more: Record<string, string> = {}) => ({
  firstName: "Ila",
  lastName: "Rao",
  email: `ila${++people}@college.example`,
  phone: "98765 43210",
  countryCode: "+91",
  password,
  confirmPassword: password,
  ...more,
});
const find = (email: string, of = server) =>
  of.database().prepare("select * from users where email = ?").get(email) as Record<string, unknown>;
const unescaped = (html: string) => html.replaceAll("<!-- -->", "").replaceAll("&amp;", "&");

describe("Making links", () => {
  test("the maker gets the address, a QR code, a WhatsApp link and the count, all without scripts", async () => {
    const path = await make({ branch: "Physics" });
    const page = await admin.get("/join");
    const text = unescaped(page.text);
    expect(path).toMatch(/^\/join\/[\w-]{22}$/);
    expect(text).toMatch(new RegExp(`<input[^>]*readOnly=""[^>]*value="http[^"]*${path}"`));
    expect(text).toMatch(
      /<svg[^>]*aria-label="QR code of the link for Batch 2026, Physics"[^>]*><path d="M2 2h7/,
    );
    const message = /https:\/\/wa\.me\/\?text=([^"]*)/.exec(text)?.[1] ?? "";
    expect(decodeURIComponent(message)).toMatch(new RegExp(`Batch 2026, Physics\\nhttp.*${path}$`));
    expect(text).toContain("0 of 60 joined");
    const { nonce, code_hash } = newest();
    const code = path.slice("/join/".length);
    expect(code).not.toContain(nonce);
    expect(code_hash).toHaveLength(64);
    expect(
      server.database().prepare("select action, subject from audit_entries order by id desc").get(),
    ).toEqual({ action: "made a join link", subject: "Batch 2026, Physics" });
  });

  test.each([
    [{ limit: "0" }, "Must be a whole number from 1 to 500"],
    [{ limit: "501" }, "Must be a whole number from 1 to 500"],
    [{ limit: "" }, "Say how many people may join"],
    [{ until: dayIn(-1) }, "Choose today or a later day"],
    [{ until: dayIn(91) }, "Choose a day within 90 days"],
    [{ until: "tomorrow" }, "Choose a day such as 2030-12-31"],
    [{ batchYear: "" }, "Batch year is required"],
    [{ batchYear: "1949" }, "Batch year must be a year from 1950"],
    [{ branch: "x".repeat(101) }, "At most 100 characters"],
  ])("a link with %o is refused beside the field, and what was typed stays", async (fields, reason) => {
    const before = newest();
    const typed = { intent: "make", batchYear: "2026", branch: "Physics", limit: "60", until: dayIn(7) };
    const { status, text } = await admin.post("/join", { ...typed, ...fields });
    expect(status).toBe(422);
    expect(text).toContain(reason);
    if (!("branch" in fields)) expect(text).toContain('value="Physics"');
    expect(newest()).toEqual(before);
  });

  test("an announcer makes links for their own batch only, and cannot make one that admits directly", async () => {
    const fields = { intent: "make", batchYear: "2026", limit: "5", until: dayIn(1) };
    expect((await announcing.post("/join", { ...fields, batchYear: "2027" })).status).toBe(403);
    expect((await announcing.post("/join", { ...fields, direct: "on" })).status).toBe(403);
    expect((await announcing.post("/join", fields)).status).toBe(303);
    expect(newest()).toMatchObject({ batch_year: 2026, is_direct: 0, maker_id: Number(announcer.id) });
    const text = unescaped((await announcing.get("/join")).text);
    expect(text).not.toContain("Batch 2026, Physics");
    expect(text).not.toContain("without approval");
    expect(unescaped((await admin.get("/join")).text)).toContain("Made by <bdi>Rohan Pillai</bdi>");
    const id = String(server.database().prepare("select min(id) from join_links").pluck().get());
    expect((await announcing.post("/join", { intent: "revoke", id })).status).toBe(404);
    server.database().prepare("update users set muted_at = 1 where id = ?").run(announcer.id);
    expect((await announcing.post("/join", fields)).status).toBe(403);
    server.database().prepare("update users set muted_at = null where id = ?").run(announcer.id);
  });

  test("other members can neither make nor see links", async () => {
    const member = browse(server, await newMember(server));
    expect((await member.get("/join")).status).toBe(403);
    const fields = { batchYear: "2027", limit: "5", until: dayIn(1) };
    expect((await member.post("/join", fields)).status).toBe(403);
    expect((await new Visitor(server.url).get("/join")).headers.get("Location")).toBe(
      "/login?redirectTo=%2Fjoin",
    );
  });
});

describe("Registering with a link", () => {
  test("the page shows the college and the inviter, is not cached, and its path is not logged", async () => {
    const path = await make({ branch: "Physics" });
    const { status, headers, text } = await new Visitor(server.url).get(path);
    expect([status, headers.get("Cache-Control"), headers.get("Referrer-Policy")]).toEqual([
      200,
      "no-store",
      "strict-origin",
    ]);
    expect(headers.get("X-Keep")).toBeNull();
    expect(unescaped(text)).toContain("<bdi>Meera Nair</bdi> invites you to <bdi>Batch 2026, Physics</bdi>.");
    expect(text).not.toContain('name="batchYear"');
    await new Visitor(server.url).get(`${path}.data`);
    await waitUntil("the log", () => server.logged().includes('"path":"/join/…"'));
    expect(server.logged()).not.toContain(path.slice("/join/".length));
  });

  test("batch and branch come from the link, whatever is sent, and an administrator still approves", async () => {
    const path = await make({ branch: "Physics" });
    const fields = person({ batchYear: "1999", branch: "Law", status: "active", joinLinkId: "1" });
    const { status, text } = await new Visitor(server.url).post(path, fields);
    expect([status, text.includes("waiting for an administrator")]).toEqual([202, true]);
    expect(find(fields.email)).toMatchObject({
      status: "pending",
      batch_year: 2026,
      branch: "Physics",
      join_link_id: newest().id,
    });
    expect(unescaped((await admin.get("/join")).text)).toContain("1 of 60 joined");
  });

  test("an administrator's link can admit directly, and its pages say so", async () => {
    const path = await make({ direct: "on", batchYear: "2031" });
    const sentence = "Everybody who gets this link can join";
    const visitor = new Visitor(server.url);
    for (const page of [await admin.get("/join"), await visitor.get(path)])
      expect(page.text).toContain(sentence);
    const fields = person();
    const { status, headers } = await visitor.post(path, fields);
    expect([status, headers.get("Location")]).toEqual([303, "/"]);
    expect(find(fields.email)).toMatchObject({ status: "active", batch_year: 2031 });
    const notices = "select count(*) from notices where kind = 'admin-approvals' and at > 0";
    const before = server.database().prepare(notices).pluck().get();
    await new Visitor(server.url).post(path, person());
    expect(server.database().prepare(notices).pluck().get()).toBe(before);
  });

  test("a registration with a mistake keeps what was typed and uses up no place", async () => {
    const path = await make();
    const taken = await newMember(server);
    const visitor = new Visitor(server.url);
    const blank = await visitor.post(path, person({ lastName: "" }));
    expect([blank.status, blank.text.includes("Last name is required")]).toEqual([422, true]);
    const again = await visitor.post(path, person({ email: taken.email }));
    expect(again.status).toBe(409);
    expect(again.text).toContain(`value="${taken.email}"`);
    expect(newest().used).toBe(0);
  });

  test("a member who opens a link reads that they have joined already", async () => {
    const path = await make();
    const { status, text } = await announcing.get(path);
    expect([status, text.includes("You have already joined")]).toEqual([200, true]);
    expect(text).not.toContain('name="firstName"');
    expect((await announcing.post(path, person())).status).toBe(303);
    expect(newest().used).toBe(0);
  });

  test("an unknown code is 404, and an address may try thirty without affecting other addresses", async () => {
    const path = await make();
    const limited = await startServer({}, undefined, clock);
    try {
      const visitor = new Visitor(limited.url);
      for (let n = 0; n < 30; n++)
        expect((await visitor.get(`/join/${String(n).padStart(22, "x")}`)).status).toBe(404);
      expect((await visitor.get(`/join/${"y".repeat(22)}`)).status).toBe(429);
      await endLimits(limited);
      expect((await visitor.get("/join/short")).status).toBe(404);
    } finally {
      await limited.stop();
    }
    const visitor = new Visitor(server.url);
    expect((await visitor.get(`/join/${"z".repeat(22)}`)).status).toBe(404);
    expect((await visitor.get(path)).status).toBe(200);
  });
});

describe("The end of a link", () => {
  /** Expects that a link has ended, also for a form that was open. */
  async function expectEnded(path: string, of = server) {
    const visitor = new Visitor(of.url);
    const fields = person();
    for (const { status, headers, text } of [await visitor.get(path), await visitor.post(path, fields)]) {
      expect([status, headers.get("Cache-Control")]).toEqual([410, expect.stringContaining("no-store")]);
      expect(text).toContain("This link no longer works: it is full, has expired or was revoked.");
      expect(text).toContain('href="/register"');
      expect(text).not.toContain('name="firstName"');
    }
    expect(find(fields.email, of)).toBeUndefined();
  }

  test("a link that is full, revoked or past its last day is 410", async () => {
    const full = await make({ limit: "1", direct: "on" });
    expect((await new Visitor(server.url).post(full, person())).status).toBe(303);
    await expectEnded(full);
    const revoked = await make();
    const revoke = () => admin.post("/join", { intent: "revoke", id: String(newest().id) });
    expect((await revoke()).status).toBe(303);
    expect((await revoke()).status).toBe(303);
    await expectEnded(revoked);
    const entries = server
      .database()
      .prepare("select count(*) from audit_entries where action like 'revoked%'");
    expect(entries.pluck().get()).toBe(1);
    const old = await make({ until: dayIn(0) });
    server.database().prepare("update join_links set until = ? where id = ?").run(dayIn(-1), newest().id);
    await expectEnded(old);
  });

  test("a link ends when its maker loses the role or is suspended", async () => {
    const path = await make({}, announcing);
    nameAnnouncer(2027);
    await expectEnded(path);
    nameAnnouncer(null);
    await expectEnded(path);
    nameAnnouncer(2026);
    expect((await new Visitor(server.url).get(path)).status).toBe(200);
    const kabir = await join(server, "kabir");
    makeAdmin(server, kabir);
    const direct = await make({ batchYear: "2029", direct: "on" }, browse(server, kabir));
    const change = (set: string) =>
      server.database().prepare(`update users set ${set} where id = ?`).run(kabir.id);
    change("is_admin = 0, announcer_batch = 2029");
    await expectEnded(direct);
    change("is_admin = 1, status = 'suspended'");
    await expectEnded(direct);
  });

  const places = sized(20, 100);
  test(`exactly ${places} of ${2 * places} simultaneous registrations succeed, each with its own place`, async () => {
    const path = await make({ limit: String(places), direct: "on" });
    const answers = await Promise.all(
      Array.from({ length: 2 * places }, () => new Visitor(server.url).post(path, person())),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(303), count(410)]).toEqual([places, places]);
    const { id, used } = newest();
    expect(used).toBe(places);
    const members = server.database().prepare("select count(*) from users where join_link_id = ?").pluck();
    expect(members.get(id)).toBe(places);
  });

  test("a place stays used when its member deletes their account", async () => {
    const path = await make({ limit: "1", direct: "on" });
    const visitor = new Visitor(server.url);
    const fields = person();
    await visitor.post(path, fields);
    const deleted = await visitor.post("/account/delete", { posts: "delete", currentPassword: password });
    expect(deleted.status).toBe(303);
    expect(find(fields.email)).toBeUndefined();
    expect(newest().used).toBe(1);
    await expectEnded(path);
  });

  test("with another secret a link is unknown, and its maker sees that it has ended", async () => {
    const settings = { RATE_LIMITS: "off", SESSION_SECRET: "x".repeat(40) };
    const first = await startServer(settings);
    const meera = await join(first, "meera");
    makeAdmin(first, meera);
    const fields = { batchYear: "2027", limit: "5", until: dayIn(1) };
    expect((await browse(first, meera).post("/join", fields)).status).toBe(303);
    const path = /\/join\/[\w-]{22}/.exec((await browse(first, meera).get("/join")).text)?.[0] ?? "";
    expect((await new Visitor(first.url).get(path)).status).toBe(200);
    first.database().prepare("update join_links set code_hash = ?").run("0".repeat(64));
    expect((await new Visitor(first.url).get(path)).status).toBe(404);
    const { text } = await browse(first, meera).get("/join");
    expect(text).toContain("This link no longer works");
    expect(text).not.toContain("wa.me");
    await first.stop();
  });
});

test("forty students can register at once by one link from one address, with the usual limits", async () => {
  const limited = await startServer({});
  try {
    const meera = await join(limited, "meera");
    makeAdmin(limited, meera);
    const teacher = browse(limited, meera);
    await teacher.post("/join", { batchYear: "2029", branch: "Civil", limit: "40", until: dayIn(1) });
    const path = /\/join\/[\w-]{22}/.exec((await teacher.get("/join")).text)?.[0] ?? "";
    const register = async (n: number) => {
      const visitor = new Visitor(limited.url);
      expect((await visitor.get(path)).status).toBe(200);
      const fields = person({ firstName: `Student ${n}` });
      expect((await visitor.post(path, fields)).headers.get("Location")).toBe("/");
      return (await visitor.get("/account")).status;
    };
    const visits = await Promise.all(Array.from({ length: 40 }, (_, n) => register(n)));
    expect(visits).toEqual(Array(40).fill(200));
    expect(newest(limited)).toMatchObject({ used: 40, places: 40 });
    expect((await new Visitor(limited.url).get(path)).status).toBe(410);
  } finally {
    await limited.stop();
  }
});

describe("With confirmed addresses and a provider", () => {
  let provider: OpenIdProvider;
  let college: TestServer;
  let teacher: Visitor;
  beforeAll(async () => {
    provider = await startOpenId();
    const settings = { REGISTRATION: "domain", ALLOWED_EMAIL_DOMAINS: "college.example", RATE_LIMITS: "off" };
    college = await startServer({ ...provider.settings, ...settings }, undefined, clock);
    const meera = await join(college, "meera");
    makeAdmin(college, meera);
    teacher = browse(college, meera);
  });
  afterAll(async () => {
    await college.stop();
    await provider.stop();
  });
  async function open(fields: Record<string, string> = {}) {
    const all = { batchYear: "2028", branch: "Civil", limit: "1", until: dayIn(60), ...fields };
    expect((await teacher.post("/join", all)).status).toBe(303);
    return /\/join\/[\w-]{22}/.exec((await teacher.get("/join")).text)?.[0] ?? "";
  }

  test("the provider's button keeps the link, whose batch the member gets", async () => {
    const path = await open();
    const visitor = new Visitor(college.url);
    const page = await visitor.get(path);
    const button = /href="(\/auth\/google\?redirectTo=[^"]*)"/.exec(page.text)?.[1] ?? "";
    const email = `google${++people}@college.example`;
    provider.person = { sub: email, email, email_verified: true, name: "Uma Iyer" };
    const away = await visitor.get(button);
    const back = await fetch(away.headers.get("Location") ?? "", { redirect: "manual" });
    const url = new URL(back.headers.get("Location") ?? "");
    const returned = await visitor.get(url.pathname + url.search);
    expect(returned.headers.get("Location")).toBe("/auth/google/complete");
    const form = await visitor.get("/auth/google/complete");
    expect(form.text).not.toContain('name="batchYear"');
    const details = { phone: "98765 43210", countryCode: "+91", batchYear: "1999", skills: "" };
    const done = await visitor.post("/auth/google/complete", details);
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/"]);
    expect(find(email, college)).toMatchObject({ status: "active", batch_year: 2028, branch: "Civil" });
    expect(newest(college).used).toBe(1);

    provider.person = { ...provider.person, sub: "late", email: "late@college.example" };
    const late = new Visitor(college.url);
    const there = await late.get(button);
    const again = await fetch(there.headers.get("Location") ?? "", { redirect: "manual" });
    const { pathname, search } = new URL(again.headers.get("Location") ?? "");
    await late.get(pathname + search);
    expect((await late.get("/auth/google/complete")).headers.get("Location")).toBe(path);
    expect((await late.post("/auth/google/complete", details)).headers.get("Location")).toBe(path);
    expect((await late.get(path)).status).toBe(410);
  });

  test("the allowed domains still hold, the address is confirmed by mail, and an expired registration gives its place back", async () => {
    const path = await open({ direct: "on" });
    const visitor = new Visitor(college.url);
    const other = await visitor.post(path, person({ email: "ila@elsewhere.example" }));
    expect([other.status, other.text.includes("@college.example")]).toEqual([422, true]);
    const fields = person();
    expect((await visitor.post(path, fields)).status).toBe(202);
    expect(find(fields.email, college)).toMatchObject({
      status: "pending",
      batch_year: 2028,
      branch: "Civil",
    });
    await mailedLink(college, fields.email, "/confirm-email");
    expect((await visitor.get(path)).status).toBe(410);

    await passTime(college, 4 * dayMs);
    await waitUntil("the sweep", () => find(fields.email, college) === undefined);
    expect(newest(college).used).toBe(0);
    expect((await visitor.post(path, fields)).status).toBe(202);
    const link = await mailedLink(college, fields.email, "/confirm-email", 2);
    const token = link.split("token=")[1] ?? "";
    const confirmed = await visitor.post("/confirm-email", { token, password, confirmPassword: password });
    expect(confirmed.status).toBe(303);
    await passTime(college, 4 * dayMs);
    expect(find(fields.email, college)).toMatchObject({ status: "active", join_link_id: newest(college).id });
    expect(newest(college).used).toBe(1);
  });

  test("the log-in page leads back to the link instead of the ordinary registration", async () => {
    const path = await open();
    const { text } = await new Visitor(college.url).get(`/login?redirectTo=${encodeURIComponent(path)}`);
    expect(text).toContain(`href="${path}"`);
  });
});

test("Share on jobs, events and notes has the address in a field and a WhatsApp link, the same for guests and members", async () => {
  const asha = await newMember(server);
  const note = await share(asha, { name: "tides.txt", bytes: Buffer.from("High water.") });
  const { id: jobId } = (await asha.call("POST", "/api/jobs", job)).body;
  const made = (await asha.call("POST", "/api/events", event)).body;
  const member = browse(server, asha);
  for (const path of [`/jobs/${jobId}`, `/events/${made.data.id}`, `/resources/${note.body.data.id}`]) {
    for (const visitor of [new Visitor(server.url), member]) {
      const text = unescaped((await visitor.get(`${path}?from=asha`)).text);
      const panel = /<details[^>]*><summary[^>]*>Share<\/summary>[\s\S]*?<\/details>/.exec(text)?.[0] ?? "";
      expect(panel).toContain(`value="${server.url}${path}"`);
      const message = decodeURIComponent(/wa\.me\/\?text=([^"]*)"/.exec(panel)?.[1] ?? "");
      expect(message).toMatch(new RegExp(`^[^\\n]+\\n${server.url}${path}$`));
      expect(panel).not.toMatch(/asha/i);
    }
  }
  const question = await ask(asha);
  const { text } = await member.get(`/questions/${question.id}/${question.slug}`);
  expect(text).toContain(`value="${server.url}/questions/${question.id}/${question.slug}"`);
  expect(text).not.toContain("wa.me");
});
