import { once } from "node:events";
import { resolve } from "node:path";
import { expect } from "vitest";
import type { Event } from "../support/api-types.ts";
import { announce, readEvent } from "../support/events.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { browse, join, type Member, makeAdmin, password } from "../support/people.ts";
import { errorsOf, type Visitor } from "../support/visitor.ts";

const test = createTest(unlimited, resolve("tests/support/report-locks.ts"))
  .extend("asha", { scope: "file" }, ({ server }) => join(server, "asha"))
  .extend("rohan", { scope: "file" }, ({ server }) => join(server, "rohan"))
  .extend("meera", { scope: "file" }, ({ server }) => join(server, "meera"))
  .extend("kabir", { scope: "file" }, ({ server }) => join(server, "kabir"));

const organizers = (member: Visitor, id: string, userId: string, method = "PUT") =>
  member.call(method, `/api/events/${id}/organizers/${userId}`, method === "PUT" ? {} : undefined);
const statesOf = (event: Event) => event.organizers.map(({ name, state }) => `${name}: ${state}`);

test("a member asked to organize gets an organizer's rights only when they accept", async ({
  server,
  asha,
  rohan,
  meera,
  guest,
}) => {
  const { id } = await announce(asha, { title: "Two hosts" });
  const change = (member: Visitor) => member.call("PUT", `/api/events/${id}`, { location: "Roof" });
  expect((await organizers(rohan, id, rohan.id)).status).toBe(403);
  expect((await organizers(rohan, id, meera.id)).status).toBe(403);
  expect((await organizers(asha, id, rohan.id)).status).toBe(200);
  expect((await organizers(asha, id, rohan.id)).status).toBe(200);
  expect(statesOf(await readEvent(rohan, id))).toEqual(["Asha Verma: organizer", "Rohan Pillai: asked"]);
  // Nobody else is notified.
  for (const reader of [meera, guest])
    expect(statesOf(await readEvent(reader, id))).toEqual(["Asha Verma: organizer"]);
  expect((await change(rohan)).status).toBe(403);
  expect((await rohan.get("/api/notices")).text).toContain("Asha Verma asks you to organize “Two hosts”");

  expect((await organizers(rohan, id, rohan.id)).status).toBe(200);
  expect(statesOf(await readEvent(guest, id))).toEqual([
    "Asha Verma: organizer",
    "Rohan Pillai: co-organizer",
  ]);
  expect((await guest.get(`/events/${id}`)).text).toContain("Rohan Pillai");
  expect((await change(rohan)).status).toBe(200);
  const pages = browse(server, rohan);
  expect((await pages.get(`/events/${id}/attendees.csv`)).status).toBe(200);
  expect((await pages.get("/events/mine")).text).toContain("You organize this");
  expect((await organizers(rohan, id, meera.id)).status).toBe(200);
  expect((await organizers(rohan, id, asha.id, "DELETE")).status).toBe(422);
  expect((await organizers(meera, id, rohan.id, "DELETE")).status).toBe(403);
  // A member who declined can be asked again.
  expect((await organizers(meera, id, meera.id, "DELETE")).status).toBe(200);
  expect((await meera.get("/api/notices")).text).not.toContain("asks you to organize “Two hosts”");
  expect((await organizers(asha, id, rohan.id, "DELETE")).status).toBe(200);
  expect((await change(rohan)).status).toBe(403);

  const trail = server
    .database()
    .prepare(
      "select admin_id, action, member_id from audit_entries where subject = '“Two hosts”' order by id",
    )
    .all()
    .map((row) => Object.values(row as object).join(" "));
  expect(trail).toEqual([
    `${asha.id} asked to organize the event ${rohan.id}`,
    `${rohan.id} accepted to organize the event ${rohan.id}`,
    `${rohan.id} changed the event ${asha.id}`,
    `${rohan.id} asked to organize the event ${meera.id}`,
    `${meera.id} no longer organizes the event ${meera.id}`,
    `${asha.id} removed from organizing the event ${rohan.id}`,
  ]);
});

test("an event has at most five co-organizers, even if many are asked at once", async ({
  server,
  asha,
  kabir,
}) => {
  const { id } = await announce(asha);
  const members = await Promise.all(
    Array.from({ length: 8 }, (_, n) => join(server, "meera", `host-${n}@college.example`)),
  );
  const answers = await Promise.all(members.map((member) => organizers(asha, id, member.id)));
  const refused = answers.filter(({ status }) => status === 422);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(refused.map(errorsOf)).toEqual(
    Array(3).fill({ member: ["An event has at most five co-organizers. Remove one first."] }),
  );
  for (const nobody of [asha.id, "999999", "0", "x", "1e3"])
    expect((await organizers(asha, id, nobody)).status, nobody).toBe(nobody === asha.id ? 200 : 422);
  expect((await organizers(asha, "999999", kabir.id)).status).toBe(404);
  expect((await organizers(asha, "x", kabir.id, "DELETE")).status).toBe(404);
});

test("suspended members, and members who block the organizer, cannot be asked to organize", async ({
  server,
  asha,
  kabir,
}) => {
  const { id } = await announce(asha);
  const database = server.database();
  database
    .prepare("insert into blocks (blocker_id, blocked_id, created_at) values (?, ?, 1)")
    .run(kabir.id, asha.id);
  expect((await organizers(asha, id, kabir.id)).status).toBe(422);
  database.exec("delete from blocks");
  const gone = await join(server, "rohan", "gone@college.example");
  database.prepare("update users set status = 'suspended' where id = ?").run(gone.id);
  expect((await organizers(asha, id, gone.id)).status).toBe(422);
  expect(statesOf(await readEvent(asha, id))).toEqual(["Asha Verma: organizer"]);
});

test("a member who is muted while asking others to organize gets a refusal", async ({
  server,
  rohan,
  meera,
}) => {
  const { id } = await announce(meera, { title: "Muted meanwhile" });
  const database = server.database();
  database.exec(
    `begin immediate; update users set muted_at = 1, mute_reason = 'Spam' where id = ${meera.id}`,
  );
  const isLocked = once(server.process, "message");
  const asking = organizers(meera, id, rohan.id);
  expect(await isLocked).toContain("locked");
  database.exec("commit");
  const { status, body } = await asking;
  expect([status, body]).toEqual([403, expect.objectContaining({ code: "muted" })]);
  expect(statesOf(await readEvent(meera, id))).toEqual(["Meera Nair: organizer"]);
  expect((await rohan.get("/api/notices")).text).not.toContain("Muted meanwhile");
  database.exec(`update users set muted_at = null, mute_reason = null where id = ${meera.id}`);
});

test("the page finds members who can be asked by a part of their name, without scripts", async ({
  server,
  asha,
  meera,
  kabir,
}) => {
  const { id } = await announce(asha, { title: "By name" });
  const [ashas, kabirs] = [browse(server, asha), browse(server, kabir)];
  const page = `/events/${id}/organizers`;
  const ask = (member: string) => ashas.post(page, { intent: "ask", member });
  for (const [person, sentence] of [
    ["", "This member can&#x27;t be asked."],
    ["999999", "This member can&#x27;t be asked."],
    [asha.id, "You can&#x27;t ask yourself."],
  ] as const) {
    const refused = await ask(person);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(sentence)]);
  }
  const twin = await join(server, "kabir", "twin@college.example");
  const suspended = await join(server, "kabir", "suspended@college.example");
  const blocking = await join(server, "kabir", "blocking@college.example");
  const blocked = await join(server, "kabir", "blocked@college.example");
  const database = server.database();
  database.prepare("update users set status = 'suspended' where id = ?").run(suspended.id);
  const block = database.prepare("insert into blocks (blocker_id, blocked_id, created_at) values (?, ?, 1)");
  block.run(blocking.id, asha.id);
  block.run(asha.id, blocked.id);
  const find = async (name: string) => {
    const { text } = await ashas.get(`${page}?name=${name}`);
    return [...text.matchAll(/name="member" value="(\d+)"\/>(?:(?!<\/form>).)*value="ask"/gs)].map(
      ([, id]) => id,
    );
  };
  expect(await find("KAB")).toEqual([kabir.id, twin.id]);
  expect(await find("ash"), "the organizer").toEqual([]);
  expect((await ask(kabir.id)).status).toBe(303);
  expect(await find("kab"), "asked already").toEqual([twin.id]);
  expect((await ashas.get(`${page}?name=nobody`)).text).toContain("Nobody else here has this name.");
  expect((await ask(meera.id)).status).toBe(303);
  expect((await ashas.get(page)).text).toContain("Asked, no answer yet");
  expect((await kabirs.get(`/events/${id}`)).text).toContain("You are asked to organize this event too.");
  expect((await kabirs.post(page, { intent: "accept" })).headers.get("Location")).toBe(`/events/${id}`);
  expect((await kabirs.get(page)).text).toMatch(
    /<details><summary[^>]*>Stop organizing…<\/summary>(?:(?!<\/details>).)*value="leave"/s,
  );
  expect((await ashas.post(page, { intent: "remove", person: meera.id })).status).toBe(303);
  expect(statesOf(await readEvent(asha, id))).toEqual(["Asha Verma: organizer", "Kabir Sethi: co-organizer"]);
  expect((await kabirs.post(page, { intent: "leave" })).status).toBe(303);
  expect((await kabirs.get(page)).status).toBe(403);
});

test("no seat is assigned twice while co-organizers change the limit and many register", async ({
  server,
  asha,
  rohan,
  meera,
}) => {
  const { id } = await announce(asha, { registrationLimit: 3 });
  for (const host of [rohan, meera]) {
    await organizers(asha, id, host.id);
    await organizers(host, id, host.id);
  }
  const members = await Promise.all(
    Array.from({ length: 20 }, (_, n) => join(server, "kabir", `guest-${n}@college.example`)),
  );
  const limit = (host: Member, registrationLimit: number) =>
    host.call("PUT", `/api/events/${id}`, { registrationLimit });
  await Promise.all([
    ...members.slice(0, 10).map((member) => member.call("POST", `/api/events/${id}/register`)),
    limit(rohan, 8),
    ...members.slice(10).map(async (member) => {
      const { status } = await member.call("POST", `/api/events/${id}/register`);
      if (status === 409) await member.call("POST", `/api/events/${id}/waiting`);
    }),
    limit(meera, 8),
    limit(asha, 8),
  ]);
  const event = await readEvent(asha, id);
  expect(event.registrationCount).toBe(event.registrations.length);
  expect(event.registrationCount).toBeLessThanOrEqual(8);
  if (event.waitingCount > 0) expect(event.registrationCount).toBe(8);
  const both = server
    .database()
    .prepare(
      "select count(*) as count from event_waiting w join event_registrations r using (event_id, user_id) where event_id = ?",
    )
    .get(Number(id));
  expect(both).toEqual({ count: 0 });
});

test("an event deleted by a co-organizer still belongs to the organizer, who gets a notice", async ({
  server,
  asha,
  meera,
}) => {
  makeAdmin(server, meera);
  const rohan = await join(server, "rohan", "rohan.two@college.example");
  const { id } = await announce(asha, { title: "Lantern walk" });
  await organizers(asha, id, rohan.id);
  await organizers(rohan, id, rohan.id);
  const pages = { asha: browse(server, asha), rohan: browse(server, rohan), meera: browse(server, meera) };
  const forGood = async (who: keyof typeof pages) =>
    (await pages[who].post("/bin", { intent: "delete", subject: "event", id })).status;
  const restore = async (who: typeof asha) => (await who.call("POST", `/api/events/${id}/restore`)).status;
  for (const by of [asha, meera]) {
    expect((await rohan.call("DELETE", `/api/events/${id}`)).status).toBe(200);
    expect((await asha.get("/api/notices?unread=1")).text).toContain(
      "Rohan Pillai deleted your event “Lantern walk”. You can bring it back for seven days",
    );
    expect((await pages.asha.get("/bin")).text).toContain("Deleted by Rohan Pillai");
    expect((await pages.meera.get("/admin/bin")).text).toContain("Lantern walk");
    expect((await pages.rohan.get("/bin")).text).toContain("Restore: Lantern walk");
    expect((await pages.rohan.get("/bin")).text).not.toContain("Delete now");
    expect(await forGood("rohan")).toBe(404);
    expect(await restore(by)).toBe(200);
    expect((await asha.get("/api/notices?unread=1")).text).not.toContain("Rohan Pillai deleted");
  }
  // Deleting their account takes nothing of the organizer's, and their name is removed from the notice.
  await rohan.call("DELETE", `/api/events/${id}`);
  await pages.rohan.post("/account/delete", { posts: "delete", currentPassword: password });
  expect((await asha.get("/api/notices")).text).toContain("Somebody deleted your event");
  expect((await pages.asha.get("/bin")).text).toContain("Delete now");
  expect(await restore(asha)).toBe(200);
  await asha.call("DELETE", `/api/events/${id}`);
  expect(await forGood("asha")).toBe(303);
});

test("a muted member cannot accept to organize", async ({ server, asha }) => {
  const rohan = await join(server, "rohan", "rohan.three@college.example");
  const { id } = await announce(asha);
  await organizers(asha, id, rohan.id);
  server
    .database()
    .prepare("update users set muted_at = 1, mute_reason = 'x' where id = ?")
    .run(Number(rohan.id));
  expect((await organizers(rohan, id, rohan.id)).body).toMatchObject({ status: 403, code: "muted" });
  expect(statesOf(await readEvent(asha, id))).toContain("Rohan Pillai: asked");
});

test("a co-organizer can restore an event that they deleted, with its organizers", async ({
  server,
  asha,
  rohan,
  meera,
}) => {
  makeAdmin(server, meera);
  const { id } = await announce(asha, { title: "There and back" });
  await organizers(asha, id, rohan.id);
  await organizers(rohan, id, rohan.id);
  expect((await rohan.call("DELETE", `/api/events/${id}`)).status).toBe(200);
  expect((await rohan.call("POST", `/api/events/${id}/restore`)).status).toBe(200);
  expect(statesOf(await readEvent(asha, id))).toEqual([
    "Asha Verma: organizer",
    "Rohan Pillai: co-organizer",
  ]);
  // Members who leave the community stop being organizers.
  const pages = browse(server, rohan);
  await pages.post("/account/delete", { posts: "keep", currentPassword: password });
  expect(statesOf(await readEvent(asha, id))).toEqual(["Asha Verma: organizer"]);
});
