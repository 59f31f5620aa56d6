import { beforeEach, expect, test } from "vitest";
import { announce } from "../support/events.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { offerMentoring } from "../support/mentoring.ts";
import { job, join, type Member, makeAdmin, openSession } from "../support/people.ts";
import { picture } from "../support/profile.ts";
import { ask, question } from "../support/questions.ts";
import { Socket } from "../support/socket.ts";
import { share } from "../support/upload.ts";
import { problemOf, Visitor } from "../support/visitor.ts";

// Ways in which a muted member could reach others: the profile and requests to connect.

const server = await shareServer(unlimited);
const database = server.database();
let count = 0;
let kabir: Member;
let rohan: Member;
let page: Visitor;
beforeEach(async () => {
  kabir = await join(server, "kabir", `kabir${++count}@college.example`);
  rohan = await join(server, "rohan", `rohan${count}@college.example`);
  database
    .prepare("update users set muted_at = 1, company = 'Northlight' where id = ?")
    .run(Number(kabir.id));
  page = new Visitor(server.url);
  page.cookies.set("session", openSession(server, kabir.id, "browser"));
});
const stored = () =>
  database.prepare("select * from users where id = ?").get(Number(kabir.id)) as Record<string, unknown>;
const connections = () =>
  database.prepare("select count(*) from connections where asked_by = ?").pluck().get(Number(kabir.id));
const profileForm = (more: Record<string, string> = {}) => {
  const { name, phone, batch_year, company } = stored();
  return {
    name,
    phone,
    company,
    batchYear: String(batch_year),
    skills: "Python, sketching",
    phoneTo: "nobody",
    rollTo: "nobody",
    cgpaTo: "nobody",
    birthdayTo: "nobody",
    genderTo: "nobody",
    locationTo: "nobody",
    ...more,
  } as Record<string, string>;
};

test.each([
  ["name", "Rohan Is A Cheat"],
  ["company", "Rohan cheats"],
  ["position", "Knows that Rohan cheats"],
  ["skills", "Rohan cheats"],
  ["location", "Next to Rohan"],
  ["branch", "Cheating"],
])("a muted member cannot change %s, by page and API", async (field, text) => {
  const before = stored();
  const called = await kabir.call("PUT", `/api/users/${kabir.id}`, { [field]: text });
  expect([called.status, problemOf(called).detail]).toEqual([403, expect.stringContaining("muted")]);
  const sent = await page.post("/profile?edit", profileForm({ [field]: text }));
  expect([sent.status, sent.text.includes("has muted you"), sent.text.includes(text)]).toEqual([
    403,
    true,
    true,
  ]);
  expect(stored()).toEqual(before);
});

test("a muted member can choose who sees the profile, on the page and through the API", async () => {
  const sent = await page.post("/profile?edit", profileForm());
  expect([sent.status, stored().phone_to, stored().location_to]).toEqual([303, "nobody", "nobody"]);
  const change = { visibility: { phone: "members" }, allowAnonymous: false, company: "Northlight" };
  expect((await kabir.call("PUT", `/api/users/${kabir.id}`, change)).status).toBe(200);
  expect(stored()).toMatchObject({ phone_to: "members", allow_anonymous: 0, company: "Northlight" });
});

test("a muted member can remove a picture and cannot set one, on the page or through the API", async () => {
  for (const [visitor, method, path] of [
    [kabir, "PUT", "/api/users/avatar"],
    [page, "POST", "/profile"],
  ] as const) {
    const form = new FormData();
    form.set("avatar", new File([new Uint8Array(await picture())], "face.png"));
    const { status, text } = await visitor.fetch(path, { method, body: form });
    expect([status, text.includes("has muted you")]).toEqual([403, true]);
  }
  expect(stored().avatar_file).toBeNull();
  expect((await page.post("/profile", { intent: "remove-avatar" })).status).toBe(303);
});

test("a muted member can neither request nor accept a connection, on the page or through the API, but can withdraw", async () => {
  for (const intent of ["ask", "accept"]) {
    expect((await page.post("/connections", { intent, userId: rohan.id })).status).toBe(403);
  }
  expect((await kabir.call("PUT", `/api/users/${rohan.id}/connection`)).status).toBe(403);
  await rohan.call("PUT", `/api/users/${kabir.id}/connection`);
  const accepted = await kabir.call("PUT", `/api/users/${rohan.id}/connection`);
  expect([accepted.status, problemOf(accepted).detail]).toEqual([403, expect.stringContaining("muted")]);
  expect(connections()).toBe(0);
  expect((await kabir.call("DELETE", `/api/users/${rohan.id}/connection`)).status).toBe(200);
});

// How members are muted, what they read, how they answer, and how mutes end.

const dayMs = 86_400_000;
const browse = (member: Member) => {
  const visitor = new Visitor(server.url);
  visitor.cookies.set("session", openSession(server, member.id, "browser"));
  return visitor;
};
const administrator = async () => {
  const meera = await join(server, "meera", `meera${count}@college.example`);
  makeAdmin(server, meera);
  return browse(meera);
};
const newestReport = () => String(database.prepare("select max(id) from reports").pluck().get());
const unmute = () => database.prepare("update users set muted_at = null where id = ?").run(Number(kabir.id));
/** Has a member report something of Kabir's, and an administrator decide the report. */
async function decide(admin: Visitor, thing: string, decision: Record<string, string>) {
  await browse(rohan).post(`/reports/new?${thing}`, { reason: "Unkind" });
  return admin.post(`/admin/reports/${newestReport()}`, decision);
}
const muteKabir = (admin: Visitor, more: Record<string, string> = {}) => {
  unmute();
  const decision = { intent: "mute", reason: "Insults in two answers", length: "week", ...more };
  return decide(admin, `subject=user&id=${kabir.id}`, decision);
};
const trail = () => database.prepare("select action, detail from audit_entries order by id desc").get();
const noticesOf = async (member: Member) => (await member.call("GET", "/api/notices")).body.data;
const mainOf = ({ text }: { text: string }) => text.slice(text.indexOf("<main"), text.indexOf("</main"));

test.each([
  ["no reason", { reason: " " }, "Say why: they read it"],
  ["a reason of two letters", { reason: "No" }, "At least 3 characters"],
  ["a reason of 501 letters", { reason: "n".repeat(501) }, "At most 500 characters"],
  ["no length", { length: "" }, "Choose for how long"],
  ["a length of our own", { length: "year" }, "Choose for how long"],
])("a mute for %s is refused, and the form keeps what was typed", async (_, more, sentence) => {
  const admin = await administrator();
  const refused = await muteKabir(admin, more);
  expect([refused.status, refused.text.includes(sentence)]).toEqual([422, true]);
  expect(stored()).toMatchObject({ muted_at: null, muted_until: null, mute_reason: null });
  const asked = `/admin/reports/${newestReport()}/mute`;
  const typed = await admin.post(asked, { intent: "mute", reason: "Typed words", length: "" });
  expect([typed.status, typed.text.includes("Typed words</textarea>")]).toEqual([422, true]);
});

test("a mute has a reason and an end, notifies its member, is in the trail, and ends automatically", async () => {
  const admin = await administrator();
  expect((await muteKabir(admin)).status).toBe(303);
  const { muted_at: from, muted_until: until } = stored();
  expect(Number(until) - Number(from)).toBe(7 * dayMs);
  expect(trail()).toMatchObject({
    action: "muted the member",
    detail: expect.stringMatching(/^until \d+ \w+( \d{4})?, \d\d:\d\d: “Insults in two answers”$/),
  });
  expect(await noticesOf(kabir)).toMatchObject([
    {
      kind: "post-muted",
      text: expect.stringMatching(/^You are muted until .*: “Insults in two answers”$/),
      url: "/muted",
    },
  ]);
  expect(mainOf(await page.get("/muted"))).toMatch(/You are muted until \d+ \w+.*Insults in two answers/s);
  expect(mainOf(await admin.get("/admin/mutes"))).toMatch(
    />Everything<.*>since [^<]*<.*>until [^<]*<.*Insults in two answers/s,
  );

  const refused = await kabir.call("POST", "/api/jobs", job);
  expect([refused.status, problemOf(refused).detail]).toEqual([
    403,
    expect.stringMatching(
      /^A moderator or administrator has muted you until \d+ \w+.*\d\d:\d\d\. You can read, but not post\.$/,
    ),
  ]);
  const socket = await Socket.of(kabir);
  const content = {
    senderId: kabir.id,
    receiverId: rohan.id,
    content: "No",
    isAnonymous: false,
    tempId: "t",
  };
  socket.send("send_message", content);
  expect((await socket.next("message_failed")).error).toMatch(/muted you until/);
  socket.send("anonymous-message", { content: "No" });
  expect((await socket.next("error")).message).toMatch(/muted you here until/);

  // The mute ends: no timer has to run.
  database.prepare("update users set muted_until = ? where id = ?").run(Date.now() - 1, Number(kabir.id));
  expect((await kabir.call("POST", "/api/jobs", job)).status).toBe(201);
  expect((await kabir.call("POST", "/api/messages/send", { ...content, tempId: undefined })).status).toBe(
    201,
  );
  expect((await kabir.call("POST", "/api/anonymous-messages", { content: "Sorry" })).status).toBe(201);
  socket.send("send_message", { ...content, tempId: "u" });
  await socket.next("message_saved");
  await socket.close();
  expect(mainOf(await page.get("/muted"))).toContain("You are not muted");
  expect(mainOf(await admin.get("/admin/mutes"))).not.toContain(`value="${kabir.id}"`);
  // Another report can mute them again.
  const { id } = (await kabir.call("POST", "/api/jobs", job)).body;
  const open = { intent: "mute", reason: "Again", length: "open" };
  expect((await decide(admin, `subject=job&id=${id}`, open)).status).toBe(303);
  expect(stored()).toMatchObject({ muted_until: null, mute_reason: "Again" });
});

test("a banner with the reason, the end and a link to answer replaces every form, and typed texts are kept", async () => {
  const admin = await administrator();
  unmute();
  offerMentoring(server, rohan);
  const posted = (await kabir.call("POST", "/api/jobs", job)).body;
  const event = await announce(kabir);
  const file = { name: "tides.txt", bytes: Buffer.from(`Tides of ${kabir.id}`) };
  const resource = (await share(kabir, file, { title: "Tides" })).body.data;
  const asked = await ask(kabir);
  server.database().prepare("update users set announcer_batch = 2027 where id = ?").run(Number(kabir.id));
  await muteKabir(admin);
  const places = [
    "/questions/new",
    `/questions/${asked.id}/edit`,
    "/post-job",
    `/jobs/${posted.id}/edit`,
    "/events/new",
    `/events/${event.id}/edit`,
    "/resources/upload",
    `/resources/${resource.id}/edit`,
    `/messages/${rohan.id}`,
    "/anonymous-post",
    `/mentoring/new?mentor=${rohan.id}`,
    "/announcements",
  ];
  for (const path of places) {
    const main = mainOf(await page.get(path));
    expect([path, main.match(/<textarea|type="file"/)]).toEqual([path, null]);
    expect([path, main]).toEqual([
      path,
      expect.stringMatching(/You are muted until .*Why: Insults in two answers/s),
    ]);
    expect([path, main.includes('href="/muted"')]).toEqual([path, true]);
  }
  const { status, headers } = await page.get(`/questions/${asked.id}`);
  const thread = mainOf(
    await page.get(status === 301 ? (headers.get("Location") ?? "") : `/questions/${asked.id}`),
  );
  expect(thread).toContain("You are muted until");
  expect(thread).not.toContain("<textarea");
  const profile = mainOf(await page.get("/profile?edit"));
  expect([profile.includes("You are muted until"), profile.includes('name="phoneTo"')]).toEqual([true, true]);
  // A form that was open before is shown again with its text.
  const sent = await page.post("/anonymous-post", { content: "Ten minutes of typing" });
  expect([sent.status, sent.text.includes("Ten minutes of typing</textarea>")]).toEqual([403, true]);
  // A muted member can still delete and restore their own posts, and other members see no difference.
  expect((await kabir.call("DELETE", `/api/jobs/${posted.id}`)).status).toBeLessThan(300);
  expect((await kabir.call("POST", `/api/jobs/${posted.id}/restore`)).status).toBe(200);
  expect(mainOf(await browse(rohan).get("/questions/new"))).not.toContain("muted");
});

test("administrators get a muted member's answer, one at a time, and keep or lift the mute with a reply", async () => {
  const admin = await administrator();
  await muteKabir(admin);
  const form = { mute: kabir.id, reason: "I was quoting <b>somebody</b>" };
  const blank = await page.post("/muted", { mute: kabir.id, reason: " " });
  expect([blank.status, blank.text.includes("Write your answer first")]).toEqual([422, true]);
  const answers = await Promise.all(Array.from({ length: 4 }, () => page.post("/muted", form)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409]);
  expect(mainOf(await page.get("/muted"))).toMatch(/Your answer of .* is waiting/);
  const again = await page.post("/muted", { ...form, reason: "And another thing" });
  expect([again.status, again.text.includes("And another thing</textarea>")]).toEqual([409, true]);
  for (const [visitor, key] of [
    [browse(rohan), kabir.id],
    [browse(rohan), rohan.id],
    [page, "anon_nobody"],
    [page, "1 or 1=1"],
  ] as const)
    expect((await visitor.post("/muted", { mute: key, reason: "Not mine" })).status).toBe(409);
  expect((await new Visitor(server.url).post("/muted", form)).status).toBe(401);
  expect((await page.get(`/reports/new?subject=mute&id=${kabir.id}`)).status).toBe(404);

  const report = `/admin/reports/${newestReport()}`;
  const read = mainOf(await admin.get(report));
  for (const text of [
    "I was quoting &lt;b&gt;somebody",
    "Insults in two answers",
    "Keep the mute",
    "Lift the mute",
  ])
    expect(read).toContain(text);
  expect(read).not.toContain("Remove it");
  expect((await browse(rohan).post(report, { intent: "lift" })).status).toBe(403);
  expect((await admin.post(report, { intent: "dismiss", reason: "Please wait the week" })).status).toBe(303);
  expect(trail()).toMatchObject({ action: "kept the mute" });
  expect((await noticesOf(kabir))[0]?.text).toBe(
    "We read your answer and decided to keep the mute: “Please wait the week”",
  );
  expect(mainOf(await page.get("/muted"))).toMatch(/read your answer of .* the mute stays/);
  expect((await kabir.call("POST", "/api/jobs", job)).status).toBe(403);

  expect((await page.post("/muted", form)).status).toBe(303);
  const second = `/admin/reports/${newestReport()}`;
  expect((await admin.post(second, { intent: "lift", reason: "You are right" })).status).toBe(303);
  expect((await admin.get("/admin/reports")).text).toContain(`${kabir.name} can post again.`);
  expect(trail()).toMatchObject({ action: "unmuted", detail: "You are right" });
  expect((await noticesOf(kabir)).map(({ text }) => text)).toContain(
    "You can post again: the mute is lifted: “You are right”",
  );
  expect((await page.get("/reports")).text).toContain("We lifted it: you can post again.");
  expect((await kabir.call("POST", "/api/jobs", job)).status).toBe(201);
  const { id } = (await kabir.call("POST", "/api/jobs", job)).body;
  expect((await decide(admin, `subject=job&id=${id}`, { intent: "lift" })).status).toBe(422);
});

test("a mute through an alias does not name its member in the notice, the answer, the list and the audit trail", async () => {
  const admin = await administrator();
  unmute();
  const rename =
    "update users set first_name = 'Zephyr', last_name = 'Quill', name = 'Zephyr Quill' where id = ?";
  database.prepare(rename).run(Number(kabir.id));
  const asked = await ask(kabir, { isAnonymous: true });
  const alias = String(
    database.prepare("select alias from questions where id = ?").pluck().get(Number(asked.id)),
  );
  const decision = { intent: "mute", reason: "Rumours about a teacher", length: "day" };
  expect((await decide(admin, `subject=question&id=${asked.id}`, decision)).status).toBe(303);
  const [notice] = await noticesOf(kabir);
  expect(notice).toMatchObject({ kind: "post-muted", url: "/muted" });
  expect(notice?.text).toMatch(/^What you write anonymously is muted until .*: “Rumours about a teacher”$/);
  expect(
    database
      .prepare("select subject, actor_id from notices where user_id = ? and kind = 'post-muted'")
      .get(Number(kabir.id)),
  ).toEqual({ subject: "anonymous", actor_id: null });

  for (const path of [
    "/anonymous-post",
    `/messages/${rohan.id}?anonymous=1`,
    `/questions/${asked.id}/edit`,
  ]) {
    const main = mainOf(await page.get(path));
    expect([path, main]).toEqual([
      path,
      expect.stringMatching(/What you write anonymously is muted until .*Rumours/s),
    ]);
    expect([path, main.match(/<textarea/), main.includes(alias)]).toEqual([path, null, false]);
  }
  const form = mainOf(await page.get("/questions/new"));
  expect([form.includes('name="isAnonymous"'), form.includes('name="title"')]).toEqual([false, true]);
  expect(mainOf(await page.get(`/messages/${rohan.id}`))).toContain("<textarea");
  const refused = await kabir.call("POST", "/api/questions", { ...question, isAnonymous: true });
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("muted you here until")]);
  expect((await kabir.call("POST", "/api/questions", { ...question, isAnonymous: false })).status).toBe(201);

  expect((await browse(rohan).post("/muted", { mute: alias, reason: "Not mine" })).status).toBe(409);
  expect((await page.post("/muted", { mute: alias, reason: "It was no rumour" })).status).toBe(303);
  const report = `/admin/reports/${newestReport()}`;
  for (const path of ["/admin/reports", report, "/admin/mutes", "/admin/audit"]) {
    const shown = mainOf(await admin.get(path));
    expect([path, shown.includes("Zephyr"), shown.includes(kabir.email)]).toEqual([path, false, false]);
  }
  expect(mainOf(await admin.get(report))).toMatch(/Anonymous.*Rumours about a teacher/s);
  expect((await admin.post(report, { intent: "lift" })).status).toBe(303);
  expect((await admin.get("/admin/reports")).text).toContain("The anonymous member can post again.");
  expect((await noticesOf(kabir))[0]?.text).toBe("You can post again: the mute is lifted");
  expect((await kabir.call("POST", "/api/questions", { ...question, isAnonymous: true })).status).toBe(201);
});

test("a mute in the room gives its reason and its end at midnight, in the room alone", async () => {
  const admin = await administrator();
  unmute();
  const line = (await kabir.call("POST", "/api/anonymous-messages", { content: "Something rude" })).body;
  const decision = { intent: "mute", reason: "Names somebody" };
  expect((await decide(admin, `subject=room-line&id=${line.id}`, decision)).status).toBe(303);
  expect(mainOf(await page.get("/anonymous-post"))).toMatch(
    /You are muted here until midnight.*Why: Names somebody/s,
  );
  const refused = await kabir.call("POST", "/api/anonymous-messages", { content: "More" });
  expect(problemOf(refused).detail).toContain("until midnight");
  expect(await noticesOf(kabir)).toEqual([]);
  expect(mainOf(await page.get("/muted"))).toContain("You are not muted");
  expect(mainOf(await admin.get("/admin/mutes"))).toContain("Names somebody");
});
