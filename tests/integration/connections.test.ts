import { describe, expect } from "vitest";
import { createTest, unlimited } from "../support/integration.ts";
import { browse, join, type Member } from "../support/people.ts";
import { countRows } from "../support/rows.ts";
import type { TestServer } from "../support/server.ts";
import { problemOf, type Visitor } from "../support/visitor.ts";

const test = createTest(unlimited)
  .extend("asha", { scope: "file" }, ({ server }) => join(server, "asha"))
  .extend("rohan", { scope: "file" }, ({ server }) => join(server, "rohan"))
  .extend("meera", { scope: "file" }, ({ server }) => join(server, "meera"))
  .extend("ashasPages", { scope: "file" }, ({ server, asha }) => browse(server, asha))
  .extend("rohansPages", { scope: "file" }, ({ server, rohan }) => browse(server, rohan));
const limitedTest = createTest();

const clear = (server: TestServer) =>
  server.database().exec("delete from connections; delete from blocks; update users set status = 'active'");
const put = (from: Member, to: { id: string }) => from.call("PUT", `/api/users/${to.id}/connection`);
const end = (from: Member, to: { id: string }) => from.call("DELETE", `/api/users/${to.id}/connection`);
/** The connection between two members, as the API returns it. */
const between = async (viewer: Member, other: { id: string }) => {
  const { connection, connectionBy } = (await viewer.get(`/api/users/${other.id}`)).body;
  return [connection, connectionBy];
};
const rows = (server: TestServer) => countRows(server, "connections");

describe("through the API", () => {
  test("through the API members can request, accept and remove a connection", async ({
    server,
    asha,
    rohan,
  }) => {
    clear(server);
    const asked = await put(asha, rohan);
    expect([asked.status, asked.body]).toEqual([200, { connection: "pending", connectionBy: "me" }]);
    expect((await put(asha, rohan)).body).toEqual({ connection: "pending", connectionBy: "me" });
    expect(await between(rohan, asha)).toEqual(["pending", "them"]);
    expect((await put(rohan, asha)).body).toEqual({ connection: "connected", connectionBy: "them" });
    expect(await between(asha, rohan)).toEqual(["connected", "me"]);
    expect((await put(asha, rohan)).body).toEqual({ connection: "connected", connectionBy: "me" });
    const ended = await end(rohan, asha);
    expect([ended.status, ended.body]).toEqual([200, { connection: "none", connectionBy: null }]);
    expect((await end(rohan, asha)).status).toBe(200);
    expect(rows(server)).toBe(0);
  });

  test("a request can be withdrawn by its sender and declined by its receiver", async ({
    server,
    asha,
    rohan,
  }) => {
    clear(server);
    for (const who of [asha, rohan]) {
      await put(asha, rohan);
      await end(who, who === asha ? rohan : asha);
      expect(await between(asha, rohan)).toEqual(["none", null]);
    }
  });

  test("two members who ask each other at once are connected, in one row", async ({
    server,
    asha,
    rohan,
    meera,
  }) => {
    for (let round = 0; round < 10; round++) {
      clear(server);
      const answers = await Promise.all(
        [asha, rohan, asha, rohan, meera].map((who) => put(who, who === asha ? rohan : asha)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect((await between(asha, rohan))[0]).toBe("connected");
      expect(await between(asha, meera)).toEqual(["pending", "them"]);
      expect(rows(server)).toBe(2);
    }
  });

  test("nobody can connect with themselves, an unknown member or a deleted one", async ({
    server,
    asha,
    rohan,
    guest,
  }) => {
    clear(server);
    expect((await guest.call("PUT", `/api/users/${rohan.id}/connection`)).status).toBe(401);
    for (const method of ["PUT", "DELETE"]) {
      const own = await asha.call(method, `/api/users/${asha.id}/connection`);
      expect([own.status, problemOf(own).detail]).toEqual([422, "You can't connect with yourself."]);
      for (const id of ["999999", "0", "x", "anon_abc", "1e1", "9".repeat(40)]) {
        expect((await asha.call(method, `/api/users/${id}/connection`)).status, id).toBe(404);
      }
      for (const status of ["pending", "suspended", "deleted"]) {
        server.database().prepare("update users set status = ? where id = ?").run(status, rohan.id);
        expect((await asha.call(method, `/api/users/${rohan.id}/connection`)).status, status).toBe(404);
      }
    }
    expect(rows(server)).toBe(0);
  });

  test("a connection with a suspended member is kept", async ({ server, asha, rohan }) => {
    clear(server);
    await put(asha, rohan);
    await put(rohan, asha);
    server.database().prepare("update users set status = 'suspended' where id = ?").run(rohan.id);
    expect((await end(asha, rohan)).status).toBe(404);
    expect(rows(server)).toBe(1);
  });

  test("nobody can send a request to a member who blocked them or accept theirs, but an existing connection can be ended", async ({
    server,
    asha,
    rohan,
  }) => {
    clear(server);
    const block = server
      .database()
      .prepare("insert into blocks (blocker_id, blocked_id, created_at) values (?, ?, 1)");
    block.run(rohan.id, asha.id);
    const refused = await put(asha, rohan);
    expect([refused.status, problemOf(refused).detail]).toEqual([
      403,
      "This member isn't accepting requests from you.",
    ]);
    expect(rows(server)).toBe(0);

    // A request cannot be accepted after its sender has blocked the other member.
    clear(server);
    await put(rohan, asha);
    block.run(rohan.id, asha.id);
    expect((await put(asha, rohan)).status).toBe(403);
    expect(await between(asha, rohan)).toEqual(["pending", "them"]);
    expect((await end(asha, rohan)).status).toBe(200);

    // Existing requests and connections remain.
    clear(server);
    await put(asha, rohan);
    block.run(rohan.id, asha.id);
    expect((await put(asha, rohan)).body).toEqual({ connection: "pending", connectionBy: "me" });
    server.database().exec("update connections set accepted_at = 1");
    expect((await put(asha, rohan)).body).toEqual({ connection: "connected", connectionBy: "me" });
  });
});

describe("by the pages", () => {
  const send = (browser: Visitor, intent: string, userId: string, page = "/connections") =>
    browser.post(page, { intent, userId });

  test("every button on the pages does what it says and returns to its page", async ({
    server,
    asha,
    rohan,
    ashasPages,
    rohansPages,
  }) => {
    clear(server);
    const asked = await send(ashasPages, "ask", rohan.id, `/qa-threads/${rohan.id}?search=pillai`);
    expect([asked.status, asked.headers.get("Location")]).toEqual([
      303,
      `/qa-threads/${rohan.id}?search=pillai#connection`,
    ]);
    expect(await between(asha, rohan)).toEqual(["pending", "me"]);
    await send(ashasPages, "withdraw", rohan.id);
    expect(await between(asha, rohan)).toEqual(["none", null]);
    await send(ashasPages, "ask", rohan.id);
    await send(rohansPages, "decline", asha.id);
    expect(await between(asha, rohan)).toEqual(["none", null]);
    await send(ashasPages, "ask", rohan.id);
    const accepted = await send(rohansPages, "accept", asha.id);
    // Without scripts the page scrolls to the person, now among the connections, beside the confirmation.
    expect(accepted.headers.get("Location")).toBe(`/connections#member-${asha.id}`);
    expect((await rohansPages.get("/connections")).text).toMatch(
      new RegExp(`id="member-${asha.id}"(?:(?!</li>).)*You&#x27;re connected with Asha Verma\\.`, "s"),
    );
    expect(await between(asha, rohan)).toEqual(["connected", "me"]);
    const removed = await send(ashasPages, "remove", rohan.id);
    expect([removed.status, removed.headers.get("Location")]).toEqual([303, "/connections"]);
    expect(await between(asha, rohan)).toEqual(["none", null]);
  });

  test("Decline and Remove ask for confirmation on every page, and Undo restores what they ended", async ({
    server,
    asha,
    rohan,
    meera,
    ashasPages,
    rohansPages,
  }) => {
    const asksBefore = async (page: string, intent: string) =>
      new RegExp(
        `<details[^>]*><summary[^>]*>[^<]+…</summary>(?:(?!</details>).)*value="${intent}"`,
        "s",
      ).test((await rohansPages.get(page)).text);
    for (const page of [
      "/connections",
      `/people/${asha.id}`,
      `/qa-threads/${asha.id}`,
      "/qa-threads",
      "/notices",
    ]) {
      clear(server);
      await put(asha, rohan);
      expect([page, await asksBefore(page, "decline")]).toEqual([page, true]);
      expect([page, (await send(rohansPages, "undo", asha.id, page)).status]).toEqual([page, 409]);
      expect([page, (await send(rohansPages, "decline", asha.id, page)).status]).toEqual([page, 303]);
      const text = (await rohansPages.get(page)).text;
      expect([page, text]).toEqual([page, expect.stringContaining('name="intent" value="undo"')]);
      expect([page, (await send(ashasPages, "undo", rohan.id)).status]).toEqual([page, 409]);
      expect([page, (await send(rohansPages, "undo", asha.id, page)).status]).toEqual([page, 303]);
      expect([page, ...(await between(rohan, asha))]).toEqual([page, "pending", "them"]);
      expect([page, (await send(rohansPages, "undo", asha.id, page)).status]).toEqual([page, 409]);
    }
    for (const page of ["/connections", `/qa-threads/${asha.id}`]) {
      await put(rohan, asha);
      const stored = () => server.database().prepare("select * from connections order by asked_by").all();
      // The viewer has one connection that they asked for and one that the other member asked for.
      await put(rohan, meera);
      await put(meera, rohan);
      const before = stored();
      expect([page, await asksBefore(page, "remove")]).toEqual([page, true]);
      for (const other of [asha, meera])
        expect((await send(rohansPages, "remove", other.id, page)).status).toBe(303);
      expect((await rohansPages.get(page)).text).toContain('name="intent" value="undo"');
      expect(stored()).toEqual([]);
      expect((await send(ashasPages, "undo", rohan.id)).status).toBe(409);
      for (const other of [asha, meera])
        expect((await send(rohansPages, "undo", other.id, page)).status).toBe(303);
      expect(stored()).toEqual(before);
      expect((await send(rohansPages, "undo", asha.id, page)).status).toBe(409);
    }
    const byCall = await end(rohan, asha);
    expect([byCall.status, (await send(rohansPages, "undo", asha.id)).status]).toEqual([200, 409]);
    await put(asha, rohan);
    await put(rohan, asha);
    await send(rohansPages, "remove", asha.id);
    await put(rohan, asha);
    expect((await send(ashasPages, "decline", rohan.id)).status).toBe(303);
    expect((await send(rohansPages, "undo", asha.id)).status, "the other has declined since").toBe(409);
    clear(server);
    await put(asha, rohan);
    await put(rohan, asha);
    await send(rohansPages, "remove", asha.id);
    server.database().prepare("insert into blocks values (?, ?, 1)").run(asha.id, rohan.id);
    expect((await send(rohansPages, "undo", asha.id)).status, "a block since then stands").toBe(409);
    server.database().exec("delete from blocks");
    server.database().exec("update ended_connections set ended_at = ended_at - 60000");
    expect((await send(rohansPages, "undo", asha.id)).status, "after a minute").toBe(409);
  });

  test("pressing an outdated button changes nothing and says so", async ({
    server,
    asha,
    rohan,
    ashasPages,
    rohansPages,
  }) => {
    clear(server);
    // The request is withdrawn in the meantime: accepting must not send one.
    for (const [page, title] of [
      ["/connections", "Connections"],
      ["/qa-threads?search=verma", "Q&amp;A Threads"],
      [`/qa-threads/${asha.id}?search=verma`, "Profile Details"],
    ] as const) {
      const late = await send(rohansPages, "accept", asha.id, page);
      expect([page, late.status]).toEqual([page, 409]);
      expect(late.text).toContain("This request has already been answered or withdrawn.");
      expect(late.text).toContain(title);
    }
    expect(rows(server)).toBe(0);
    // The request is accepted in the meantime: withdrawing must not remove the connection.
    await put(asha, rohan);
    await put(rohan, asha);
    expect((await send(ashasPages, "withdraw", rohan.id)).status).toBe(409);
    expect((await send(rohansPages, "decline", asha.id)).status).toBe(409);
    expect(await between(asha, rohan)).toEqual(["connected", "me"]);
    // Nobody accepts their own request.
    clear(server);
    await put(asha, rohan);
    expect((await send(ashasPages, "accept", rohan.id)).status).toBe(409);
    expect((await send(ashasPages, "decline", rohan.id)).status).toBe(409);
    expect((await send(ashasPages, "remove", rohan.id)).status).toBe(409);
    expect(await between(asha, rohan)).toEqual(["pending", "me"]);
  });

  test("the pages refuse unknown people, unknown intents and other sites", async ({
    server,
    asha,
    rohan,
    ashasPages,
    guest,
  }) => {
    clear(server);
    const refused = await send(guest, "ask", rohan.id);
    expect([refused.status, refused.headers.get("Location")]).toEqual([
      303,
      "/login?redirectTo=%2Fconnections",
    ]);
    for (const intent of ["", "PUT", "end", "__proto__", "ask ".repeat(2_000)]) {
      expect((await send(ashasPages, intent, rohan.id)).status, intent.slice(0, 20)).toBe(400);
    }
    expect((await send(ashasPages, "ask", asha.id)).status).toBe(422);
    for (const id of ["", "0", "x", "anon_abc", "9".repeat(60), "\u0000"]) {
      expect((await send(ashasPages, "ask", id)).status, id).toBe(404);
    }
    for (const page of ["/qa-threads", `/qa-threads/${rohan.id}`]) {
      const login = `/login?redirectTo=${encodeURIComponent(page)}`;
      expect((await send(guest, "ask", rohan.id, page)).headers.get("Location")).toBe(login);
      expect((await send(ashasPages, "end", rohan.id, page)).status).toBe(400);
      expect((await send(ashasPages, "block", asha.id, page)).status).toBe(422);
      expect((await send(ashasPages, "block", "x".repeat(90), page)).status).toBe(404);
    }
    const other = { Origin: "https://evil.example" };
    expect(
      (await ashasPages.post("/connections", { intent: "remove", userId: rohan.id }, other)).status,
    ).toBe(403);
    server.database().prepare("insert into blocks values (?, ?, 1)").run(rohan.id, asha.id);
    await end(asha, rohan);
    const blocked = await send(ashasPages, "ask", rohan.id);
    expect(blocked.status).toBe(403);
    expect(blocked.text).toContain("This member isn&#x27;t accepting requests from you.");
  });

  test("a notice shows who accepted a request, with a button to write to them", async ({
    server,
    asha,
    rohan,
    ashasPages,
  }) => {
    clear(server);
    await put(asha, rohan);
    const page = `/people/${rohan.id}`;
    expect((await ashasPages.get(page)).text).not.toMatch(/<a[^>]*>Message<\/a>/);
    await put(rohan, asha);
    expect((await ashasPages.get("/notices")).text).toMatch(
      new RegExp(`href="${page}"[^>]*><b>Rohan Pillai</b> accepted your request to connect</a>`),
    );
    expect((await ashasPages.get(page)).text).toMatch(
      new RegExp(`<a[^>]*href="/messages/${rohan.id}"[^>]*>Message</a>`),
    );
  });

  test("a block in the directory is confirmed, and Undo lifts it there", async ({
    server,
    asha,
    rohan,
    ashasPages,
  }) => {
    clear(server);
    const page = `/qa-threads/${rohan.id}?search=pillai`;
    const blocks = async () => (await asha.call("GET", "/api/users/me/blocks")).body;
    const blocked = await send(ashasPages, "block", rohan.id, page);
    expect([blocked.status, blocked.headers.get("Location")]).toEqual([303, page]);
    expect(await blocks()).toEqual([{ id: rohan.id, name: rohan.name }]);
    const { text } = await ashasPages.get(page);
    expect(text).toContain("Blocked. They aren&#x27;t told.");
    expect(text).toMatch(/<form[^>]*action="\/qa-threads\/\d+\?search=pillai"[^>]*>.*value="unblock".*Undo/s);
    expect((await send(ashasPages, "unblock", rohan.id, page)).status).toBe(303);
    expect(await blocks()).toEqual([]);
  });

  test("the pages list requests and connections, 30 at a time", async ({
    server,
    asha,
    rohan,
    meera,
    ashasPages,
  }) => {
    clear(server);
    expect((await ashasPages.get("/connections")).text).toContain("No connections yet");
    const database = server.database();
    const person = database.prepare(
      "insert into users (email, first_name, last_name, name, batch_year, created_at) values (?, 'Ila', ?, 'Ila ' || ?, 2020, 0) returning id",
    );
    const pair = database.prepare(
      "insert into connections (low_id, high_id, asked_by, accepted_at, created_at) values (?, ?, ?, ?, 1)",
    );
    for (let n = 100; n < 135; n++) {
      const id = person.pluck().get(`ila${n}@college.example`, `Rao${n}`, `Rao${n}`) as number;
      pair.run(asha.id, id, n % 2 ? asha.id : id, n < 110 ? 500 : n);
    }
    await put(rohan, asha);
    await put(asha, meera);
    const first = (await ashasPages.get("/connections")).text;
    const names = (text: string) => [...new Set(text.match(/Ila Rao1\d\d/g))];
    expect(first).toMatch(/Waiting for your answer[\s\S]*Rohan Pillai[\s\S]*Accept[\s\S]*Decline/);
    expect(first).toMatch(/Requests you sent[\s\S]*Meera Nair[\s\S]*Withdraw/);
    const shown = names(first.slice(0, first.indexOf("<script")));
    expect(shown).toHaveLength(30);
    expect(shown.slice(0, 3)).toEqual(["Ila Rao109", "Ila Rao108", "Ila Rao107"]);
    expect(shown[10]).toBe("Ila Rao134");
    const next = /href="(\/connections\?cursor=[^"]+)"/.exec(first)?.[1] ?? "";
    const second = (await ashasPages.get(next)).text;
    expect(names(second.slice(0, second.indexOf("<script")))).toHaveLength(5);
    expect(second).not.toContain("Waiting for your answer");
    expect(second).toContain("Back to the first page");
    for (const bad of ["x", "1-", "-1", "9".repeat(30), "1-1-1"]) {
      expect((await ashasPages.get(`/connections?after=${bad}`)).status).toBe(200);
    }
    // A deleted member is in no list.
    database.prepare("update users set status = 'suspended' where id in (?, ?)").run(rohan.id, meera.id);
    const left = (await ashasPages.get("/connections")).text;
    expect(left).not.toMatch(/Rohan Pillai|Meera Nair/);
  });

  test("if the store fails, the pages say what failed", async ({ server, rohan, ashasPages }) => {
    clear(server);
    const database = server.database();
    database.exec("alter table connections rename to hidden_connections");
    const list = await ashasPages.get("/connections");
    const sent = await send(ashasPages, "ask", rohan.id);
    database.exec("alter table hidden_connections rename to connections");
    expect(list.status).toBe(503);
    expect(list.text).toContain("Failed to load connections");
    expect(sent.status).toBe(503);
    expect(sent.text).toContain("Failed to update the connection");
  });
});

limitedTest("the limit counts page and API together", async ({ server }) => {
  const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
  const browser = browse(server, asha);
  for (let n = 0; n < 30; n++) {
    expect((await put(asha, rohan)).status).toBe(200);
    expect((await browser.post("/connections", { intent: "withdraw", userId: rohan.id })).status).toBe(303);
  }
  const refused = await put(asha, rohan);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  const page = await browser.post("/connections", { intent: "ask", userId: rohan.id });
  expect(page.status).toBe(429);
  expect(page.headers.get("Retry-After")).not.toBeNull();
  expect(page.text).toContain("That&#x27;s a lot of requests.");
});
