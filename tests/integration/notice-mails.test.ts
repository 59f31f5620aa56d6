import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { announce } from "../support/events.ts";
import {
  hourMs,
  mailSettings,
  minuteMs,
  ownOrigin,
  settingsPath,
  settle,
  stopPathOf,
  subjectOf,
} from "../support/notices.ts";
import { browse, join, type Member, makeAdmin, newMember, registration } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { startSmtp } from "../support/smtp.ts";
import { clock, passTime, setClock } from "../support/time.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

/** A Wednesday noon in Berlin, where clocks change on 29 March 2026 at 2:00. */
const noon = Date.parse("2026-03-25T11:00:00Z");

const smtp = await startSmtp();
const settings = mailSettings(smtp, noon);
const server = await startServer({ ...settings, REGISTRATION: "approval" }, undefined, clock);
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const now = () => Date.now() + server.clockOffsetMs;
const choose = (member: Member, choice: object) => member.call("PUT", settingsPath, choice);
const connect = (member: Member, other: Member) => member.call("PUT", `/api/users/${other.id}/connection`);
const mailsTo = (member: { email: string }) => smtp.delivered.filter(({ to }) => to === member.email);
async function eventWith(organizer: Member, guest: Member, days = 5) {
  const event = await announce(organizer, { date: new Date(now() + days * 24 * hourMs).toISOString() });
  await guest.call("POST", `/api/events/${event.id}/register`);
  return event;
}
/** Sends a request to connect from a new member, which is mailed at once. */
async function disturb(member: Member) {
  await connect(await newMember(server, "kabir"), member);
}

beforeEach(() => setClock(server, noon));

describe("a mail at once", () => {
  test("an immediate mail explains in text and HTML why it was sent, and stops by one click without a log-in", async () => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    const event = await eventWith(asha, rohan);
    await asha.call("PUT", `/api/events/${event.id}`, {
      location: "Roof <b>garden</b>: http://community.example/logout",
    });
    await settle(server);
    const [mail] = mailsTo(rohan);
    if (!mail) throw new Error("no mail");
    expect(subjectOf(mail)).toMatch(/^Changed: “/);
    expect(mail.text).toContain("“Roof <b>garden</b>: http: //community. example/logout”");
    expect(mail.html).toContain("“Roof &lt;b&gt;garden&lt;/b&gt;: http: //community. example/logout”");
    expect(mail.html.match(/<a href="[^"?]+/g), "a member's words make no link").toEqual([
      `<a href="http://community.example/events/${event.id}`,
      '<a href="http://community.example/notices/stop',
      '<a href="http://community.example/account/notices',
    ]);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.text).toContain(`See it here: http://community.example/events/${event.id}`);
    expect(mail.html).toContain(`<a href="http://community.example/events/${event.id}">See it here</a>`);
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

    const kinds = async () => (await rohan.call("GET", settingsPath)).body.kinds;
    const program = new Visitor(server.url);
    expect((await program.get(stop)).status).toBe(200);
    expect((await kinds())["event-changed"], "looking changes nothing").toBe("mail");
    const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
    expect((await program.fetch(stop, oneClick)).status).toBe(200);
    expect((await program.fetch(stop, oneClick)).status, "again").toBe(200);
    expect((await kinds())["event-changed"]).toBe("here");
    expect((await kinds())["event-cancelled"], "no other kind").toBe("mail");
    await asha.call("PUT", `/api/events/${event.id}`, { location: "Cellar" });
    await passTime(server, 16 * minuteMs);
    await settle(server);
    expect(mailsTo(rohan)).toHaveLength(1);
    const inbox = (await rohan.call("GET", "/api/notices")).body;
    expect(inbox.data).toMatchObject([{ kind: "event-changed", count: 2 }]);
    for (const wrong of [
      `${stop}x`,
      stop.replace("event-changed", "event-seat"),
      stop.replace(/member=\d+/, "member=1"),
    ])
      expect((await program.fetch(wrong, oneClick)).status).toBe(404);
  });

  test("a link for several kinds stops them all, and a kind that was off before remains off", async () => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    await choose(rohan, { kinds: { "event-cancelled": "never" }, quietFrom: "00:00", quietTo: "13:00" });
    const event = await eventWith(asha, rohan);
    await asha.call("PUT", `/api/events/${event.id}`, { location: "Roof" });
    await disturb(rohan);
    await settle(server);
    await setClock(server, noon + 2 * hourMs);
    await settle(server);
    const [mail, ...more] = mailsTo(rohan);
    expect(more, "after quiet hours all comes together").toEqual([]);
    if (!mail) throw new Error("no mail");
    expect(subjectOf(mail)).toBe("2 new notices");
    const stop = stopPathOf(mail);
    expect((await new Visitor(server.url).fetch(stop, { method: "POST", body: "" })).status).toBe(200);
    expect((await rohan.call("GET", settingsPath)).body).toMatchObject({
      kinds: { "event-changed": "here", "connection-asked": "here", "event-cancelled": "never" },
    });
  });

  test("at most six mails are sent immediately in a day, and the remaining notices wait for the digest", async () => {
    const asha = await newMember(server, "asha");
    await choose(asha, { digestHour: 15 });
    for (let n = 0; n < 8; n++) {
      await disturb(asha);
      await settle(server);
    }
    for (const time of ["2026-03-25T14:01:00Z", "2026-03-26T14:01:00Z"]) {
      expect(mailsTo(asha), "six are enough for the digest, too").toHaveLength(6);
      await setClock(server, Date.parse(time));
      await settle(server);
      await passTime(server, minuteMs);
      await settle(server);
    }
    expect(mailsTo(asha).slice(6).map(subjectOf)).toEqual(["Your day: 2 notices"]);
    for (let n = 0; n < 6; n++) {
      await disturb(asha);
      await settle(server);
      if (n === 0) expect(mailsTo(asha)).toHaveLength(8);
    }
    expect(mailsTo(asha), "the digest is one of six").toHaveLength(12);
  });
});

test("mails about an account are sent at once and do not count", async () => {
  const asha = await newMember(server, "asha");
  for (let n = 0; n < 6; n++) {
    await disturb(asha);
    await settle(server);
  }
  await choose(asha, { quietFrom: "00:00", quietTo: "23:59" });
  const asked = await new Visitor(server.url).post("/forgot-password", { email: asha.email }, ownOrigin);
  expect(asked.status).toBeLessThan(400);
  await settle(server);
  expect(mailsTo(asha).map(subjectOf).slice(6)).toEqual(["Choose a new password for Quadrant"]);
});

test("an address that was never confirmed gets notices and one mail that asks to confirm it", async () => {
  const asha = await newMember(server, "asha");
  server.database().prepare("update users set email_confirmed_at = null where id = ?").run(Number(asha.id));
  await choose(asha, { kinds: { "connection-accepted": "digest" }, digestHour: 13 });
  const kabir = await newMember(server, "kabir");
  await connect(asha, kabir);
  await connect(kabir, asha);
  await disturb(asha);
  await disturb(asha);
  await settle(server);
  await setClock(server, noon + 2 * hourMs);
  await passTime(server, minuteMs);
  await settle(server);
  expect(mailsTo(asha).map(subjectOf)).toEqual(["Confirm your email address for Quadrant"]);
  expect(mailsTo(asha)[0]?.text).not.toContain("Kabir");
  const inbox = (await asha.call("GET", "/api/notices")).body;
  expect(inbox.data).toHaveLength(3);
});

test("quiet hours last over midnight and over the clock change, then everything is sent together", async () => {
  const asha = await newMember(server, "asha");
  await choose(asha, { quietFrom: "22:00", quietTo: "07:00" });
  const at = async (time: string) => {
    await setClock(server, Date.parse(time));
    await passTime(server, 5 * minuteMs);
    await settle(server);
  };
  // 28 March, 23:30 in Berlin (UTC+1). The quiet hours end on 29 March, 7:00 in UTC+2.
  await setClock(server, Date.parse("2026-03-28T22:30:00Z"));
  await disturb(asha);
  await at("2026-03-28T23:30:00Z");
  await disturb(asha);
  await at("2026-03-29T01:30:00Z");
  await at("2026-03-29T04:50:00Z");
  expect(mailsTo(asha)).toEqual([]);
  // They end at 7:00, not a minute later.
  await at("2026-03-29T04:55:00Z");
  expect(mailsTo(asha).map(subjectOf)).toEqual(["2 new notices"]);
  await disturb(asha);
  await settle(server);
  expect(mailsTo(asha)).toHaveLength(2);
  // 25 October: the hour from 2:00 to 3:00 repeats, and 7:00 is in UTC+1 again.
  await setClock(server, Date.parse("2026-10-24T21:00:00Z"));
  await disturb(asha);
  await at("2026-10-25T05:50:00Z");
  expect(mailsTo(asha)).toHaveLength(2);
  await at("2026-10-25T06:00:00Z");
  expect(mailsTo(asha)).toHaveLength(3);
});

describe("the digest", () => {
  test("the digest is sent once a day at its hour, without notices that were read, and not if it is empty", async () => {
    const asha = await newMember(server, "asha");
    await choose(asha, { kinds: { "connection-asked": "digest" }, digestHour: 15 });
    await disturb(asha);
    await disturb(asha);
    const others = (await asha.call("GET", "/api/notices")).body;
    const browser = browse(server, asha);
    expect(
      (await browser.get("/account/notices/digest")).text.match(/wants to connect/g)?.length,
    ).toBeGreaterThanOrEqual(2);
    await asha.call("PUT", `/api/notices/${others.data[0]?.id}/read`);
    await settle(server);
    expect(mailsTo(asha)).toEqual([]);
    // 15:00 in Berlin.
    await setClock(server, noon + 3 * hourMs);
    for (let n = 0; n < 3; n++) {
      await passTime(server, minuteMs);
      await settle(server);
    }
    const [digest, ...more] = mailsTo(asha);
    expect(more).toEqual([]);
    if (!digest) throw new Error("no digest");
    expect(subjectOf(digest)).toBe("Your day: 1 notice");
    expect(digest.text).toContain(`http://community.example${others.data[1]?.url}`);
    await disturb(asha);
    await passTime(server, minuteMs);
    await settle(server);
    expect(mailsTo(asha), "one a day").toHaveLength(1);
    const stop = stopPathOf(digest);
    await new Visitor(server.url).fetch(stop, { method: "POST", body: "" });
    await setClock(server, noon + 28 * hourMs);
    await passTime(server, minuteMs);
    await settle(server);
    expect(mailsTo(asha), "stopped").toHaveLength(1);
  });

  test("the digest clears the notices that it contains, and later ones wait for the next digest", async () => {
    const asha = await newMember(server, "asha");
    await choose(asha, { kinds: { "connection-asked": "digest" }, digestHour: 15 });
    for (let n = 0; n < 3; n++) await disturb(asha);
    await settle(server);
    const database = server.database();
    const ids = database.prepare("select id from notices where user_id = ? order by id").pluck();
    const [read, counted, named] = ids.all(Number(asha.id)) as number[];
    database.exec(`create trigger meanwhile after insert on mails when new.key like 'digest:${asha.id}:%' begin
      update notices set count = count + 1 where id = ${counted};
      update notices set read_at = 1, in_digest = 0 where id = ${read};
      insert into notices (user_id, kind, subject, facts, url, at, in_digest)
        select user_id, kind, 'meanwhile', facts, url, at, 1 from notices where id = ${named};
    end`);
    await setClock(server, noon + 3 * hourMs);
    await passTime(server, minuteMs);
    await settle(server);
    database.exec("drop trigger meanwhile");
    expect(mailsTo(asha).map(subjectOf)).toEqual(["Your day: 3 notices"]);
    const waiting = database.prepare(
      "select subject, count from notices where in_digest = 1 and user_id = ? order by id",
    );
    expect(waiting.all(Number(asha.id))).toMatchObject([{ count: 2 }, { subject: "meanwhile", count: 1 }]);
  });

  test("the digest waits for the next day after its hour, and is sent late if the server was down", async () => {
    const asha = await newMember(server, "asha");
    await choose(asha, { kinds: { "connection-asked": "digest" }, digestHour: 8 });
    const tick = async (time: string) => {
      await setClock(server, Date.parse(time));
      await passTime(server, minuteMs);
      await settle(server);
      return mailsTo(asha).length;
    };
    await disturb(asha);
    expect(await tick("2026-03-25T22:30:00Z"), "its hour was before").toBe(0);
    expect(await tick("2026-03-26T06:58:00Z")).toBe(0);
    expect(await tick("2026-03-26T11:40:00Z"), "late").toBe(1);
  });

  test("a digest of the last hour is sent after midnight if the server was down for that hour", async () => {
    const asha = await newMember(server, "asha");
    await choose(asha, { kinds: { "connection-asked": "digest" }, digestHour: 23 });
    await disturb(asha);
    const tick = async (time: string) => {
      await setClock(server, Date.parse(time));
      await passTime(server, minuteMs);
      await settle(server);
      return mailsTo(asha).length;
    };
    // Half past midnight in Berlin.
    expect(await tick("2026-03-25T23:30:00Z")).toBe(1);
    await disturb(asha);
    expect(await tick("2026-03-26T21:57:00Z"), "before its hour").toBe(1);
    expect(await tick("2026-03-26T22:00:00Z"), "its own day").toBe(2);
  });

  test("the digest is sent once on the night that skips its hour, and once on the night that repeats it", async () => {
    const asha = await newMember(server, "asha");
    await choose(asha, { kinds: { "connection-asked": "digest" }, digestHour: 2 });
    const night = async (evening: string, minutes: number[]) => {
      await setClock(server, Date.parse(evening));
      await disturb(asha);
      const before = mailsTo(asha).length;
      const counts = [];
      for (const minute of minutes) {
        await setClock(server, Date.parse(evening) + minute * minuteMs);
        await passTime(server, minuteMs);
        await settle(server);
        counts.push(mailsTo(asha).length - before);
      }
      return counts;
    };
    // 29 March in Berlin: 1:59 (UTC+1), then 3:00 (UTC+2).
    expect(await night("2026-03-28T22:00:00Z", [178, 180, 240])).toEqual([0, 1, 1]);
    // 25 October: 1:59 (UTC+2), 2:01, 2:31, and the same again in UTC+1.
    expect(await night("2026-10-24T21:00:00Z", [178, 180, 210, 240, 270, 360])).toEqual([0, 1, 1, 1, 1, 1]);
  });
});

test("an address that refuses three mails is paused, its owner and administrators see it, and it is tried again", async () => {
  const [asha, meera] = [await newMember(server, "asha"), await newMember(server, "meera")];
  makeAdmin(server, meera);
  await choose(meera, { kinds: { "admin-approvals": "here" } });
  smtp.refused.add(asha.email);
  for (let n = 0; n < 3; n++) {
    await disturb(asha);
    await settle(server);
  }
  await disturb(asha);
  await settle(server);
  expect(mailsTo(asha)).toEqual([]);
  const inbox = (await asha.call("GET", "/api/notices")).body;
  expect(inbox.data).toHaveLength(4);
  const browser = browse(server, asha);
  expect((await browser.get("/account/notices")).text).toContain("refused our emails");
  const admin = browse(server, meera);
  expect((await admin.get(`/admin/members?search=${asha.email}`)).text).toContain("Emails paused");
  smtp.refused.delete(asha.email);
  expect((await browser.post("/account/notices", { intent: "resume" }, ownOrigin)).status).toBe(303);
  await disturb(asha);
  await settle(server);
  expect(mailsTo(asha)).toHaveLength(1);
});

test("mails announce approvals and refusals of registrations, and administrators are notified once a day", async () => {
  const meera = await newMember(server, "meera");
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
  await settle(server);
  await register("out@college.example");
  await settle(server);
  const approvals = mailsTo(meera)
    .slice(before)
    .map(subjectOf)
    .filter((subject) => subject?.includes("approval"));
  expect(approvals).toEqual(["Somebody is waiting for approval"]);
  const inbox = (await meera.call("GET", "/api/notices")).body;
  expect(inbox.data.filter(({ kind }) => kind === "admin-approvals")).toMatchObject([
    { count: 2, text: "2 people are waiting for approval" },
  ]);
  const admin = browse(server, meera);
  const idOf = (email: string) =>
    String(server.database().prepare("select id from users where email = ?").pluck().get(email));
  for (const [intent, email] of [
    ["approve", "in@college.example"],
    ["decline", "out@college.example"],
  ] as const)
    expect((await admin.post("/admin/members", { intent, id: idOf(email) }, ownOrigin)).status).toBe(303);
  await settle(server);
  expect(mailsTo({ email: "in@college.example" }).map(subjectOf)).toEqual(["Welcome to Quadrant"]);
  const [declined, ...more] = mailsTo({ email: "out@college.example" });
  expect(more).toEqual([]);
  expect(declined?.text).toContain("has declined your registration");
  expect(declined?.text).not.toContain("Meera");
});

test("notices are kept for 180 days", async () => {
  const asha = await newMember(server, "asha");
  const database = server.database();
  const add = database.prepare(
    "insert into notices (user_id, kind, subject, facts, url, at) values (?, 'report-decided', ?, '{}', '/reports', ?)",
  );
  for (const days of [179, 181]) add.run(Number(asha.id), String(days), noon - days * 24 * hourMs);
  await passTime(server, hourMs);
  const kept = database.prepare("select subject from notices where user_id = ?").pluck();
  await waitUntil("the old one is deleted", () => kept.all(Number(asha.id)).join() === "179");
});

test("mails queued or committed before a crash are sent once after it", async () => {
  const down = "smtp://127.0.0.1:9";
  const first = await startServer({ ...settings, SMTP_URL: down }, undefined, clock);
  const [asha, queued, committed] = [
    await join(first, "asha", "asha.crash@college.example"),
    await join(first, "rohan", "rohan.queued@college.example"),
    await join(first, "meera", "meera.committed@college.example"),
  ];
  await connect(asha, queued);
  const tried = first.database().prepare("select count(*) from mails where attempts > 0").pluck();
  await waitUntil("the mail was tried", () => tried.get() === 1);
  await connect(asha, committed);
  await first.kill();
  // As before the mail is queued, a tenth of a second after the commit.
  const store = first.database();
  store.prepare("delete from mails where user_id = ?").run(Number(committed.id));
  const { changes } = store
    .prepare("update notices set mail_at = at, mailed_at = null where user_id = ?")
    .run(Number(committed.id));
  expect(changes).toBe(1);
  const second = await startServer(settings, first.storage, clock);
  await passTime(second, 6 * minuteMs);
  await settle(second);
  await second.stop();
  const third = await startServer({ ...settings, CLOCK: String(noon + hourMs) }, first.storage, clock);
  await settle(third);
  for (const member of [queued, committed])
    expect(mailsTo(member).map(subjectOf)).toEqual(["“Asha Verma” wants to connect with you"]);
  await third.stop();
  await first.stop();
});

test("mails are queued while the mail server has not yet answered an earlier one", async () => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  smtp.reactions.push("accept and say nothing");
  await disturb(asha);
  const queuedMeanwhile = server
    .database()
    .prepare(
      `select count(*) from mails where user_id = ? and exists (select 1 from mails as earlier
        where earlier.user_id = ? and earlier.attempts = 1 and earlier.next_attempt_at is null
          and earlier.sent_at is null and earlier.failure is null)`,
    )
    .pluck();
  await waitUntil("the first mail is being sent", () => queuedMeanwhile.get(asha.id, asha.id) === 1);
  await disturb(rohan);
  await waitUntil("the second mail is queued", () => queuedMeanwhile.get(rohan.id, asha.id) === 1);
  await passTime(server, minuteMs);
  await settle(server);
  expect(mailsTo(rohan)).toHaveLength(1);
});

test("old mails are deleted once they are done, and waiting mails are not", async () => {
  const database = server.database();
  const insert = database.prepare(
    `insert into mails (key, recipient, subject, text, created_at, attempts, next_attempt_at)
      values (?, 'old@college.example', 'Old', 'Old', @created, 0, @next)`,
  );
  const long = now() - 31 * 24 * hourMs;
  insert.run("done", { created: long, next: null });
  insert.run("waits", { created: long, next: now() + 24 * hourMs });
  await passTime(server, hourMs);
  const left = database.prepare("select key from mails where key in ('done', 'waits')").pluck();
  await waitUntil("the sweep", () => !left.all().includes("done"));
  expect(left.all()).toEqual(["waits"]);
});
