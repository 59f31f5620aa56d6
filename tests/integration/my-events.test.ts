import sharp from "sharp";
import { describe, expect } from "vitest";
import { announce, inDays } from "../support/events.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { browse, join } from "../support/people.ts";

const test = createTest(unlimited)
  .extend("asha", { scope: "file" }, ({ server }) => join(server, "asha"))
  .extend("rohan", { scope: "file" }, ({ server }) => join(server, "rohan"))
  .extend("meera", { scope: "file" }, ({ server }) => join(server, "meera"))
  .extend("rohansPages", { scope: "file" }, ({ rohan, server }) => browse(server, rohan));

describe("my events", () => {
  test("my events are those that a member organizes, is registered for or waits for", async ({
    server,
    guest,
    asha,
    rohan,
    rohansPages,
  }) => {
    server.database().exec("delete from events");
    await announce(rohan, { title: "Organized" });
    const registered = await announce(asha, { title: "Registered", registrationLimit: 1 });
    const full = await announce(asha, { title: "Waiting", registrationLimit: 1 });
    await announce(asha, { title: "Of others" });
    await announce(rohan, { title: "Long over", date: inDays(-3) });
    await rohan.call("POST", `/api/events/${registered.id}/register`);
    await asha.call("POST", `/api/events/${full.id}/register`);
    await rohan.call("POST", `/api/events/${full.id}/waiting`);
    const coming = (await rohansPages.get("/events/mine")).text;
    for (const title of ["Organized", "You organize this", "Registered", "Waiting"])
      expect(coming).toContain(title);
    expect(coming).toContain("Leave the waiting list: Waiting");
    expect(coming).not.toContain("Of others");
    expect(coming).not.toContain("Long over");
    const over = (await rohansPages.get("/events/mine?when=past")).text;
    expect(over).toContain("Long over");
    expect(over).not.toContain("Organized<");
    expect((await guest.get("/events/mine")).headers.get("Location")).toBe(
      "/login?redirectTo=%2Fevents%2Fmine",
    );
  });

  test("my events continue on a second page after 24", async ({ server, rohan, rohansPages }) => {
    server.database().exec("delete from events");
    for (let n = 10; n < 36; n++) await announce(rohan, { title: `Numbered ${n}`, date: inDays(n) });
    const first = (await rohansPages.get("/events/mine")).text;
    expect(first).not.toContain("Numbered 34");
    const next = /href="(\/events\/mine\?cursor=[\d-]+)"/.exec(first)?.[1] ?? "";
    const second = (await rohansPages.get(next)).text;
    expect(second).toContain("Numbered 34");
    expect(second).not.toContain("Numbered 33");
  });
});

describe("who is coming", () => {
  test("members see who is coming, except people blocked in either direction, and guests never do", async ({
    server,
    guest,
    asha,
    rohan,
    meera,
    rohansPages,
  }) => {
    const { id } = await announce(asha);
    await meera.call("POST", `/api/events/${id}/register`);
    await rohan.call("POST", `/api/events/${id}/register`);
    const path = `/events/${id}`;
    const link = `href="/people/${meera.id}"`;
    expect((await rohansPages.get(path)).text).toContain(link);
    expect((await rohansPages.get(path)).text).toContain(`href="/people/${asha.id}"`);
    const seen = (await guest.get(path)).text;
    expect(seen).not.toContain("Meera");
    expect(seen).not.toContain("/people/");
    const block = server.database().prepare("insert into blocks values (?, ?, 1)");
    for (const [blocker, blocked] of [
      [meera, rohan],
      [rohan, meera],
    ] as const) {
      block.run(blocker.id, blocked.id);
      expect((await rohansPages.get(path)).text).not.toContain("Meera");
      server.database().exec("delete from blocks");
    }
    server.database().prepare("update users set status = 'suspended' where id = ?").run(meera.id);
    expect((await rohansPages.get(path)).text).not.toContain("Meera");
    server.database().exec("update users set status = 'active'");
  });

  test("at most twelve people are shown, and how many more are coming", async ({
    server,
    asha,
    rohan,
    rohansPages,
  }) => {
    const { id } = await announce(asha, { registrationLimit: null });
    const database = server.database();
    for (let n = 10; n < 24; n++) {
      const { lastInsertRowid } = database
        .prepare(
          "insert into users (email, first_name, last_name, name, skills, created_at) values (?, 'Ila', ?, ?, '', 0)",
        )
        .run(`ila${n}@college.example`, `Rao${n}`, `Ila Rao${n}`);
      database
        .prepare("insert into event_registrations (event_id, user_id, created_at) values (?, ?, 1)")
        .run(id, lastInsertRowid);
    }
    const { text } = await rohansPages.get(`/events/${id}`);
    expect(text.match(/>Ila Rao\d\d/g)).toHaveLength(12);
    expect(text).toContain("and 2 more");

    // This reader may not see three of the fourteen: the one who blocks them, the blocked one and the suspended one.
    const last = database
      .prepare("select user_id from event_registrations where event_id = ? order by user_id desc")
      .pluck()
      .all(id) as number[];
    const block = database.prepare("insert into blocks values (?, ?, 1)");
    const more = async () => /and \d+ more/.exec((await rohansPages.get(`/events/${id}`)).text)?.[0];
    block.run(last[0], rohan.id);
    expect(await more()).toBe("and 1 more");
    block.run(rohan.id, last[1]);
    expect(await more()).toBeUndefined();
    database.prepare("update users set status = 'suspended' where id = ?").run(last[2]);
    const fewer = (await rohansPages.get(`/events/${id}`)).text;
    expect(fewer.match(/>Ila Rao\d\d/g)).toHaveLength(11);
    expect(fewer).not.toMatch(/and \d+ more/);
    database.exec("delete from blocks");
  });
});

test("an action leads back to its card and is confirmed there", async ({ server, asha, rohansPages }) => {
  server.database().exec("delete from events");
  const { id } = await announce(asha, { title: "Told here" });
  const answer = await rohansPages.post("/events?after=1-1", { intent: "register", event: id });
  expect(answer.headers.get("Location")).toBe(`/events?after=1-1#event-${id}`);
  const { text } = await rohansPages.get("/events?after=1-1");
  const card = text.slice(text.indexOf(`id="event-${id}"`));
  expect(card.slice(0, card.indexOf("</li>"))).toContain("You&#x27;re registered for Told here.");
});

test("a shared link to an event shows its picture", async ({ server, guest, asha }) => {
  const { id } = await announce(asha);
  const { text: drawn } = await guest.get(`/events/${id}`);
  const [, share = ""] = /property="og:image" content="[^"]*(\/covers\/[^"]*\.png)"/.exec(drawn) ?? [];
  expect(drawn).toContain(`src="${share.replace(".png", ".svg")}"`);
  const picture = await fetch(server.url + share);
  expect(picture.headers.get("Content-Type")).toBe("image/png");
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ width: 1200, height: 630 });
  const database = server.database();
  database
    .prepare("insert into images (user_id, file, bytes, created_at) values (?, 'a.webp', 1, 1)")
    .run(asha.id);
  database.prepare("update events set image_id = (select max(id) from images) where id = ?").run(id);
  const { text } = await guest.get(`/events/${id}`);
  expect(text.match(/property="og:image"/g)).toHaveLength(1);
  expect(text).toContain(`<meta property="og:image" content="${server.url}/files/images/a.webp"/>`);
});
