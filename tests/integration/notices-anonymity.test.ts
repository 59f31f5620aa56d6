import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { allMails } from "../support/outbox.ts";
import { browse, join, type Member, makeAdmin } from "../support/people.ts";
import { clock, passTime, setClock } from "../support/time.ts";
import { waitUntil } from "../support/wait-until.ts";

const minuteMs = 60_000;
/** Noon, long before the digest's hour. */
const noon = Date.parse("2026-03-25T06:30:00Z");
const server = await shareServer(unlimited, clock);
await setClock(server, noon);
let asha: Member;
let rohan: Member;
let meera: Member;
beforeAll(async () => {
  [asha, rohan, meera] = [
    await join(server, "asha"),
    await join(server, "rohan"),
    await join(server, "meera"),
  ];
  makeAdmin(server, meera);
});

const write = async (content: string) => {
  const message = { senderId: rohan.id, receiverId: asha.id, content, isAnonymous: true };
  const { status, body } = await rohan.call("POST", "/api/messages/send", message);
  expect(status).toBe(201);
  return body.id;
};
const noticesOf = (member: Member) =>
  server.database().prepare("select * from notices where user_id = ?").all(Number(member.id)) as {
    kind: string;
    url: string;
    actor_id: number | null;
  }[];

/** Expects neither the writer's name or address, nor their id in paths, subjects or actors. */
function expectNothingOf(texts: unknown) {
  const text = JSON.stringify(texts);
  expect(text).not.toMatch(/Rohan|Pillai|rohan/);
  expect(text).not.toContain(`/messages/${rohan.id}"`);
  expect(text).not.toContain(`"actor_id":${rohan.id}`);
  expect(text).not.toContain(`"author_id":${rohan.id}`);
}

test("an unread anonymous message names its sender in no notice, mail, digest or preview", async () => {
  await write("Who is this?");
  await passTime(server, 31 * minuteMs);
  await waitUntil("the notice", () => noticesOf(asha).length > 0);
  const mails = (await allMails(server)).filter((mail) => mail.includes(`To: ${asha.email}\n`));
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("from “Anonymous”");
  expectNothingOf([mails, noticesOf(asha)]);
  expectNothingOf(server.database().prepare("select * from mails").all());
  expect(noticesOf(asha)[0]?.url).toMatch(/^\/messages\/anon_/);

  await asha.call("PUT", "/api/users/me/notice-settings", {
    kinds: { "messages-unread": "digest" },
    digestHour: 23,
  });
  const conversation = noticesOf(asha)[0]?.url ?? "";
  const { body } = await asha.call(
    "GET",
    `/api/messages/history/${asha.id}/${conversation.replace("/messages/", "")}`,
  );
  for (const { id } of body) await asha.call("PUT", `/api/messages/seen/${id}`);
  await write("And this?");
  await passTime(server, 31 * minuteMs);
  const page = await waitUntil("the digest has it", async () => {
    const { text } = await browse(server, asha).get("/account/notices/digest");
    return text.includes("from Anonymous") && text;
  });
  expectNothingOf(page);
  expectNothingOf((await asha.call("GET", "/api/notices")).body);
});

test("only the writer is notified that an administrator removed an anonymous message", async () => {
  const id = await write("Something bad");
  const reporter = browse(server, asha);
  expect((await reporter.post(`/reports/new?subject=message&id=${id}`, { reason: "Rude" })).status).toBe(303);
  const admin = browse(server, meera);
  const path = /\/admin\/reports\/\d+/.exec((await admin.get("/admin/reports")).text)?.[0] ?? "";
  expect((await admin.post(path, { intent: "remove" })).status).toBe(303);
  expectNothingOf([noticesOf(asha), noticesOf(meera)]);
  expect(noticesOf(rohan)).toMatchObject([
    { kind: "post-hidden", url: `/messages/${asha.id}?anonymous=1&hidden=${id}`, actor_id: null },
  ]);
  const place = await browse(server, rohan).get(noticesOf(rohan)[0]?.url ?? "", {
    "Sec-Fetch-Site": "same-origin",
  });
  expect(place.status).toBe(200);
  expect((await rohan.call("GET", "/api/notices?unread=true")).body).toMatchObject({ data: [] });
});

test("lines of the room and their removal send no notices", async () => {
  const before = noticesOf(rohan).length;
  await rohan.call("POST", "/api/anonymous-messages", { content: "Hello, room" });
  const id = server.database().prepare("select max(id) from room_lines").pluck().get();
  await browse(server, asha).post(`/reports/new?subject=room-line&id=${id}`, { reason: "Rude" });
  const admin = browse(server, meera);
  const path = /\/admin\/reports\/\d+/.exec((await admin.get("/admin/reports")).text)?.[0] ?? "";
  expect((await admin.post(path, { intent: "remove" })).status).toBe(303);
  expect(noticesOf(rohan)).toHaveLength(before);
  expectNothingOf([noticesOf(asha), noticesOf(meera)]);
});
