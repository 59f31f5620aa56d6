import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { letter, pdf } from "../support/application.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { hourMs } from "../support/notices.ts";
import {
  browse,
  job,
  join,
  type Member,
  makeAdmin,
  openSession,
  password,
  postJob,
} from "../support/people.ts";
import { clock, dayIn, passTime, resetClock } from "../support/time.ts";
import { storedFiles } from "../support/upload.ts";
import { errorsOf } from "../support/visitor.ts";

const server = await shareServer(unlimited, clock);
const dayMs = 24 * hourMs;
const [poster, applicant, other, admin] = await Promise.all([
  join(server, "asha"),
  join(server, "rohan"),
  join(server, "kabir"),
  join(server, "meera"),
]);
makeAdmin(server, admin);

const post = (fields = {}) =>
  postJob(poster, { applicationMethod: "here", applicationLink: null, ...fields });

async function apply(
  member: Member,
  id: string,
  { text = letter, file = pdf, name = "cv.pdf", key = "" } = {},
) {
  const form = new FormData();
  form.set("letter", text);
  form.set("file", new File([file], name, { type: "application/pdf" }));
  const headers: Record<string, string> = key ? { "Idempotency-Key": key } : {};
  return member.call("POST", `/api/jobs/${id}/applications`, form, headers);
}

test("only the applicant and the poster can read an application, and both are notified of its steps", async () => {
  const id = await post();
  expect(await (await fetch(`${server.url}/jobs/${id}`)).text()).toContain('"directApply":true');
  const sent = await apply(applicant, id, { key: "one" });
  expect(sent.status).toBe(201);
  expect(sent.body).toMatchObject({ state: "sent", letter, file: { name: "cv.pdf", size: pdf.length } });
  expect((await apply(applicant, id, { key: "one" })).body.id).toBe(sent.body.id);
  expect((await apply(applicant, id)).status).toBe(409);

  const url = sent.body.file?.url ?? "";
  const opened = await Promise.all(
    [applicant, poster, other, admin].map((each) => browse(server, each).get(url)),
  );
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
  expect(opened[0]?.text).toBe(pdf);

  const list = `/api/jobs/${id}/applications`;
  const lists = await Promise.all([poster, applicant, admin].map((each) => each.call("GET", list)));
  expect(lists.map(({ status }) => status)).toEqual([200, 403, 403]);
  expect(lists[0]?.body).toHaveLength(1);
  expect((await poster.call("GET", "/api/notices")).body).toMatchObject({
    data: [{ kind: "application-received" }],
  });

  const address = `${list}/${sent.body.id}`;
  expect((await applicant.call("PUT", address, { state: "invited" })).status).toBe(403);
  expect((await poster.call("PUT", address, { state: "read" })).body).toMatchObject({ state: "read" });
  const invited = { state: "invited", text: "Come on Friday." };
  expect((await poster.call("PUT", address, invited)).body).toMatchObject(invited);
  expect((await poster.call("PUT", address, invited)).status).toBe(200);
  expect((await applicant.call("GET", "/api/applications")).body).toMatchObject([invited]);
  const { body } = await applicant.call("GET", "/api/notices");
  expect(body).toMatchObject({ data: [{ kind: "application-answered", count: 1 }] });
  expect((await applicant.call("GET", "/api/jobs/tracked")).body).toMatchObject([{ state: "applied" }]);
});

test("an invalid application is refused with an error beside the field and not stored", async () => {
  const id = await post();
  const before = storedFiles(server).length;
  const short = await apply(applicant, id, { text: "x".repeat(49) });
  expect([short.status, Object.keys(errorsOf(short))]).toEqual([422, ["letter"]]);
  expect((await apply(applicant, id, { text: "x".repeat(2_001) })).status).toBe(422);
  expect((await apply(applicant, id, { file: "a text that calls itself a PDF" })).status).toBe(415);
  expect((await apply(applicant, id, { name: "cv.docx" })).status).toBe(415);
  expect((await apply(applicant, id, { file: pdf + "x".repeat(5 * 1024 * 1024) })).status).toBe(413);
  expect((await apply(poster, id)).status).toBe(403);
  await poster.call("PUT", `/api/jobs/${id}`, { isOpen: false });
  expect(errorsOf(await apply(applicant, id)).letter).toEqual(["Applications for this job are closed."]);
  expect((await apply(applicant, await post({ applicationMethod: "in-person" }))).status).toBe(409);
  await poster.call("PUT", `/api/users/${other.id}/block`);
  expect((await apply(other, await post())).status).toBe(403);
  await poster.call("DELETE", `/api/users/${other.id}/block`);
  expect(storedFiles(server)).toHaveLength(before);
});

test("an application that is sent twice at once is stored once", async () => {
  const id = await post();
  const before = storedFiles(server).length;
  const sent = await Promise.all([apply(other, id), apply(other, id)]);
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(storedFiles(server)).toHaveLength(before + 1);
});

test("the applicant's and the poster's programs can download the PDF with a token that may read jobs", async () => {
  const { file } = (await apply(applicant, await post())).body;
  const open = (token: string) =>
    fetch(server.url + file?.url, { headers: { Authorization: `Bearer ${token}` } });
  const limited = (scopes: string) => {
    const token = openSession(server, applicant.id, "token");
    const hash = createHash("sha256").update(token).digest("hex");
    server.database().prepare("update sessions set scopes = ? where token_hash = ?").run(scopes, hash);
    return token;
  };
  const tokens = [applicant.token, poster.token, other.token, admin.token, "quadrant_none"];
  const opened = await Promise.all(
    [...tokens, limited('["jobs:read"]'), limited('["events:read"]')].map(open),
  );
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404, 200, 404]);
  expect(await opened[0]?.text()).toBe(pdf);
});

const noticesOf = async (member: Member, jobId: string) => {
  const { body } = await member.get("/api/notices");
  const { data } = body;
  return data.filter(({ kind, url }) => kind === "application-answered" && url.startsWith(`/jobs/${jobId}#`));
};
const shownTo = async (member: Member, id: string) =>
  (await member.call("GET", "/api/applications")).body.find((one) => one.id === id)?.state;

test("the poster can answer all waiting applicants after confirming their number, and they are notified a minute later", async () => {
  onTestFinished(() => resetClock(server));
  const id = await post();
  const page = `/jobs/${id}/applications`;
  const first = await apply(applicant, id);
  const last = await apply(other, id);
  const browser = browse(server, poster);
  const asked = (await browser.get(page)).text;
  for (const text of ["Answer everyone who is waiting", "Invite 2 people", "Decline 2 people"])
    expect(asked).toContain(text);
  // An application that arrived after the page was opened is not answered unread.
  await apply(admin, id);
  const fields = { newest: last.body.id, state: "declined", text: "Next year?" };
  const answered = await browser.post(page, fields);
  expect([answered.status, answered.headers.get("Location")]).toEqual([303, page]);
  const shown = (await browser.get(page)).text;
  expect(shown).toContain("2 applications answered. They will be notified in a minute.");
  expect(shown.match(/aria-label="Undo: /g)).toHaveLength(2);
  expect(shown).toContain("Undo all answers sent together");
  const { body } = await poster.call("GET", `/api${page}`);
  expect(body).toMatchObject([
    { state: "sent", text: null },
    { id: last.body.id, state: "declined", text: "Next year?" },
    { id: first.body.id, state: "declined", text: "Next year?" },
  ]);
  // Pressing again answers no other application.
  await browser.post(page, { ...fields, state: "invited" });
  expect((await poster.call("GET", `/api${page}`)).body).toEqual(body);

  await passTime(server, 50_000);
  expect(await shownTo(applicant, first.body.id)).toBe("sent");
  expect((await browse(server, applicant).get(`/jobs/${id}`)).text).not.toContain("Next year?");
  for (const each of [applicant, other]) expect(await noticesOf(each, id)).toEqual([]);
  await passTime(server, 20_000);
  for (const each of [applicant, other])
    await expect
      .poll(() => noticesOf(each, id))
      .toMatchObject([{ text: expect.stringContaining("Next year?") }]);
  expect(await shownTo(applicant, first.body.id)).toBe("declined");
  expect(await noticesOf(admin, id)).toEqual([]);
});

test("only the poster can withdraw answers within a minute, one by one or all together", async () => {
  onTestFinished(() => resetClock(server));
  const id = await post();
  const page = `/jobs/${id}/applications` as const;
  const [first, second, third] = [await apply(applicant, id), await apply(other, id), await apply(admin, id)];
  await poster.call("PUT", `/api${page}/${second.body.id}`, { state: "read" });
  const states = async () =>
    (await poster.call("GET", `/api${page}`)).body.map(({ state }) => state).reverse();
  const browser = browse(server, poster);
  const declineAll = async () => {
    await browser.post(page, { newest: third.body.id, state: "declined" });
    expect(await states()).toEqual(["declined", "declined", "declined"]);
    return /name="together" value="(\d+)"/.exec((await browser.get(page)).text)?.[1] ?? "";
  };
  const together = await declineAll();
  const undoAll = { intent: "undo", together };
  for (const [member, status] of [
    [applicant, 403],
    [admin, 403],
  ] as const)
    expect((await browse(server, member).post(page, undoAll)).status).toBe(status);
  expect((await browser.post(page, undoAll)).status).toBe(303);
  expect(await states()).toEqual(["sent", "read", "sent"]);
  expect((await browser.post(page, undoAll)).status).toBe(409);
  await passTime(server, 70_000);
  expect(await states()).toEqual(["sent", "read", "sent"]);

  const later = await declineAll();
  const undoOne = { intent: "undo", application: first.body.id };
  expect((await browser.post(page, undoOne)).status).toBe(303);
  expect(await states()).toEqual(["sent", "declined", "declined"]);
  // The poster withdraws one before its applicant is notified.
  await browser.post(`${page}/${third.body.id}`, { state: "invited", text: "Come by." });
  expect(await states()).toEqual(["sent", "declined", "invited"]);
  await passTime(server, 70_000);
  const told = async (member: Member) => (await noticesOf(member, id)).map(({ text }) => text.split(":")[0]);
  await expect.poll(() => told(other)).toEqual(["Not this time"]);
  await expect.poll(() => told(admin)).toEqual(["You are invited"]);
  expect(await told(applicant)).toEqual([]);
  expect((await browser.post(page, { intent: "undo", together: later })).status).toBe(409);
  expect((await browser.post(page, { ...undoOne, application: third.body.id })).status).toBe(409);
  expect(server.database().prepare("select count(*) from fan_outs").pluck().get()).toBe(0);
});

test("an answer can be changed until its applicant has read it, on the page and through the API", async () => {
  onTestFinished(() => resetClock(server));
  const id = await post();
  const sent = await apply(applicant, id);
  const address = `/jobs/${id}/applications/${sent.body.id}`;
  const browser = browse(server, poster);
  const asked = (await browser.get(address)).text;
  expect(asked).toContain("Decline the application of Rohan Pillai?");
  const declined = await browser.post(address, { state: "declined", text: "Next year?" });
  expect([declined.status, declined.headers.get("Location")]).toEqual([303, address]);
  expect((await browser.get(address)).text).toMatch(
    /Declined, sent.*They will be notified in a minute.*Undo/s,
  );
  await passTime(server, 70_000);
  await expect.poll(() => noticesOf(applicant, id)).toHaveLength(1);
  expect((await browser.get(address)).text).toContain("so you can change it");
  expect((await browser.post(address, { state: "invited" })).status).toBe(303);
  expect(await noticesOf(applicant, id)).toMatchObject([
    { text: expect.stringContaining("You are invited") },
  ]);
  expect((await poster.call("PUT", `/api${address}`, { state: "declined" })).status).toBe(200);
  expect((await poster.call("PUT", `/api${address}`, { state: "declined" })).status).toBe(200);
  expect(await noticesOf(applicant, id)).toMatchObject([{ text: expect.stringContaining("Not this time") }]);

  await browse(server, applicant).get(`/jobs/${id}`, { "Sec-Fetch-Site": "same-origin" });
  expect((await poster.call("PUT", `/api${address}`, { state: "invited" })).status).toBe(409);
  expect((await browser.post(address, { state: "invited" })).status).toBe(409);
  expect(await shownTo(applicant, sent.body.id)).toBe("declined");
});

test("the form without scripts keeps the letter and explains errors beside their fields", async () => {
  const id = await post();
  const browser = browse(server, applicant);
  const send = (text: string, content: string) => {
    const body = new FormData();
    body.set("letter", text);
    body.set("file", new File([content], "cv.pdf", { type: "application/pdf" }));
    return browser.fetch(`/jobs/${id}/apply`, { method: "POST", headers: { Origin: server.url }, body });
  };
  const errorOf = (html: string, field: string) =>
    new RegExp(`id="[^"]*${field}-error"[^>]*>(?:<[^>]*>)*([^<]+)`).exec(html)?.[1];
  const short = await send("y".repeat(49), pdf);
  expect([short.status, errorOf(short.text, "letter")]).toEqual([422, "Write at least 50 characters"]);
  expect(short.text).toContain(`${"y".repeat(49)}</textarea>`);
  const fake = await send(letter, "a text that calls itself a PDF");
  expect([fake.status, errorOf(fake.text, "file")]).toEqual([415, "The file&#x27;s content is not a PDF."]);
  expect(fake.text).toContain(`${letter}</textarea>`);
  expect((await send(letter, pdf)).headers.get("Location")).toBe(`/jobs/${id}`);
  expect((await browser.get(`/jobs/${id}`)).text).toContain("Sent, not read yet");
  expect((await browser.get("/jobs/mine?show=tracked")).text).toContain("Sent, not read yet");
});

test("only the poster marks an application as read, by opening it and not by preloading it", async () => {
  const id = await post();
  const { body } = await apply(applicant, id);
  const page = `/jobs/${id}/applications/${body.id}`;
  const stateOf = async () => (await poster.call("GET", `/api/jobs/${id}/applications`)).body[0]?.state;
  const browser = browse(server, poster);
  await browser.get(page, { "Sec-Purpose": "prefetch" });
  await browser.get(page, { Purpose: "prefetch" });
  await browser.get(page, { "Sec-Fetch-Site": "cross-site" });
  await browser.fetch(page, { method: "HEAD" });
  expect((await browse(server, other).get(page)).status).toBe(403);
  expect((await browse(server, applicant).get(page)).status).toBe(403);
  expect(await stateOf()).toBe("sent");
  expect((await browser.get(page)).text).toContain("Read, sent ");
  expect(await stateOf()).toBe("read");
  await poster.call("PUT", `/api${page}`, { state: "invited" });
  await browser.get(page);
  expect(await stateOf()).toBe("invited");
});

test("the poster opens each PDF from the list, and walks through the applications", async () => {
  const id = await post();
  const first = (await apply(applicant, id)).body.id;
  const second = (await apply(other, id)).body.id;
  const browser = browse(server, poster);
  const { text } = await browser.get(`/jobs/${id}/applications`);
  const rows = text.match(/<a [^>]*href="\/jobs\/\d+\/applications\/\d+".*?<\/li>/gs) ?? [];
  expect(rows.map((row) => /href="(\/files\/applications\/\d+\/cv\.pdf)"/.exec(row)?.[1])).toEqual([
    `/files/applications/${second}/cv.pdf`,
    `/files/applications/${first}/cv.pdf`,
  ]);
  const pages = async (application: string) => {
    const page = await browser.get(`/jobs/${id}/applications/${application}`);
    const [nav = ""] = /<nav[^>]*aria-label="Other applications".*?<\/nav>/s.exec(page.text) ?? [];
    return [...nav.matchAll(/href="[^"]*\/(\d+)"[^>]*>(\w+)</g)].map(([, at, word]) => [word, at]);
  };
  expect(await pages(second)).toEqual([["Next", first]]);
  expect(await pages(first)).toEqual([["Previous", second]]);
});

test("a row in the member's applications shows only the latest step", async () => {
  const id = await post();
  const { body } = await apply(applicant, id);
  const stateOf = async () => {
    const { text } = await browse(server, applicant).get("/jobs/mine?show=tracked");
    const row = new RegExp(`<li[^>]*id="job-${id}".*?</li>`, "s").exec(text)?.[0] ?? "";
    const states = ["Sent, not read yet", "Read, not answered yet", "Interview", "Declined", "Closed"];
    return [...states, "Accepting applications", "Applications closed"].filter((each) => row.includes(each));
  };
  const address = `/api/jobs/${id}/applications/${body.id}`;
  expect(await stateOf()).toEqual(["Sent, not read yet"]);
  await poster.call("PUT", address, { state: "read" });
  expect(await stateOf()).toEqual(["Read, not answered yet"]);
  await applicant.call("PUT", `/api/jobs/${id}/tracking`, { state: "interview" });
  expect(await stateOf()).toEqual(["Interview"]);
  await passTime(server, 1_000);
  await poster.call("PUT", address, { state: "declined" });
  expect(await stateOf()).toEqual(["Declined"]);
  await passTime(server, 1_000);
  await applicant.call("PUT", `/api/jobs/${id}/tracking`, { state: "closed" });
  expect(await stateOf()).toEqual(["Closed"]);
});

test("administrators can open a reported PDF until the report is decided", async () => {
  const sent = await apply(applicant, await post());
  const address = `/reports/new?subject=application&id=${sent.body.id}`;
  expect((await browse(server, poster).post(address, { reason: "Not theirs" })).status).toBe(303);
  const report = server.database().prepare("select max(id) from reports").pluck().get();
  const file = `/files/reports/${report}/cv.pdf`;
  const open = (member: Member) => browse(server, member).get(file);
  const opened = await Promise.all([admin, poster, applicant].map(open));
  expect(opened.map(({ status }) => status)).toEqual([200, 403, 403]);
  expect(opened[0]?.text).toBe(pdf);
  expect((await browse(server, admin).get(`/admin/reports/${report}`)).text).toContain(file);
  await browse(server, admin).post(`/admin/reports/${report}`, { intent: "dismiss" });
  expect((await open(admin)).status).toBe(404);
});

test("an administrator removes a reported application, and the words of a reported answer", async () => {
  const id = await post();
  const before = storedFiles(server).length;
  const [first, second] = [await apply(applicant, id), await apply(other, id)];
  const answer = { state: "declined", text: "Not even in a hundred years" };
  for (const { body } of [first, second])
    await poster.call("PUT", `/api/jobs/${id}/applications/${body.id}`, answer);
  const [hers, his] = [browse(server, poster), browse(server, applicant)];
  const report = async (browser: typeof his, subject: string, subjectId: string) => {
    const address = `/reports/new?${new URLSearchParams({ subject, id: subjectId })}`;
    const shown = await browser.get(address);
    await browser.post(address, { reason: "Not kind" });
    const newest = Number(server.database().prepare("select max(id) from reports").pluck().get());
    return { shown, newest, page: `/admin/reports/${newest}` };
  };
  const admins = browse(server, admin);
  const remove = (page: string) => admins.post(page, { intent: "remove", reason: "We are polite here" });

  expect((await his.get(`/jobs/${id}`)).text).toContain(
    `/reports/new?subject=application-answer&amp;id=${first.body.id}`,
  );
  const words = await report(his, "application-answer", first.body.id);
  expect(words.shown.text).toContain("Report this answer to an application");
  for (const stranger of [hers, browse(server, other), admins]) {
    const { shown, newest } = await report(stranger, "application-answer", first.body.id);
    expect([shown.status, newest]).toEqual([404, words.newest]);
  }
  const read = await admins.get(words.page);
  for (const text of [answer.text, poster.name, "Remove it…", "Mute the author…"])
    expect(read.text).toContain(text);
  expect(read.text.includes(letter)).toBe(false);
  expect((await admins.get(`${words.page}/remove`)).text).toContain("Remove this answer to an application?");
  expect((await remove(words.page)).status).toBe(303);
  expect((await applicant.call("GET", "/api/applications")).body).toContainEqual(
    expect.objectContaining({ id: first.body.id, state: "declined", text: null }),
  );
  const told = async (member: Member) => JSON.stringify((await member.call("GET", "/api/notices")).body);
  expect(await told(applicant)).not.toContain(answer.text);
  expect(await told(other)).toContain(answer.text);
  expect(await told(poster)).toContain("was removed: “We are polite here”");

  const whole = await report(hers, "application", second.body.id);
  await remove(whole.page);
  expect(await told(other)).toContain("Your application");
  const { body } = await poster.call("GET", `/api/jobs/${id}/applications`);
  expect(body).toMatchObject([{ id: first.body.id }]);
  const url = second.body.file?.url ?? "";
  expect((await browse(server, other).get(url)).status).toBe(404);
  expect((await admins.get("/admin/audit")).text).toContain("removed the application");
  await expect
    .poll(async () => {
      await passTime(server, 2 * hourMs);
      return storedFiles(server).length;
    })
    .toBe(before + 1);
});

test("a member's twenty-first application in a day is refused, even with limits off", async () => {
  const insert = `insert into job_applications (job_id, user_id, letter, file_name, file_size, sent_at)
    select ?, ?, 'x', 'cv.pdf', 1, ?`;
  const newcomer = await join(server, "kabir", "limit@college.example");
  const ids = await Promise.all(Array.from({ length: 21 }, () => post()));
  const now = Date.now() + server.clockOffsetMs;
  for (const [index, id] of ids.slice(0, 20).entries())
    server
      .database()
      .prepare(insert)
      .run(Number(id), Number(newcomer.id), index === 0 ? now - dayMs + 60_000 : now);
  const before = storedFiles(server).length;
  const refused = await apply(newcomer, ids[20] ?? "");
  expect(refused.status).toBe(429);
  expect(errorsOf(refused).letter?.[0]).toContain("20 applications in a day");
  expect((await browse(server, newcomer).get(`/jobs/${ids[20]}/apply`)).text).toContain(
    "20 applications in a day",
  );
  expect(storedFiles(server)).toHaveLength(before);
  await passTime(server, 2 * 60_000);
  expect((await apply(newcomer, ids[20] ?? "")).status).toBe(201);
});

test("a deadline is announced the day before, and a waiting applicant is reminded once a week", async () => {
  const day = (days: number) => dayIn(days, Date.now() + server.clockOffsetMs);
  const counts = (member: Member, kind: string) =>
    server
      .database()
      .prepare("select subject, sum(count) from notices where user_id = ? and kind = ? group by 1 order by 1")
      .raw()
      .all(Number(member.id), kind) as [string, number][];
  const told = (member: Member, kind: string, id: string) =>
    counts(member, kind).find(([of]) => of === id)?.[1];
  const stepMs = { "job-deadline": hourMs / 60, "applications-waiting": hourMs / 2 };
  const waitFor = (member: Member, kind: keyof typeof stepMs, id: string, count: number) =>
    expect
      .poll(async () => {
        await passTime(server, stepMs[kind]);
        return told(member, kind, id);
      })
      .toBe(count);

  const closing = await post({ deadline: day(2) });
  await browse(server, other).post(`/jobs/${closing}`, { intent: "save" });
  for (const [member, state] of [
    [applicant, "interview"],
    [admin, "closed"],
  ] as const)
    await member.call("PUT", `/api/jobs/${closing}/tracking`, { state });
  const id = await post({ deadline: null });
  await apply(applicant, id);
  await passTime(server, dayMs);
  for (const member of [other, applicant]) await waitFor(member, "job-deadline", closing, 1);
  expect(told(admin, "job-deadline", closing)).toBeUndefined();

  expect(told(poster, "applications-waiting", id)).toBeUndefined();
  await passTime(server, 6 * dayMs);
  await waitFor(poster, "applications-waiting", id, 1);
  await passTime(server, 5 * dayMs);
  // Once the notice about this job is sent, the same run has also checked the first job.
  const later = await post({ deadline: null });
  const insert = `insert into job_applications (job_id, user_id, letter, file_name, file_size, sent_at)
    values (?, ?, 'x', 'cv.pdf', 1, 1)`;
  server.database().prepare(insert).run(Number(later), Number(applicant.id));
  await waitFor(poster, "applications-waiting", later, 1);
  expect(told(poster, "applications-waiting", id)).toBe(1);
  expect(told(other, "job-deadline", closing)).toBe(1);
  await passTime(server, 3 * dayMs);
  await waitFor(poster, "applications-waiting", id, 2);
});

test("an application's files are deleted with the job, and with the account of either side", async () => {
  const [boss, one, two] = [
    await join(server, "asha", "boss@college.example"),
    await join(server, "rohan", "one@college.example"),
    await join(server, "kabir", "two@college.example"),
  ];
  const postAs = async (member: Member) => {
    const here = { ...job, applicationMethod: "here", applicationLink: null };
    return (await member.call("POST", "/api/jobs", here)).body.id;
  };
  const before = storedFiles(server).length;
  const [deleted, kept, binned] = [await postAs(boss), await postAs(boss), await postAs(boss)];
  const mine = await apply(one, deleted);
  for (const id of [kept, binned]) for (const each of [one, two]) await apply(each, id);
  expect(storedFiles(server)).toHaveLength(before + 5);
  await boss.call("DELETE", `/api/jobs/${deleted}`);
  expect((await browse(server, one).get(mine.body.file?.url ?? "")).status).toBe(404);
  expect(storedFiles(server)).toHaveLength(before + 5);
  await browse(server, boss).post("/bin", { intent: "delete", subject: "job", id: deleted });
  await expect.poll(() => storedFiles(server).length).toBe(before + 4);
  await boss.call("DELETE", `/api/jobs/${binned}`);
  const leave = (member: Member) =>
    browse(server, member).post("/account/delete", { posts: "delete", currentPassword: password });
  expect((await leave(one)).status).toBe(303);
  await expect.poll(() => storedFiles(server).length).toBe(before + 2);
  expect((await leave(boss)).status).toBe(303);
  await expect.poll(() => storedFiles(server).length).toBe(before);
});

test("a PDF is deleted 60 days after its job closes, and its row says so", async () => {
  const [closed, open] = [await post({ deadline: null }), await post({ deadline: null })];
  const sent = await apply(applicant, closed);
  const stays = await apply(applicant, open);
  await poster.call("PUT", `/api/jobs/${closed}`, { isOpen: false });
  const isStored = async ({ body }: typeof sent) =>
    (await browse(server, applicant).get(body.file?.url ?? "")).status;
  await passTime(server, 59 * dayMs);
  expect(await isStored(sent)).toBe(200);
  await passTime(server, dayMs);
  await expect
    .poll(async () => {
      await passTime(server, 2 * hourMs);
      return isStored(sent);
    })
    .toBe(404);
  expect(await isStored(stays)).toBe(200);
  const page = `/jobs/${closed}/applications/${sent.body.id}`;
  expect((await browse(server, poster).get(page)).text).toContain("The PDF is deleted");
  applicant.token = openSession(server, applicant.id, "token");
  const { body } = await applicant.call("GET", "/api/applications");
  expect(body.find(({ id }) => id === sent.body.id)).toMatchObject({ file: null, letter });
});
