import { beforeAll, expect, test } from "vitest";
import { announce, beginSoon } from "../support/events.ts";
import { createTest, shareServer, unlimited } from "../support/integration.ts";
import { allMails, mailedLink } from "../support/outbox.ts";
import { browse, join, type Member, password, registration } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { startSmtp } from "../support/smtp.ts";
import { clock, passTime } from "../support/time.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const minuteMs = 60_000;
const bait = "You have won, claim at https://prize.example/now {token}";

// A server of its own: setting a clock back over midnight leaves the next day's key in the room.
const server = await shareServer({ ...unlimited }, clock);
let kabir: Member;
let meera: Member;
beforeAll(async () => {
  kabir = await join(server, "kabir");
  meera = await join(server, "meera");
});

const mailsTo = async (email: string) =>
  (await allMails(server)).filter((mail) => mail.includes(`\nTo: ${email}\n`));
const change = (id: string, fields: object) => kabir.call("PUT", `/api/events/${id}`, fields);
const takePart = (member: Visitor, id: string) => member.call("POST", `/api/events/${id}/register`);

/** Registers someone else's address. @returns a member with its token */
async function signUp(email: string): Promise<Visitor> {
  const stranger = new Visitor(server.url);
  const { status, body } = await stranger.call("POST", "/api/users/register", {
    ...registration("rohan", email),
    firstName: "Dear winner",
  });
  expect(status).toBe(201);
  Object.assign(stranger, { token: body.token });
  await stranger.call("PUT", "/api/users/me/notice-settings", { quietFrom: "00:00", quietTo: "00:00" });
  return stranger;
}

test("people signed up by someone else and registered for an event get one mail, without a member's words", async () => {
  const emails = ["one@elsewhere.example", "two@elsewhere.example", "three@elsewhere.example"];
  const { id } = await announce(kabir, { title: "Chess evening", registrationLimit: 2 });
  const strangers = await Promise.all(emails.map(signUp));
  for (const stranger of strangers.slice(0, 2)) expect((await takePart(stranger, id)).status).toBe(200);
  expect((await strangers[2]?.call("POST", `/api/events/${id}/waiting`))?.status).toBe(200);

  for (let hour = 0; hour < 3; hour++) {
    for (let n = 0; n < 3; n++) {
      expect((await change(id, { title: `${bait} ${n}`, location: `Room ${hour} ${n}` })).status).toBe(200);
    }
    await passTime(server, 60 * minuteMs);
    await allMails(server);
  }
  // A freed seat, an unread message and the end of the event would also send mails.
  await strangers[0]?.call("POST", `/api/events/${id}/unregister`);
  const message = { senderId: kabir.id, content: bait, isAnonymous: false };
  const { body } = (await strangers[1]?.get("/api/users/me")) ?? {};
  const receiverId = body?.id;
  expect((await kabir.call("POST", "/api/messages/send", { ...message, receiverId })).status).toBe(201);
  await passTime(server, 31 * minuteMs);
  await waitUntil("the message is noticed", () =>
    server.database().prepare("select 1 from notices where kind = 'messages-unread'").get(),
  );
  await kabir.call("DELETE", `/api/events/${id}`);

  for (const email of emails) {
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain("Subject: Confirm your email address for Quadrant\n");
    expect(mails[0]).not.toMatch(/prize|You have won|winner|Room|Kabir/);
  }
});

test("the link in that mail confirms the address, locks the other person out, and allows mails", async () => {
  const email = "owner@elsewhere.example";
  const { id } = await announce(kabir, { title: "Kite building" });
  const stranger = await signUp(email);
  await takePart(stranger, id);
  await change(id, { location: "Roof" });
  const link = await mailedLink(server, email, "/confirm-email");
  expect((await new Visitor(server.url).get(link)).status).toBe(200);
  await change(id, { location: "Cellar" });
  await passTime(server, 16 * minuteMs);
  expect(await mailsTo(email)).toHaveLength(1);

  const [, token] = link.split("token=");
  const fields = {
    token: token ?? "",
    password: "my own good secret",
    confirmPassword: "my own good secret",
  };
  const done = await new Visitor(server.url).post("/confirm-email", fields);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/login"]);
  expect((await stranger.get("/api/users/me")).status).toBe(401);
  await passTime(server, 16 * minuteMs);
  await change(id, { location: "Garden" });
  expect(await mailsTo(email)).toHaveLength(2);
});

test("the account page says that an address is not confirmed and how to confirm it", async () => {
  const email = "reader@elsewhere.example";
  const stranger = await signUp(email);
  const page = async (visitor: Visitor) => (await visitor.get("/account/notices")).text;
  expect(await page(stranger)).toBe("");
  const browser = new Visitor(server.url);
  await browser.post("/login", { email, password: password });
  expect(await page(browser)).toContain("so you get notices here and no emails yet");
  const confirmed = browse(server, meera);
  expect(await page(confirmed)).toContain("Send the daily digest at");
  expect(await page(confirmed)).not.toContain("so you get notices here and no emails yet");
});

test("mails quote a member's words, which become neither links nor templates", async () => {
  const { id } = await announce(kabir, { title: bait, location: "www.prize.example" });
  await takePart(meera, id);
  await change(id, { location: "mailto:win@prize.example “{title}”" });
  const mail = (await mailsTo(meera.email)).at(-1) ?? "";
  const words = "“You have won, claim at https: //prize. example/now {token}”";
  expect(mail).toContain(`Subject: Changed: ${words}\n`);
  expect(mail).toContain(`\n\n${words}\n`);
  expect(mail).toContain("\n“mailto: win@prize. example '{title}'”\n");
  await change(id, { title: "Chess" });
  await kabir.call("DELETE", `/api/events/${id}`);
});

test("of many changes a receiver gets two mails: at once, and the final state a quarter of an hour later", async () => {
  const { id } = await announce(kabir, { title: "Night sky" });
  await takePart(meera, id);
  const changes = async () =>
    (await mailsTo(meera.email)).filter((mail) => mail.includes("Subject: Changed: “Night sky"));
  for (const location of ["Roof", "Cellar", "Garden", "Hill"]) {
    await change(id, { title: `Night sky on the ${location}`, location });
    await changes();
  }
  expect(await changes()).toHaveLength(1);
  await passTime(server, 14 * minuteMs);
  expect(await changes()).toHaveLength(1);
  await passTime(server, 2 * minuteMs);
  const [first = "", second = "", ...more] = await changes();
  expect(more).toEqual([]);
  expect(first).toContain("“Roof”");
  expect(second).toContain("Subject: Changed: “Night sky on the Hill”\n");
  expect(second).toContain("\n“Hill”\n");

  // Cancelling the event deletes the mails that are still queued.
  await change(id, { location: "Lake" });
  beginSoon(server, id);
  await kabir.call("DELETE", `/api/events/${id}`);
  await passTime(server, 16 * minuteMs);
  expect(await changes()).toHaveLength(2);
  expect((await mailsTo(meera.email)).at(-1)).toContain("Subject: Cancelled: “Night sky on the Hill”\n");
});

test("an organizer's mails stop at 2,000 in a day and continue on the next", async () => {
  const [asha, meera] = [await join(server, "asha"), await join(server, "meera", "nair@college.example")];
  const { id } = await announce(asha, { title: "Open day" });
  const { id: other } = await announce(kabir, { title: "Quiet day" });
  for (const event of [id, other]) await takePart(meera, event);
  const now = Date.now() + server.clockOffsetMs;
  server
    .database()
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
       insert into mails (key, recipient, subject, text, author_id, created_at, sent_at)
       select 'earlier:' || i, 'guest@college.example', '', '', ?, ?, ? from n`,
    )
    .run(asha.id, now, now);
  const heard = async (title: string) =>
    (await mailsTo(meera.email)).filter((mail) => mail.includes(`Changed: “${title}”`)).length;
  await asha.call("PUT", `/api/events/${id}`, { location: "Gate" });
  await change(other, { location: "Gate" });
  expect([await heard("Open day"), await heard("Quiet day")]).toEqual([0, 1]);
  await passTime(server, 25 * 60 * minuteMs);
  await asha.call("PUT", `/api/events/${id}`, { location: "Hall" });
  expect(await heard("Open day")).toBe(1);
});

test("mails about an account are sent before all other queued mails", async () => {
  const away = await startSmtp();
  await away.stop();
  const settings = { RATE_LIMITS: "off", SMTP_URL: away.url };
  const first = await startServer(settings, undefined, clock);
  const [organizer, guest] = [await join(first, "kabir"), await join(first, "meera")];
  for (let n = 0; n < 5; n++) {
    const { id } = await announce(organizer, { title: `Evening ${n}` });
    await guest.call("POST", `/api/events/${id}/register`);
    await organizer.call("PUT", `/api/events/${id}`, { location: "Roof" });
  }
  await new Visitor(first.url).post("/forgot-password", { email: guest.email });
  await first.kill();

  const back = await startSmtp(Number(new URL(away.url).port));
  const anHourLater = String(Date.now() + 60 * minuteMs);
  const second = await startServer({ ...settings, CLOCK: anHourLater }, first.storage, clock);
  await waitUntil("all mails arrive", () => back.delivered.length === 6);
  expect(back.delivered[0]?.headers).toMatch(/^Subject: Choose a new password/m);
  await second.stop();
  await first.stop();
  await back.stop();
});

createTest()("an address gets at most five mails an hour about an account", async ({ server }) => {
  const victim = "victim@elsewhere.example";
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) {
    const browser = browse(server, await join(server, "rohan", `rohan-${n}@college.example`));
    statuses.push(
      (await browser.post("/account/email", { email: victim, currentPassword: password })).status,
    );
  }
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);

  // A new password is announced to the address, which may be a stranger's.
  const meera = await join(server, "meera");
  const browser = browse(server, meera);
  const changes: number[] = [];
  for (let n = 0; n < 6; n++) {
    const [currentPassword, next] = [n === 0 ? password : `a good secret ${n}`, `a good secret ${n + 1}`];
    const fields = { currentPassword, password: next, confirmPassword: next };
    changes.push((await browser.post("/account/password", fields)).status);
  }
  expect(changes).toEqual([303, 303, 303, 303, 303, 429]);
  const mails = await allMails(server);
  const countTo = (email: string) => mails.filter((mail) => mail.includes(`\nTo: ${email}\n`)).length;
  expect([countTo(victim), countTo(meera.email)]).toEqual([5, 5]);
});
