import { once } from "node:events";
import { resolve } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { auditSubject } from "../support/audit.ts";
import { announce } from "../support/events.ts";
import { createTest, shareServer, unlimited } from "../support/integration.ts";
import { browse, event, job, join, type Member, makeAdmin, postJob } from "../support/people.ts";
import { ask, comment, question } from "../support/questions.ts";
import { Socket } from "../support/socket.ts";
import { share } from "../support/upload.ts";
import { idIn, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited, resolve("tests/support/report-locks.ts"));
const database = server.database();
let author: Member;
let reader: Member;
let reporter: Visitor;
let meera: Member;
let admin: Visitor;
let alias = "";
beforeAll(async () => {
  author = await join(server, "asha");
  reader = await join(server, "rohan");
  meera = await join(server, "meera");
  makeAdmin(server, meera);
  reporter = browse(server, reader);
  admin = browse(server, meera);
  alias = "anon_0123456789";
  database
    .prepare("insert into conversations (a_id, b_id, alias, created_at) values (?, ?, ?, 1)")
    .run(Number(author.id), Number(reader.id), alias);
});

let count = 0;
const message = (content: string) => ({
  senderId: author.id,
  receiverId: reader.id,
  content,
  isAnonymous: false,
});

/** Makes something of the author's to report. @returns its id */
const make = {
  job: async () => idIn(await author.call("POST", "/api/jobs", job)),
  event: async () => (await announce(author)).id,
  resource: async () => {
    const file = { name: "tides.txt", bytes: Buffer.from(`Tides ${++count}`) };
    return idIn(await share(author, file, { title: "Tides" }));
  },
  message: async () => idIn(await author.call("POST", "/api/messages/send", message(`Rude ${++count}`))),
  hiddenMessage: async () => {
    const [conversation] = database
      .prepare("select id from conversations where alias = ?")
      .pluck()
      .all(alias);
    return String(
      database
        .prepare(
          "insert into messages (conversation_id, sender_id, receiver_id, content, sent_at) values (?, ?, ?, ?, 1)",
        )
        .run(Number(conversation), Number(author.id), Number(reader.id), `Hidden and rude ${++count}`)
        .lastInsertRowid,
    );
  },
  line: async () =>
    idIn(await author.call("POST", "/api/anonymous-messages", { content: `Rude line ${++count}` })),
};
type Kind = "user" | "alias" | "message" | "room-line" | "job" | "event" | "resource";

async function report(subject: Kind, id: string, by = reporter, reason = "This is not kind") {
  const answer = await by.post(`/reports/new?subject=${subject}&id=${id}&redirectTo=/jobs`, { reason });
  const newest = database.prepare("select max(id) from reports").pluck().get();
  return { answer, id: String(newest) };
}
const decide = (id: string, intent: string, more: Record<string, string> = {}) =>
  admin.post(`/admin/reports/${id}`, {
    intent,
    ...(intent === "mute" && { reason: "Unkind to others", length: "open" }),
    ...more,
  });
const audit = () =>
  database
    .prepare(`select action || ': ' || ${auditSubject} from audit_entries order by id desc`)
    .pluck()
    .all() as string[];
const unmuteAll = () =>
  database.exec("update users set muted_at = null; delete from alias_mutes; delete from room_mutes");

test("the report form shows the reported item, asks for a reason, and thanks the reporter", async () => {
  const id = await make.job();
  const address = `/reports/new?subject=job&id=${id}&redirectTo=%2Fjobs%2F${id}`;
  expect((await reporter.get(`/jobs/${id}`)).text).toContain(address.replaceAll("&", "&amp;"));
  const form = await reporter.get(address);
  expect(form.text).toContain("Report this job");
  expect(form.text).toContain(job.title);
  const blank = await reporter.post(address, { reason: " \n " });
  expect([blank.status, blank.text.includes("Say what is wrong")]).toEqual([422, true]);
  const long = await reporter.post(address, { reason: "x".repeat(1_001) });
  expect([long.status, long.text.includes(`${"x".repeat(1_001)}</textarea>`)]).toEqual([422, true]);

  const sent = await reporter.post(address, { reason: "They ask for <b>money</b>" });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/jobs/${id}`]);
  expect((await reporter.get(`/jobs/${id}`)).text).toContain("Thank you. An administrator will look at it.");
  const page = await reporter.get("/reports");
  expect(page.text).not.toContain("Thank you. An administrator will look at it.");
  expect(page.text).toContain("They ask for &lt;b&gt;money&lt;/b&gt;");
  expect(page.text).toContain("We haven&#x27;t looked at it yet.");
  expect((await browse(server, author).get("/reports")).text).not.toContain("money");
});

test("each person can report an item once, however its id is spelled and however many requests come at once", async () => {
  const id = await make.job();
  const answers = await Promise.all(Array.from({ length: 5 }, () => report("job", id)));
  expect(answers.map(({ answer }) => answer.status)).toEqual([303, 303, 303, 303, 303]);
  const stored = () =>
    database.prepare("select count(*) from reports where subject = 'job' and subject_id = ?").pluck().get(id);
  expect(stored()).toBe(1);
  const again = await report("job", id);
  const location = again.answer.headers.get("Location") ?? "";
  expect(location).toContain("/reports/new?subject=job");
  expect((await reporter.get(location)).headers.get("Location")).toBe("/reports");
  expect((await reporter.get("/reports")).text).toContain("You have already reported this.");
  await report("job", `0${id}`);
  await report("job", `${id}.0`);
  expect(stored()).toBe(1);
  await report("job", id, browse(server, await join(server, "kabir", "second.reporter@college.example")));
  expect(stored()).toBe(2);
});

test("members cannot report invisible, missing or their own items", async () => {
  const kabir = browse(server, await join(server, "kabir"));
  const own = browse(server, author);
  const [jobId, messageId, hiddenId, lineId] = [
    await make.job(),
    await make.message(),
    await make.hiddenMessage(),
    await make.line(),
  ];
  const before = database.prepare("select count(*) from reports").pluck().get();
  const refused: [Visitor, string, string][] = [
    [own, "job", jobId],
    [own, "message", messageId],
    [own, "room-line", lineId],
    [own, "user", author.id],
    [own, "alias", alias],
    [kabir, "message", messageId],
    [kabir, "message", hiddenId],
    [kabir, "alias", alias],
    [kabir, "job", "999999"],
    [kabir, "job", "1 or 1=1"],
    [kabir, "alias", "anon_nobody"],
    [kabir, "user", alias],
    [kabir, "planet", "1"],
    [kabir, "event", ""],
  ];
  for (const [who, subject, id] of refused) {
    const address = `/reports/new?${new URLSearchParams({ subject, id })}`;
    const name = `${subject} ${id}`;
    expect([name, (await who.get(address)).status]).toEqual([name, 404]);
    const sent = await who.post(address, { reason: "No" });
    // The database refuses the report, and the page after the redirect is 404.
    const status =
      sent.status === 303 ? (await who.get(sent.headers.get("Location") ?? "")).status : sent.status;
    expect([name, status]).toEqual([name, 404]);
  }
  // An unknown alias and an alias from someone else's conversation get the same page.
  const answers = [alias, "anon_nobody"].map((id) => kabir.get(`/reports/new?subject=alias&id=${id}`));
  const texts = (await Promise.all(answers)).map(({ text }) =>
    text.replace(/anon_\w+|nonce="[^"]*"|[\w-]{36}/g, ""),
  );
  expect(texts[0]?.includes("nothing here that you can report")).toBe(true);
  expect(database.prepare("select count(*) from reports").pluck().get()).toBe(before);
  const guest = new Visitor(server.url);
  const kept = await guest.post(`/reports/new?subject=job&id=${jobId}`, { reason: "Kept" });
  expect([kept.status, kept.text.includes("Kept</textarea>")]).toEqual([401, true]);
});

createTest()("a member's reports are limited for each day", async ({ server }) => {
  const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
  const browser = browse(server, rohan);
  const posted = await asha.call("POST", "/api/jobs", job);
  const send = (id: string) => browser.post(`/reports/new?subject=job&id=${id}`, { reason: "Again" });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(String(900 + n))));
  expect(answers.every(({ status }) => status === 303)).toBe(true);
  const refused = await send(idIn(posted));
  expect([refused.status, refused.headers.has("Retry-After")]).toEqual([429, true]);
  expect(refused.text).toContain("Again</textarea>");
});

test("administrators see the reported item and the reasons, but neither reporters nor anonymous authors", async () => {
  const things: [Kind, string, shown: string][] = [
    ["job", await make.job(), job.title],
    ["event", await make.event(), event.title],
    ["resource", await make.resource(), "Tides"],
    ["user", author.id, author.name],
    ["message", await make.message(), "Rude"],
    ["message", await make.hiddenMessage(), "Hidden and rude"],
    ["alias", alias, "Hidden and rude"],
    ["room-line", await make.line(), "Rude line"],
  ];
  for (const [subject, id, shown] of things) {
    const { id: reportId } = await report(subject, id, reporter, `Reason for ${subject}`);
    const { text, status } = await admin.get(`/admin/reports/${reportId}`);
    expect([subject, status, text.includes(shown)]).toEqual([subject, 200, true]);
    expect(text).toContain(`Reason for ${subject}`);
    expect(text).not.toContain(reader.email);
    expect(text).not.toContain(author.email);
    if (/Hidden|line/.test(shown)) {
      const main = text.slice(text.indexOf("<main"));
      for (const trace of [author.name, author.email])
        expect([shown, main.includes(trace)]).toEqual([shown, false]);
    }
  }
  const list = await admin.get("/admin/reports");
  for (const [subject] of things) expect(list.text).toContain(`Reason for ${subject}`);
  expect(list.text).not.toContain(reader.name);
});

test("a report shows the author and their other reported items, but never connects alias and name", async () => {
  unmuteAll();
  const kabir = await join(server, "kabir", "earlier.kabir@college.example");
  const post = () => postJob(kabir, { title: `Post ${++count}` });
  const [first, second] = [await post(), await post()];
  const { id: dismissed } = await report("job", first);
  await decide(dismissed, "dismiss");
  const asked = await ask(kabir, { isAnonymous: true });
  const sendReport = (subject: string, id: string) =>
    reporter.post(`/reports/new?subject=${subject}&id=${id}`, { reason: "Not kind" });
  await sendReport("question", asked.id);
  const hiddenReport = String(database.prepare("select max(id) from reports").pluck().get());
  const { id: open } = await report("job", second);
  const mainOf = ({ text }: { text: string }) => text.slice(text.indexOf("<main"), text.indexOf("</main"));
  const named = mainOf(await admin.get(`/admin/reports/${open}`));
  expect(named).toMatch(new RegExp(`href="/people/${kabir.id}"`));
  expect(named).toMatch(/Kabir Sethi<\/a><span[^>]*>, \d+ \w+, \d\d:\d\d/);
  const earlier = named.slice(named.indexOf("Earlier reports about them"));
  expect(earlier).toMatch(/Post \d+.*\(.*job.*Dismissed, reported \d+ \w+, \d\d:\d\d/s);
  expect(earlier).not.toContain(question.title);

  const hidden = mainOf(await admin.get(`/admin/reports/${hiddenReport}`));
  expect(hidden).toContain("We know of none.");
  for (const trace of [kabir.name, kabir.email, "Post "])
    expect([trace, hidden.includes(trace)]).toEqual([trace, false]);
  const said = await comment(kabir, `questions/${asked.id}`, "And again rude");
  await sendReport("comment", said);
  expect(mainOf(await admin.get(`/admin/reports/${hiddenReport}`))).toMatch(
    /And again rude.*Open, reported/s,
  );
});

test("dismissing a report keeps the item, notifies every reporter, and is audited once", async () => {
  const id = await make.job();
  const second = browse(server, await join(server, "kabir", "third.reporter@college.example"));
  const { id: reportId } = await report("job", id);
  await report("job", id, second);
  const [first, again] = await Promise.all([decide(reportId, "dismiss"), decide(reportId, "dismiss")]);
  expect([first.status, again.status]).toEqual([303, 303]);
  expect((await author.get(`/api/jobs/${id}`)).status).toBe(200);
  for (const browser of [reporter, second]) {
    expect((await browser.get("/reports")).text).toContain(
      "decided to leave it up. Thank you for telling us.",
    );
  }
  expect(
    audit().filter((entry) => entry === `dismissed the report of the job: “${job.title}” by ${author.name}`),
  ).toHaveLength(1);
  expect((await admin.get(`/admin/reports/${reportId}`)).status).toBe(404);
});

test("removing deletes the item everywhere, with an audit entry", async () => {
  const removals: [Kind, string, gone: (id: string) => Promise<boolean>, entry: RegExp][] = [
    [
      "job",
      await make.job(),
      async (id) => (await author.get(`/api/jobs/${id}`)).status === 404,
      /removed the job: “[^”]+” by Asha Verma$/,
    ],
    [
      "event",
      await make.event(),
      async (id) => (await author.get(`/api/events/${id}`)).status === 404,
      /removed the event: “[^”]+” by Asha Verma$/,
    ],
    [
      "resource",
      await make.resource(),
      async (id) => (await author.get(`/api/resources/${id}`)).status === 404,
      /removed the resource: “Tides” by Asha Verma/,
    ],
    [
      "message",
      await make.message(),
      async (id) => {
        const { text } = await author.get(
          `/api/messages/history/${author.id}/${reader.id}?before=${Number(id) + 1}`,
        );
        return text.includes("A moderator or administrator removed this message.");
      },
      /removed the message: Asha Verma/,
    ],
    [
      "room-line",
      await make.line(),
      async (id) => !(await author.get("/api/anonymous-messages")).text.includes(`"id":"${id}"`),
      /removed the anonymous message: Guest \d+, \d+ \w+ \d{4}$/,
    ],
  ];
  for (const [subject, id, isGone, entry] of removals) {
    const { id: reportId } = await report(subject, id);
    expect((await decide(reportId, "remove")).status).toBe(303);
    expect([subject, await isGone(id)]).toEqual([subject, true]);
    expect(audit()[0]).toMatch(entry);
    expect((await reporter.get("/reports")).text).toContain("We removed it. Thank you for telling us.");
  }
  // Removing does not mute the author.
  expect((await author.call("POST", "/api/jobs", job)).status).toBe(201);
  const { id: person } = await report(
    "user",
    author.id,
    browse(server, await join(server, "kabir", "4@college.example")),
  );
  expect((await decide(person, "remove")).status).toBe(422);
  expect((await decide(person, "elect")).status).toBe(400);
});

test("a message that imitates a removed message can be removed, and its author is notified", async () => {
  const imitation = message("A moderator or administrator removed this message.");
  const { id } = await report("message", idIn(await author.call("POST", "/api/messages/send", imitation)));
  expect((await decide(id, "remove")).status).toBe(303);
  expect(audit()[0]).toMatch(/removed the message: Asha Verma/);
  expect((await author.get("/api/notices?limit=1")).text).toContain("message was removed");
});

test("members muted by name can read everything, and post nothing on pages, in the API or by socket", async () => {
  const jobId = await make.job();
  const eventId = await make.event();
  const { id } = await report("job", await make.job());
  expect((await decide(id, "mute")).status).toBe(303);
  expect(audit()[0]).toBe(`muted the author of the job: “${job.title}” by ${author.name}`);
  const browser = browse(server, author);
  const socket = await Socket.of(author);
  const calls: [string, string, unknown][] = [
    ["POST", "/api/jobs", job],
    ["PUT", `/api/jobs/${jobId}`, { title: "New" }],
    ["POST", "/api/events", event],
    ["PUT", `/api/events/${eventId}`, { title: "New" }],
    ["POST", "/api/messages/send", message("No")],
    ["POST", "/api/anonymous-messages", { content: "No" }],
  ];
  for (const [method, path, body] of calls) {
    const refused = await author.call(method, path, body);
    expect([path, refused.status, refused.text.includes("muted")]).toEqual([path, 403, true]);
  }
  expect((await share(author, { name: "a.txt", bytes: Buffer.from("a") })).status).toBe(403);
  const image = new FormData();
  image.set("file", new File(["x"], "a.png"));
  expect((await author.call("POST", "/api/uploads", image)).status).toBe(403);

  const forms: [string, Record<string, string>, kept: string][] = [
    [`/messages/${reader.id}`, { content: "Kept text" }, "Kept text</textarea>"],
    ["/anonymous-post", { content: "Kept text" }, "Kept text</textarea>"],
    [
      "/events/new",
      { ...event, registrationLimit: "3", registrationLink: "", imageUrl: "", title: "Kept title" },
      "Kept title",
    ],
    [`/jobs/${jobId}/edit`, { title: "Kept title" }, "Kept title"],
  ];
  for (const [path, fields, kept] of forms) {
    const refused = await browser.post(path, fields);
    expect([path, refused.status]).toEqual([path, 403]);
    expect([path, refused.text.includes("muted"), refused.text.includes(kept)]).toEqual([path, true, true]);
  }
  socket.send("send_message", { ...message("No"), tempId: "t" });
  expect((await socket.next("message_failed")).error).toContain("muted");
  socket.send("anonymous-message", { content: "No" });
  expect((await socket.next("error")).message).toContain("muted");
  for (const path of ["/jobs", "/events", `/messages/${reader.id}`, "/anonymous-post"]) {
    expect((await browser.get(path)).status).toBe(200);
  }
  expect((await reporter.get("/reports")).text).toContain("can&#x27;t post at the moment");

  expect((await admin.get("/admin/mutes")).text).toContain(author.name);
  expect((await admin.post("/admin/mutes", { who: author.id })).status).toBe(303);
  expect(audit()[0]).toBe(`unmuted: ${author.name}`);
  expect((await author.call("POST", "/api/messages/send", message("Back again"))).status).toBe(201);
  await socket.close();
});

test("a mute through an alias applies to anonymous features only, and no page links it to the member", async () => {
  for (const hide of [make.hiddenMessage, async () => alias]) {
    unmuteAll();
    database.exec("delete from reports");
    const subject = hide === make.hiddenMessage ? "message" : "alias";
    const { id } = await report(subject, await hide());
    expect((await decide(id, "mute")).status).toBe(303);
    expect(audit()[0]).toBe(
      subject === "alias"
        ? "muted the anonymous member: Anonymous"
        : "muted the author of the message: Anonymous",
    );
    expect((await author.call("POST", "/api/anonymous-messages", { content: "No" })).status).toBe(403);
    expect((await author.call("POST", "/api/messages/send", message(`Named ${++count}`))).status).toBe(201);
    expect((await author.call("POST", "/api/jobs", job)).status).toBe(201);
    const hidden = await author.call("POST", "/api/messages/send", {
      ...message("Hidden"),
      isAnonymous: true,
    });
    expect([hidden.status, hidden.text.includes("muted")]).toEqual([403, true]);
    // The database itself refuses an anonymous message, from page, API or socket.
    const stored = () => database.prepare("select count(*) from messages").pluck().get();
    const before = stored();
    await make.hiddenMessage();
    expect(stored()).toBe(before);

    expect(
      database.prepare("select muted_at from users where id = ?").pluck().get(Number(author.id)),
    ).toBeNull();
    const { text } = await admin.get("/admin/mutes");
    const main = text.slice(text.indexOf("<main"));
    expect([main.includes(alias), main.includes(author.name)]).toEqual([true, false]);
    expect(audit().some((entry) => entry.includes(alias) && entry.includes(author.name))).toBe(false);
    expect((await meera.get(`/api/users/${author.id}`)).text).not.toContain("mute");
    await admin.post("/admin/mutes", { who: alias });
    expect((await author.call("POST", "/api/anonymous-messages", { content: "Yes" })).status).toBe(201);
  }
});

test("a mute by the day's hash applies to the room only, and removing a line can mute its author", async () => {
  unmuteAll();
  const { id } = await report("room-line", await make.line());
  expect((await decide(id, "remove", { mute: "on", reason: "Unkind to others" })).status).toBe(303);
  expect(audit().slice(0, 2)).toEqual([
    expect.stringMatching(/^removed the anonymous message: Guest \d+, \d+ \w+ \d{4}$/),
    expect.stringMatching(/^muted the author of the anonymous message: Guest \d+, \d+ \w+ \d{4}$/),
  ]);
  expect((await author.call("POST", "/api/anonymous-messages", { content: "No" })).status).toBe(403);
  expect((await author.call("POST", "/api/messages/send", message(`Named ${++count}`))).status).toBe(201);
  expect((await reader.call("POST", "/api/anonymous-messages", { content: "Quiet now" })).status).toBe(201);

  // The mute is listed by label, without the member, and can be lifted before midnight.
  const { text } = await admin.get("/admin/mutes");
  const main = text.slice(text.indexOf("<main"));
  expect(main).toMatch(/<b>Guest \d+<\/b>/);
  expect(main).toContain("until midnight");
  expect(main).not.toContain(author.name);
  const who = /value="(guest_[0-9a-f]+)"/.exec(main)?.[1] ?? "";
  expect((await reporter.post("/admin/mutes", { who })).status).toBe(403);
  expect((await new Visitor(server.url).post("/admin/mutes", { who })).status).toBe(303);
  expect((await author.call("POST", "/api/anonymous-messages", { content: "No" })).status).toBe(403);
  expect((await admin.post("/admin/mutes", { who })).status).toBe(303);
  expect((await admin.get("/admin/mutes")).text).toMatch(/Guest \d+ can post again\./);
  expect(audit()[0]).toMatch(/^unmuted: Guest \d+, \d+ \w+ \d{4}$/);
  expect((await author.call("POST", "/api/anonymous-messages", { content: "Kind again" })).status).toBe(201);
  const length = audit().length;
  for (const unknown of [who, "guest_", "guest_zz", `guest_${"0".repeat(64)}`]) {
    expect((await admin.post("/admin/mutes", { who: unknown })).status).toBe(303);
  }
  expect((await admin.get("/admin/mutes")).text).toContain("Somebody has already lifted that mute.");
  expect(audit()).toHaveLength(length);
});

test("administrators' changes to others' items on ordinary pages are audited, changes to their own are not", async () => {
  const [first, second, eventId, resourceId] = [
    await make.job(),
    await make.job(),
    await make.event(),
    await make.resource(),
  ];
  await meera.call("PUT", `/api/jobs/${first}`, { title: "Changed" });
  await admin.post(`/jobs/${first}`, { intent: "close" });
  await admin.post(`/jobs/${first}`, { intent: "delete" });
  await meera.call("DELETE", `/api/jobs/${second}`);
  await meera.call("PUT", `/api/events/${eventId}`, { title: "Moved" });
  await admin.post(`/events/${eventId}/delete`, {});
  await meera.call("DELETE", `/api/resources/${resourceId}`);
  expect(audit().slice(0, 7).reverse()).toEqual([
    `changed the job: “${job.title}” by Asha Verma`,
    "closed the job: “Changed” by Asha Verma",
    "removed the job: “Changed” by Asha Verma",
    `removed the job: “${job.title}” by Asha Verma`,
    `changed the event: “${event.title}” by Asha Verma`,
    "removed the event: “Moved” by Asha Verma",
    "removed the resource: “Tides” by Asha Verma",
  ]);
  const length = audit().length;
  const own = idIn(await meera.call("POST", "/api/jobs", job));
  await meera.call("DELETE", `/api/jobs/${own}`);
  await author.call("DELETE", `/api/jobs/${await make.job()}`);
  await author.call("DELETE", `/api/jobs/${await make.job()}`);
  expect(audit().length).toBe(length);
});

test("a decision is confirmed first, reported once with Undo for a mute, and listed among decided reports", async () => {
  const { id } = await report("job", await make.job(), reporter, "They want a deposit");
  const ask = await admin.get(`/admin/reports/${id}/mute`);
  expect([ask.status, ask.text.includes("Mute the author?")]).toEqual([200, true]);
  const removal = (await admin.get(`/admin/reports/${id}/remove`)).text;
  // The checkbox precedes the button that uses it.
  expect(removal.indexOf("Also mute the author")).toBeGreaterThan(0);
  expect(removal.indexOf("Also mute the author")).toBeLessThan(removal.indexOf('value="remove"'));
  for (const act of ["mute", "remove"]) {
    expect((await reporter.get(`/admin/reports/${id}/${act}`)).status).toBe(403);
    expect((await reporter.post(`/admin/reports/${id}/${act}`, { intent: act })).status).toBe(403);
  }
  expect((await admin.get(`/admin/reports/${id}/elect`)).status).toBe(404);

  await admin.post(`/admin/reports/${id}/mute`, { intent: "mute", reason: "Asks for money", length: "week" });
  const told = (await admin.get("/admin/reports")).text;
  expect(told).toContain(`${author.name} is muted.`);
  expect(told).toContain(`name="who" value="${author.id}"`);
  expect((await admin.get("/admin/reports")).text).not.toContain(`${author.name} is muted.`);
  await admin.post("/admin/mutes", { who: author.id });
  expect((await admin.get("/admin/mutes")).text).toContain(`${author.name} can post again.`);
  expect((await author.call("POST", "/api/jobs", job)).status).toBe(201);

  const decided = await admin.get("/admin/reports/decided");
  expect(decided.text).toContain("They want a deposit");
  expect(decided.text).toMatch(/>Author muted<\/b> by <bdi>Meera Nair<.*>\d+ \w+, \d\d:\d\d</s);
  expect(decided.text).not.toContain(reader.name);
  expect((await admin.get("/admin/reports")).text).not.toContain("They want a deposit");
  await decide(id, "dismiss");
  expect((await admin.get("/admin/reports")).text).toContain("Somebody has already decided this report.");
  expect((await reporter.get("/admin/reports/decided")).status).toBe(403);
});

test("a decision is not stored if its administrator is dismissed in the meantime", async () => {
  onTestFinished(() => makeAdmin(server, meera));
  const [jobId, messageId] = [await make.job(), await make.message()];
  const { id: ofJob } = await report("job", jobId);
  const { id: ofMessage } = await report("message", messageId);
  database.prepare("update users set muted_at = 1, mute_reason = 'Spam' where id = ?").run(Number(reader.id));
  onTestFinished(() => void unmuteAll());
  const state = () =>
    database
      .prepare(
        `select (select count(*) from reports where resolved_at is null and id in (${ofJob}, ${ofMessage})) as open,
          (select count(*) from jobs where id = ${jobId}) as jobs,
          (select deleted_at from messages where id = ${messageId}) as removedAt,
          (select group_concat(id) from users where muted_at is not null) as muted,
          (select count(*) from audit_entries where admin_id = ${meera.id}) as entries,
          (select count(*) from notices where kind in ('report-decided', 'post-muted', 'post-hidden')) as notices`,
      )
      .get();
  const before = state();
  for (const decision of [
    () => decide(ofJob, "dismiss"),
    () => decide(ofJob, "mute"),
    () => decide(ofJob, "remove"),
    () => decide(ofMessage, "remove"),
    () => admin.post("/admin/mutes", { who: reader.id }),
  ]) {
    makeAdmin(server, meera);
    database.exec(`begin immediate; update users set is_admin = 0 where id = ${meera.id}`);
    const isLocked = once(server.process, "message");
    const deciding = decision();
    expect(await isLocked).toContain("locked");
    database.exec("commit");
    expect((await deciding).status).toBeLessThan(500);
    expect([decision.toString(), state()]).toEqual([decision.toString(), before]);
  }
});

test("decided reports link to the item if it still exists and has a page", async () => {
  const { id: questionId } = await ask(author);
  const said = await comment(author, `questions/${questionId}`);
  const gone = await make.job();
  const [job, event, resource] = [await make.job(), await make.event(), await make.resource()];
  const insert = database.prepare(
    "insert into reports (subject, subject_id, reason, excerpt, created_at, resolved_at, outcome) values (?, ?, 'r', ?, 1, 2, 'dismissed')",
  );
  for (const [subject, id, paths] of [
    ["user", author.id, [`/people/${author.id}`]],
    ["job", job, [`/jobs/${job}`]],
    ["event", event, [`/events/${event}`]],
    ["resource", resource, [`/resources/${resource}`]],
    ["question", questionId, [`/questions/${questionId}`]],
    ["comment", said, [`/questions/${questionId}#comment-${said}`]],
    ["message", await make.message(), []],
    ["job", gone, []],
  ] as const) {
    if (id === gone) await author.call("DELETE", `/api/jobs/${gone}`);
    const excerpt = `Reported ${subject} ${id}`;
    insert.run(subject, id, excerpt);
    const { text } = await admin.get("/admin/reports/decided");
    const [, newest = ""] = /<h2[^>]*>(.*?)<\/h2>/s.exec(text.split("</nav>").at(-1) ?? "") ?? [];
    expect([subject, [...newest.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)]).toEqual([
      subject,
      paths,
    ]);
  }
});

test("an item deleted before the decision leaves its first words, and the report can be dismissed", async () => {
  const id = await make.job();
  const { id: reportId } = await report("job", id);
  await author.call("DELETE", `/api/jobs/${id}`);
  const inBin = await admin.get(`/admin/reports/${reportId}`);
  expect(inBin.text).toContain("It is deleted, and can still come back.");
  expect((await browse(server, author).post("/bin", { intent: "delete", subject: "job", id })).status).toBe(
    303,
  );
  const page = await admin.get(`/admin/reports/${reportId}`);
  expect([page.status, page.text.includes("It is gone."), page.text.includes(job.title)]).toEqual([
    200,
    true,
    true,
  ]);
  expect((await decide(reportId, "remove")).status).toBe(303);
  expect((await reporter.get("/reports")).text).toContain(job.title);
});

test("a failed write of a report shows an error and keeps what was typed", async () => {
  const posted = await make.job();
  database.exec("alter table reports rename to lost_reports");
  onTestFinished(() => void database.exec("alter table lost_reports rename to reports"));
  const sent = await admin.post(`/reports/new?subject=job&id=${posted}`, { reason: "Typed" });
  expect([
    sent.status,
    sent.text.includes("wasn&#x27;t sent"),
    sent.text.includes("Typed</textarea>"),
  ]).toEqual([503, true, true]);
  for (const path of ["/reports", "/admin/reports", "/admin/reports/decided", "/admin/reports/1", "/admin"]) {
    const page = await admin.get(path);
    expect([path, page.status, page.text.includes("Retry")]).toEqual([path, 503, true]);
  }
});
