import { beforeAll, expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { minuteMs } from "../support/notices.ts";
import { allMails, outbox } from "../support/outbox.ts";
import { join, type Member } from "../support/people.ts";
import { clock, passTime } from "../support/time.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer({ APP_URL: "http://community.example", SITE_NAME: "Sextant" }, clock);
let asha: Member;
let rohan: Member;
beforeAll(async () => {
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
});

const send = (content: string) =>
  asha.call("POST", "/api/messages/send", {
    senderId: asha.id,
    receiverId: rohan.id,
    content,
    isAnonymous: false,
  });
interface Mail {
  key: string;
  subject: string;
}
/** Lets half an hour pass and the server check. @returns the queued emails once there are this many */
async function halfAnHourLater(count: number): Promise<Mail[]> {
  await passTime(server, 31 * minuteMs);
  await allMails(server);
  const queued = server.database().prepare("select * from mails where key like 'notice:%' order by id");
  return waitUntil("the emails are queued", () => {
    const mails = queued.all() as Mail[];
    return mails.length >= count ? mails : undefined;
  });
}
let link = "";

test("a conversation unread for half an hour causes one email, which does not quote it", async () => {
  await send("The secret of the pull-ups");
  await send("And a second one");
  const mails = await halfAnHourLater(1);
  expect(mails).toHaveLength(1);
  const text = await waitUntil("the mail is sent", () =>
    outbox(server).find((mail) => mail.includes(`To: ${rohan.email}`)),
  );
  expect(text).toContain("Subject: New message on Sextant from “Asha Verma”\n");
  expect(text).toContain(`http://community.example/messages/${asha.id}`);
  expect(text).not.toContain("pull-ups");
  link = /http:\/\/community\.example(\/notices\/stop[^\s>]+)/.exec(text)?.[1] ?? "";
  expect(link).not.toBe("");
});

test("the next email is sent only after the conversation was read", async () => {
  await send("A third while it is still unread");
  expect(await halfAnHourLater(1)).toHaveLength(1);
  expect((await halfAnHourLater(1)).length).toBe(1);
  const { body } = await rohan.get(`/api/messages/history/${asha.id}/${rohan.id}`);
  for (const { id } of body) await rohan.call("PUT", `/api/messages/seen/${id}`);
  expect(await halfAnHourLater(1)).toHaveLength(1);
  await send("A new one");
  expect(await halfAnHourLater(2)).toHaveLength(2);
});

test("the link in the email turns emails off without a log-in, by page and by one click", async () => {
  const visitor = new Visitor(server.url);
  expect((await visitor.get(link)).text).toContain("Stop these emails");
  const choice = () =>
    server
      .database()
      .prepare("select choice from notice_settings where user_id = ? and kind = 'messages-unread'")
      .pluck()
      .get(Number(rohan.id));
  expect(choice()).toBeUndefined();
  // As a mail program sends it (RFC 8058).
  const oneClick = await visitor.fetch(link, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect(oneClick.status).toBe(200);
  expect(choice()).toBe("here");
  await send("Not emailed");
  expect(await halfAnHourLater(2)).toHaveLength(2);
  for (const wrong of [
    link.replace(/member=\d+/, `member=${asha.id}`),
    link.replace(/kind=[\w-]+/, "kind=event-changed"),
    "/mail-settings",
    `${link}x`,
  ]) {
    const stranger = new Visitor(server.url);
    expect((await stranger.get(wrong)).status).toBe(404);
    expect((await stranger.fetch(wrong, { method: "POST" })).status).toBe(404);
  }
});
