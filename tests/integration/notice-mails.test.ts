import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { announce } from "../support/events.ts";
import { join, type Member, makeAdmin, openSession, registration } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { type Delivered, startSmtp } from "../support/smtp.ts";
import { clock, passTime, setClock } from "../support/time.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A Wednesday noon in Berlin, whose clocks change on 29 March 2026 at 2:00. */
const noon = Date.parse("2026-03-25T11:00:00Z");

const smtp = await startSmtp();
const settings = {
  RATE_LIMITS: "off",
  SMTP_URL: smtp.url,
  TIME_ZONE: "Europe/Berlin",
  APP_URL: "http://community.example",
  CLOCK: String(noon),
};
const server = await startServer({ ...settings, REGISTRATION: "approval" }, undefined, clock);
server.clockOffsetMs = noon - Date.now();
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

let count = 0;
const newcomer = (name: Parameters<typeof join>[1]) =>
  join(server, name, `${name}.${++count}@college.example`);
const now = () => Date.now() + server.clockOffsetMs;
const settingsPath = "/api/users/me/notice-settings";
const choose = (member: Member, choice: object) => member.call("PUT", settingsPath, choice);
const connect = (member: Member, other: Member) => member.call("PUT", `/api/users/${other.id}/connection`);
const subjectOf = ({ headers }: Delivered) =>
  decodeWords(/^Subject: (.*(?:\n .*)*)/m.exec(headers)?.[1] ?? "");
/** Decodes the encoded words of a header (RFC 2047). */
const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, words: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(words, "base64").toString()
        : Buffer.from(
            words
              .replaceAll("_", " ")
              .replace(/=([0-9A-F]{2})/gi, (__, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            "latin1",
          ).toString(),
    );
const mailsTo = (member: { email: string }) => smtp.delivered.filter(({ to }) => to === member.email);
/** Lets the server look once, and waits until nothing is due: neither a notice nor a digest nor a mail. */
async function settle(of: TestServer = server): Promise<void> {
  passTime(of, 2_000);
  const database = of.database();
  const due = database
    .prepare(
      `select (select count(*) from notices where mail_at <= @now)
         + (select count(*) from mails where sent_at is null and next_attempt_at < @now + 300000)`,
    )
    .pluck();
  for (let quietRounds = 0; quietRounds < 4; ) {
    await new Promise((resolve) => setTimeout(resolve, 120));
    quietRounds = due.get({ now: Date.now() + of.clockOffsetMs }) === 0 ? quietRounds + 1 : 0;
  }
  database.close();
}
async function eventWith(organizer: Member, guest: Member, days = 5) {
  const event = await announce(organizer, { date: new Date(now() + days * 24 * hourMs).toISOString() });
  await guest.call("POST", `/api/events/${event.id}/register`);
  return event;
}
/** A connection that somebody new asks for: a mail at once. */
async function disturb(member: Member) {
  await connect(await newcomer("kabir"), member);
}

beforeEach(() => setClock(server, noon));

describe("a mail at once", () => {
  test("says why it came, in text and HTML, and stops by one click without a log-in", async () => {
    const [asha, rohan] = [await newcomer("asha"), await newcomer("rohan")];
    const event = await eventWith(asha, rohan);
    await asha.call("PUT", `/api/events/${event.id}`, { location: "Roof <b>garden</b>" });
    await settle();
    const [mail] = mailsTo(rohan);
    if (!mail) throw new Error("no mail");
    expect(subjectOf(mail)).toMatch(/^Changed: “/);
    expect(mail.text).toContain("“Roof <b>garden</b>”");
    expect(mail.html).toContain("“Roof &lt;b&gt;garden&lt;/b&gt;”");
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.text).toContain(`http://community.example/events/${event.id}`);
    expect(mail.text).toContain("You get this email because you are registered for this event");
    const stop = /http:\/\/community\.example(\/notices\/stop\?\S+)/.exec(mail.text)?.[1] ?? "";
    expect(mail.text.trimEnd().split("\n").slice(-2)).toEqual([
      `Stop these emails: http://community.example${stop}`,
      "Choose what we email you: http://community.example/account/notices",
    ]);
    expect(mail.headers.replace(/\n\s+/g, " ")).toContain(
      `List-Unsubscribe: <http://community.example${stop}>`,
    );
    expect(mail.headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");

    const kinds = async () =>
      ((await rohan.call("GET", settingsPath)).body as { kinds: Record<string, string> }).kinds;
    const program = new Visitor(server.url);
    expect((await program.get(stop)).status).toBe(200);
    expect((await kinds())["event-changed"], "looking changes nothing").toBe("mail");
    const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
    expect((await program.fetch(stop, oneClick)).status).toBe(200);
    expect((await program.fetch(stop, oneClick)).status, "again").toBe(200);
    expect((await kinds())["event-changed"]).toBe("here");
    expect((await kinds())["event-cancelled"], "no other kind").toBe("mail");
    await asha.call("PUT", `/api/events/${event.id}`, { location: "Cellar" });
    passTime(server, 16 * minuteMs);
    await settle();
    expect(mailsTo(rohan)).toHaveLength(1);
    const inbox = (await rohan.call("GET", "/api/notices")).body as { data: unknown[] };
    expect(inbox.data).toMatchObject([{ kind: "event-changed", count: 2 }]);
    for (const wrong of [
      `${stop}x`,
      stop.replace("event-changed", "event-seat"),
      stop.replace(/member=\d+/, "member=1"),
    ])
      expect((await program.fetch(wrong, oneClick)).status).toBe(404);
  });

  test("a link of several kinds stops them, and never stays never", async () => {
    const [asha, rohan] = [await newcomer("asha"), await newcomer("rohan")];
    await choose(rohan, { kinds: { "event-cancelled": "never" }, quietFrom: "00:00", quietTo: "13:00" });
    const event = await eventWith(asha, rohan);
    await asha.call("PUT", `/api/events/${event.id}`, { location: "Roof" });
    await disturb(rohan);
    await settle();
    setClock(server, noon + 2 * hourMs);
    await settle();
    const [mail, ...more] = mailsTo(rohan);
    expect(more, "after quiet hours all comes together").toEqual([]);
    if (!mail) throw new Error("no mail");
    expect(subjectOf(mail)).toBe("2 new notices");
    const stop = /\/notices\/stop\?\S+/.exec(mail.text)?.[0] ?? "";
    expect((await new Visitor(server.url).fetch(stop, { method: "POST", body: "" })).status).toBe(200);
    expect((await rohan.call("GET", settingsPath)).body).toMatchObject({
      kinds: { "event-changed": "here", "connection-asked": "here", "event-cancelled": "never" },
    });
  });

  test("at most six a day in all; the rest waits for the digest, and a new day brings new ones", async () => {
    const asha = await newcomer("asha");
    for (let n = 0; n < 8; n++) {
      await disturb(asha);
      await settle();
    }
    expect(mailsTo(asha)).toHaveLength(6);
    setClock(server, Date.parse("2026-03-26T07:01:00Z"));
    await settle();
    passTime(server, minuteMs);
    await settle();
    expect(mailsTo(asha).slice(6).map(subjectOf)).toEqual(["Your day: 2 notices"]);
    await disturb(asha);
    await settle();
    expect(mailsTo(asha)).toHaveLength(8);
  });
});

test("quiet hours hold over midnight and over the night in which clocks change, then all comes together", async () => {
  const asha = await newcomer("asha");
  await choose(asha, { quietFrom: "22:00", quietTo: "07:00" });
  const at = async (time: string) => {
    setClock(server, Date.parse(time));
    passTime(server, 5 * minuteMs);
    await settle();
  };
  // 28 March, 23:30 in Berlin (UTC+1); the clocks go on to 29 March, 7:00 in UTC+2.
  setClock(server, Date.parse("2026-03-28T22:30:00Z"));
  await disturb(asha);
  await at("2026-03-28T23:30:00Z");
  await disturb(asha);
  await at("2026-03-29T01:30:00Z");
  await at("2026-03-29T04:50:00Z");
  expect(mailsTo(asha)).toEqual([]);
  await at("2026-03-29T05:00:00Z");
  expect(mailsTo(asha).map(subjectOf)).toEqual(["2 new notices"]);
  await disturb(asha);
  await settle();
  expect(mailsTo(asha)).toHaveLength(2);
  // 25 October: the hour from 2:00 to 3:00 comes twice, and 7:00 is in UTC+1 again.
  setClock(server, Date.parse("2026-10-24T21:00:00Z"));
  await disturb(asha);
  await at("2026-10-25T05:50:00Z");
  expect(mailsTo(asha)).toHaveLength(2);
  await at("2026-10-25T06:00:00Z");
  expect(mailsTo(asha)).toHaveLength(3);
});

describe("the digest", () => {
  test("comes once a day at its hour, without what was read, and not when nothing happened", async () => {
    const asha = await newcomer("asha");
    await choose(asha, { kinds: { "connection-asked": "digest" }, digestHour: 15 });
    await disturb(asha);
    await disturb(asha);
    const others = (await asha.call("GET", "/api/notices")).body as { data: { id: string; url: string }[] };
    const browser = new Visitor(server.url);
    browser.cookies.set("session", openSession(server, asha.id, "browser"));
    expect(
      (await browser.get("/account/notices/digest")).text.match(/wants to connect/g)?.length,
    ).toBeGreaterThanOrEqual(2);
    await asha.call("PUT", `/api/notices/${others.data[0]?.id}/read`);
    await settle();
    expect(mailsTo(asha)).toEqual([]);
    // 15:00 in Berlin.
    setClock(server, noon + 3 * hourMs);
    for (let n = 0; n < 3; n++) {
      passTime(server, minuteMs);
      await settle();
    }
    const [digest, ...more] = mailsTo(asha);
    expect(more).toEqual([]);
    if (!digest) throw new Error("no digest");
    expect(subjectOf(digest)).toBe("Your day: 1 notice");
    expect(digest.text).toContain(`http://community.example${others.data[1]?.url}`);
    await disturb(asha);
    passTime(server, minuteMs);
    await settle();
    expect(mailsTo(asha), "one a day").toHaveLength(1);
    const stop = /\/notices\/stop\?\S+/.exec(digest.text)?.[0] ?? "";
    await new Visitor(server.url).fetch(stop, { method: "POST", body: "" });
    setClock(server, noon + 28 * hourMs);
    passTime(server, minuteMs);
    await settle();
    expect(mailsTo(asha), "stopped").toHaveLength(1);
  });
});

test("many digests at one hour go out at most twenty in a second", async () => {
  const database = server.database();
  const add = database.prepare(
    `insert into notices (user_id, kind, subject, facts, url, at, in_digest)
     values (?, 'question-answered', '1', '{"title":"GATE?"}', '/questions/1', ?, 1)`,
  );
  const members: Member[] = [];
  for (let n = 0; n < 60; n++) members.push(await newcomer("rohan"));
  for (const { id } of members) add.run(Number(id), noon);
  passTime(server, minuteMs);
  const sent = database
    .prepare("select sent_at from mails where key like 'digest:%' and sent_at > ? order by sent_at")
    .pluck();
  const times = await waitUntil(
    "all are sent",
    () => {
      const all = sent.all(noon) as number[];
      return all.length >= members.length && all;
    },
    20_000,
  );
  await waitUntil("all have arrived", () => members.every((member) => mailsTo(member).length === 1));
  const busiest = Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
  );
  expect(busiest).toBeLessThanOrEqual(21);
}, 30_000);

test("an address that refuses three mails is paused, its owner and administrators see it, and it is tried again", async () => {
  const [asha, meera] = [await newcomer("asha"), await newcomer("meera")];
  makeAdmin(server, meera);
  await choose(meera, { kinds: { "admin-approvals": "here" } });
  for (let n = 0; n < 3; n++) {
    smtp.reactions.push("550 no such person");
    await disturb(asha);
    await settle();
  }
  await disturb(asha);
  await settle();
  expect(mailsTo(asha)).toEqual([]);
  const inbox = (await asha.call("GET", "/api/notices")).body as { data: unknown[] };
  expect(inbox.data).toHaveLength(4);
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, asha.id, "browser"));
  expect((await browser.get("/account/notices")).text).toContain("refused our emails");
  const admin = new Visitor(server.url);
  admin.cookies.set("session", openSession(server, meera.id, "browser"));
  expect((await admin.get(`/admin/members?search=${asha.email}`)).text).toContain("Emails paused");
  expect(
    (await browser.post("/account/notices", { intent: "resume" }, { Origin: "http://community.example" }))
      .status,
  ).toBe(303);
  await disturb(asha);
  await settle();
  expect(mailsTo(asha)).toHaveLength(1);
});

test("registrations are approved and declined by mail, and administrators hear of them once a day", async () => {
  const meera = await newcomer("meera");
  makeAdmin(server, meera);
  const register = async (email: string) => {
    const answer = await new Visitor(server.url).call(
      "POST",
      "/api/users/register",
      registration("kabir", email),
    );
    expect(answer.status).toBe(202);
  };
  const before = mailsTo(meera).length;
  await register("in@college.example");
  await settle();
  await register("out@college.example");
  await settle();
  expect(mailsTo(meera).slice(before).map(subjectOf)).toEqual(["Somebody waits for approval"]);
  const inbox = (await meera.call("GET", "/api/notices")).body as { data: unknown[] };
  expect(inbox.data).toMatchObject([
    { kind: "admin-approvals", count: 2, text: "2 people wait for approval" },
  ]);
  const admin = new Visitor(server.url);
  admin.cookies.set("session", openSession(server, meera.id, "browser"));
  const idOf = (email: string) =>
    String(server.database().prepare("select id from users where email = ?").pluck().get(email));
  const origin = { Origin: "http://community.example" };
  for (const [intent, email] of [
    ["approve", "in@college.example"],
    ["decline", "out@college.example"],
  ] as const)
    expect((await admin.post("/admin/members", { intent, id: idOf(email) }, origin)).status).toBe(303);
  await settle();
  expect(mailsTo({ email: "in@college.example" }).map(subjectOf)).toEqual(["Welcome to Quadrant"]);
  const [declined, ...more] = mailsTo({ email: "out@college.example" });
  expect(more).toEqual([]);
  expect(declined?.text).toContain("has declined your registration");
  expect(declined?.text).not.toContain("Meera");
});

test("what was committed is mailed once after a crash, and nothing twice", async () => {
  const first = await startServer(settings, undefined, clock);
  first.clockOffsetMs = noon - Date.now();
  const [asha, rohan] = [
    await join(first, "asha", "asha.crash@college.example"),
    await join(first, "rohan", "rohan.crash@college.example"),
  ];
  await connect(asha, rohan);
  // The mail is queued at the earliest a tenth of a second after the commit.
  await first.kill();
  const { mail_at } = first.database().prepare("select mail_at from notices").get() as {
    mail_at: number | null;
  };
  expect(mail_at).not.toBeNull();
  const second = await startServer(settings, first.storage, clock);
  second.clockOffsetMs = noon - Date.now();
  await settle(second);
  await second.stop();
  const third = await startServer(settings, first.storage, clock);
  third.clockOffsetMs = noon - Date.now();
  await settle(third);
  expect(mailsTo(rohan)).toHaveLength(1);
  await third.stop();
  await first.stop();
});
