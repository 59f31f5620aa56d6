import { afterAll, expect, test } from "vitest";
import { type NoticeKindName, noticeKindNames, noticeKinds } from "../../app/notices/kinds.ts";
import { mailOnlyKinds } from "../../db/vocabulary.ts";
import { createBoard } from "../support/boards.ts";
import { announce } from "../support/events.ts";
import { askMentor, offerMentoring } from "../support/mentoring.ts";
import { sized } from "../support/nightly.ts";
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
import { browse, job, type Member, makeAdmin, newMember, registration } from "../support/people.ts";
import { answer, ask, comment } from "../support/questions.ts";
import { startServer } from "../support/server.ts";
import { startSmtp } from "../support/smtp.ts";
import { clock, passTime, setClock } from "../support/time.ts";
import { idIn, Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

/** Noon in Berlin. */
const noon = Date.parse("2026-03-25T11:00:00Z");
const smtp = await startSmtp();
const server = await startServer({ ...mailSettings(smtp, noon), REGISTRATION: "approval" }, undefined, clock);
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

let count = 0;
const inHours = (hours: number) => new Date(Date.now() + server.clockOffsetMs + hours * hourMs).toISOString();
const connect = (member: Member, other: Member) => member.call("PUT", `/api/users/${other.id}/connection`);

/** Announces an event this many hours from now, with one attendee. @returns its path */
async function eventOf(organizer: Member, guest: Member, hours = 120) {
  const event = await announce(organizer, { date: inHours(hours) });
  await guest.call("POST", `/api/events/${event.id}/register`);
  return `/api/events/${event.id}`;
}
async function report(reporter: Member, organizer: Member) {
  const { id } = await announce(organizer, { date: inHours(120) });
  const form = { reason: "It is spam." };
  const sent = await browse(server, reporter).post(`/reports/new?subject=event&id=${id}`, form, ownOrigin);
  expect(sent.status).toBe(303);
}
/** Decides the newest open report. */
async function decide(admin: Member, decision: Record<string, string>) {
  const browser = browse(server, admin);
  const path = /\/admin\/reports\/\d+/.exec((await browser.get("/admin/reports")).text)?.[0] ?? "";
  expect((await browser.post(path, decision, ownOrigin)).status).toBe(303);
}

/** Sends a mentoring request to a member who offers mentoring. */
function askForMentor(mentee: Member, mentor: Member): Promise<string> {
  offerMentoring(server, mentor);
  return askMentor(mentee, mentor);
}

/** Applies for a new job of the poster's. @returns the application's address */
async function applyHere(applicant: Member, poster: Member): Promise<string> {
  const posted = await poster.call("POST", "/api/jobs", { ...job, applicationMethod: "here" });
  const address = `/api/jobs/${posted.body.id}/applications`;
  const form = new FormData();
  form.set("letter", "I wrote the motor control of our solar car, and would like to go on.");
  form.set("file", new File(["%PDF-1.4\n%%EOF\n"], "cv.pdf"));
  const sent = await applicant.call("POST", address, form);
  expect(sent.status).toBe(201);
  return `${address}/${idIn(sent)}`;
}

let nextBatch = 1950;

/** Functions that cause each kind of notice for one member. Meera is an administrator. */
const causes: Record<
  NoticeKindName,
  (told: Member, others: { kabir: Member; meera: Member }) => Promise<unknown>
> = {
  "connection-asked": (told, { kabir }) => connect(kabir, told),
  "connection-accepted": async (told, { kabir }) => {
    await connect(told, kabir);
    await connect(kabir, told);
  },
  "mentoring-asked": (told, { kabir }) => askForMentor(kabir, told),
  "mentoring-answered": async (told, { kabir }) =>
    kabir.call("PUT", await askForMentor(told, kabir), { state: "declined" }),
  "mentoring-ended": async (told, { kabir }) => {
    const path = await askForMentor(kabir, told);
    await told.call("PUT", path, { state: "accepted" });
    await kabir.call("PUT", path, { state: "ended", text: "Thank you for every hour." });
  },
  // As if it had been accepted four weeks ago.
  "mentoring-silent": async (told, { kabir }) => {
    const path = await askForMentor(kabir, told);
    await told.call("PUT", path, { state: "accepted" });
    server
      .database()
      .prepare("update mentorings set answered_at = answered_at - ? where id = ?")
      .run(28 * 24 * hourMs, Number(path.split("/").at(-1)));
  },
  "organizing-asked": async (told, { kabir }) => {
    const event = await announce(kabir, { date: inHours(120) });
    return kabir.call("PUT", `/api/events/${event.id}/organizers/${told.id}`, {});
  },
  "event-changed": async (told, { kabir }) =>
    kabir.call("PUT", await eventOf(kabir, told), { location: "Roof garden" }),
  "event-asked": async (told, { kabir }) =>
    kabir.call("PUT", await eventOf(kabir, told), {
      questions: [{ text: "Veg or non-veg?", kind: "text", required: true }],
    }),
  "event-cancelled": async (told, { kabir }) => kabir.call("DELETE", await eventOf(kabir, told, 24.5)),
  "event-restored": async (told, { kabir }) => {
    const address = await eventOf(kabir, told, 24.5);
    await kabir.call("DELETE", address);
    await kabir.call("POST", `${address}/restore`);
  },
  "event-seat": async (told, { kabir, meera }) => {
    const event = await announce(meera, { date: inHours(120), registrationLimit: 1 });
    await kabir.call("POST", `/api/events/${event.id}/register`);
    await told.call("POST", `/api/events/${event.id}/waiting`);
    await kabir.call("POST", `/api/events/${event.id}/unregister`);
  },
  "event-online": async (told, { kabir }) => {
    const event = await announce(kabir, { date: inHours(1.5), onlineUrl: "https://meet.example/{token}" });
    return told.call("POST", `/api/events/${event.id}/register`);
  },
  "event-message": async (told, { kabir }) =>
    kabir.call("POST", `${await eventOf(kabir, told)}/message`, { text: "Bring tea." }),
  // The day after tomorrow: the clock advances a day before the search.
  "job-deadline": async (told, { kabir }) => {
    const posted = await kabir.call("POST", "/api/jobs", { ...job, deadline: inHours(24).slice(0, 10) });
    await told.call("PUT", `/api/jobs/${posted.body.id}/tracking`, { state: "applied" });
  },
  "application-received": (told, { kabir }) => applyHere(kabir, told),
  // As if it had been sent a week ago.
  "applications-waiting": async (told, { kabir }) => {
    await applyHere(kabir, told);
    const week = 8 * 24 * hourMs;
    server.database().prepare("update job_applications set sent_at = sent_at - ?").run(week);
  },
  "application-answered": async (told, { kabir }) => {
    const address = await applyHere(told, kabir);
    expect((await kabir.call("PUT", address, { state: "invited", text: "Come on Friday." })).status).toBe(
      200,
    );
  },
  "board-changed": async (told, { kabir }) => {
    const { slug } = await createBoard(server, kabir, { keepers: [kabir.id, told.id] });
    await kabir.call("PUT", `/api/boards/${slug}`, { title: "Mess menu, changed" });
  },
  "board-old": (told, { kabir }) =>
    createBoard(server, kabir, { keepers: [told.id], until: inHours(-48).slice(0, 10) }),
  "board-wrong": async (told, { kabir }) => {
    const { slug } = await createBoard(server, kabir, { keepers: [told.id] });
    const remark = { intent: "wrong", remark: "Closed on Sundays" };
    await browse(server, kabir).post(`/boards/${slug}`, remark, ownOrigin);
  },
  // Each member is alone in a batch.
  announcement: async (told, { meera }) => {
    const batchYear = nextBatch++;
    server.database().prepare("update users set batch_year = ? where id = ?").run(batchYear, Number(told.id));
    const sent = { text: "The reading room has moved.", batchYear, until: inHours(72).slice(0, 10) };
    expect((await meera.call("POST", "/api/announcements", sent)).status).toBe(201);
  },
  "event-tomorrow": (told, { kabir }) => eventOf(kabir, told, 24.5),
  "question-answered": async (told, { kabir }) => answer(kabir, (await ask(told)).id),
  "question-commented": async (told, { kabir }) => comment(kabir, `questions/${(await ask(told)).id}`),
  "answer-accepted": async (told, { kabir, meera }) => {
    const { id } = await ask(kabir);
    await told.call("PUT", `/api/questions/${id}/follow`);
    const { id: answerId } = await answer(meera, id);
    await kabir.call("PUT", `/api/questions/${id}/accepted`, { answerId });
  },
  "question-asked-you": (told, { kabir }) => ask(kabir, { tags: ["python"], ask: [told.id] }),
  thanks: async (told, { kabir, meera }) => {
    const { id } = await answer(told, (await ask(meera)).id);
    await kabir.call("PUT", `/api/answers/${id}/thanks`, { withName: true });
  },
  "report-decided": async (told, { kabir, meera }) => {
    await report(told, kabir);
    await decide(meera, { intent: "dismiss" });
  },
  "post-muted": async (told, { kabir, meera }) => {
    const event = await announce(told, { date: inHours(120) });
    await browse(server, kabir).post(
      `/reports/new?subject=event&id=${event.id}`,
      { reason: "Spam" },
      ownOrigin,
    );
    await decide(meera, { intent: "mute", reason: "It is spam", length: "day" });
  },
  "post-hidden": async (told, { meera }) => {
    const { body } = await told.call("POST", "/api/jobs", job);
    await meera.call("DELETE", `/api/jobs/${body.id}`);
  },
  "saved-search": async (told, { kabir }) => {
    const search = { kind: "jobs", query: `search=zither${told.id}z`, frequency: "at-once" };
    await told.call("POST", "/api/saved-searches", search);
    await kabir.call("POST", "/api/jobs", { ...job, title: `Builder of zither${told.id}z` });
  },
  "messages-unread": (told, { kabir }) =>
    kabir.call("POST", "/api/messages/send", {
      senderId: kabir.id,
      receiverId: told.id,
      content: "Hello",
      isAnonymous: false,
    }),
  "admin-reports": async (_, { kabir, meera }) => report(kabir, meera),
  "admin-approvals": (told) =>
    new Visitor(server.url).call(
      "POST",
      "/api/users/register",
      registration("rohan", `waits.${told.id}@college.example`),
    ),
  "admin-trouble": async () =>
    server
      .database()
      .prepare(
        "insert into mails (key, recipient, subject, text, failure, created_at) values (?, '', '', '', 'refused', ?)",
      )
      .run(`lost ${++count}`, noon),
};

const choices = ["here", "mail", "digest", "never"] as const;
/**
 * The short form tests every kind by mail, and every second kind through one other channel. Kinds for administrators
 * are caused once.
 */
const cases = noticeKindNames.flatMap((kind, at) =>
  choices
    .filter((choice, number) => {
      const isShort =
        choice === "mail" || noticeKinds[kind].isForAdmins || (at % 2 === 0 && number === [0, 2, 3][at % 3]);
      return sized(isShort, true);
    })
    .map((choice) => [kind, choice] as const),
);

/** Each member is notified of only one kind, through one channel. */
async function chooser(kind: NoticeKindName, choice: string): Promise<Member> {
  const member = await newMember(server, "asha");
  if (noticeKinds[kind].isForAdmins) makeAdmin(server, member);
  const kinds = Object.fromEntries(noticeKindNames.map((name) => [name, name === kind ? choice : "never"]));
  expect((await member.call("PUT", settingsPath, { kinds, digestHour: 16 })).status).toBe(200);
  return member;
}

const told = new Map<string, Member>();
const mailsTo = (kind: string, choice: string) =>
  smtp.delivered.filter(({ to }) => to === told.get(`${kind} ${choice}`)?.email);
const noticesOf = async (kind: string, choice: string) => {
  const answer = await told.get(`${kind} ${choice}`)?.call("GET", "/api/notices");
  return answer?.body.data;
};

const digestsOf = (kind: string, choice: string) =>
  mailsTo(kind, choice).filter((mail) => subjectOf(mail) === "Your day: 1 notice");
/** Moves the clock to the hour of digests, and waits until each of these has arrived. */
async function passHour(at: number, expected: typeof cases): Promise<void> {
  await setClock(server, at);
  await passTime(server, minuteMs);
  const haveArrived = () => expected.every(([kind, choice]) => digestsOf(kind, choice).length > 0);
  await waitUntil("the digests", haveArrived);
  await settle(server);
}

test("each kind of notice is sent once, as each member chose", async () => {
  const meera = await newMember(server, "meera");
  makeAdmin(server, meera);
  const none = Object.fromEntries(noticeKindNames.map((name) => [name, "never"]));
  await meera.call("PUT", settingsPath, { kinds: none });
  for (const [kind, choice] of cases) told.set(`${kind} ${choice}`, await chooser(kind, choice));
  for (const [kind, choice] of cases) {
    if (noticeKinds[kind].isForAdmins && choice !== "here") continue;
    const member = told.get(`${kind} ${choice}`);
    if (member) await causes[kind](member, { kabir: await newMember(server, "kabir"), meera });
  }
  // Messages are unread for half an hour, an event is within a day, and the hourly check finds the lost mail.
  await passTime(server, 35 * minuteMs);
  await settle(server);
  await passTime(server, 30 * minuteMs);
  await settle(server);
  for (const [kind, choice] of cases) {
    const { why } = noticeKinds[kind];
    const isMailOnly = mailOnlyKinds.some((name) => name === kind);
    const isNotice = choice !== "never" && !isMailOnly;
    expect([kind, choice, await noticesOf(kind, choice)]).toMatchObject([
      kind,
      choice,
      isNotice ? [{ kind }] : [],
    ]);
    const mails = mailsTo(kind, choice);
    expect([kind, choice, mails.length]).toEqual([kind, choice, choice === "mail" ? 1 : 0]);
    for (const mail of mails) {
      expect(mail.text, kind).toContain(`You get this email because ${why}.`);
      expect(subjectOf(mail), kind).not.toMatch(/[{}]|^$/);
      expect(stopPathOf(mail), kind).toContain(`kind=${kind}&`);
      if (kind === "event-online") expect(mail.text).toContain("\nhttps://meet.example/%7Btoken%7D\n");
      if (kind === "event-message") expect(mail.text).toContain("“Bring tea.”");
      expect(mail.headers, kind).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    }
  }

  const isInDigest = ([kind, choice]: (typeof cases)[number]) => choice === "digest" && kind !== "thanks";
  await passHour(noon + 4 * hourMs, cases.filter(isInDigest));
  for (const each of cases) {
    const [kind, choice] = each;
    const digests = digestsOf(kind, choice);
    expect([kind, choice, digests.length]).toEqual([kind, choice, isInDigest(each) ? 1 : 0]);
    for (const digest of digests)
      expect(digest.text, kind).toContain("You get this email because you chose a daily digest.");
  }
  // A thank-you has only a date, so it waits until that day is over.
  const thanked = cases.filter(([kind, choice]) => kind === "thanks" && choice === "digest");
  await passHour(noon + 28 * hourMs, thanked);
  for (const [kind, choice] of thanked) expect(digestsOf(kind, choice)).toHaveLength(1);
});

test("a mail's link stops its kind by one click, and a digest's link stops the kinds in it", async () => {
  const program = new Visitor(server.url);
  for (const [kind, choice] of cases) {
    const [mail] = mailsTo(kind, choice);
    if (!mail) continue;
    const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
    expect([kind, (await program.fetch(stopPathOf(mail), oneClick)).status]).toEqual([kind, 200]);
    const { body } = (await told.get(`${kind} ${choice}`)?.call("GET", settingsPath)) ?? { body: {} };
    expect([choice, body]).toMatchObject([choice, { kinds: { [kind]: "here" } }]);
  }
});
