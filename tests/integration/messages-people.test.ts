import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { join, type Member } from "../support/people.ts";

const server = await shareServer(unlimited);
let asha: Member;
let rohan: Member;
let meera: Member;
beforeAll(async () => {
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
  meera = await join(server, "meera");
});

const found = async (viewer: Member, query: string) => (await viewer.get(`/api/users?${query}`)).body;
const names = async (viewer: Member, text: string) =>
  (await found(viewer, `search=${encodeURIComponent(text)}`)).map(({ name }) => name);

test("the search finds others by name and email, names that start with the text first", async () => {
  await join(server, "kabir", "nair.fan@college.example");
  expect(await names(asha, "ME")).toEqual(["Meera Nair"]);
  expect(await names(asha, "nair")).toEqual(["Meera Nair", "Kabir Sethi"]);
  expect(await names(asha, "k")).toEqual(["Kabir Sethi"]);
  expect(await names(meera, "meera")).toEqual([]);
  expect((await names(meera, "a"))[0]).toBe("Asha Verma");
  expect(await names(asha, "zzz")).toEqual([]);
  for (const odd of ["%", "_", '"', "'", "\\", "*", "a OR b", "\u{10ffff}", "\0"]) {
    expect((await asha.get(`/api/users?search=${encodeURIComponent(odd)}`)).status).toBe(200);
  }
  expect((await fetch(`${server.url}/api/users`)).status).toBe(401);
});

test("members can be listed in pages and by batch", async () => {
  const all = await found(asha, "");
  expect(all.map(({ name }) => name)).toEqual(["Asha Verma", "Kabir Sethi", "Meera Nair", "Rohan Pillai"]);
  const part = await asha.get("/api/users?limit=3");
  const rest = (await asha.next(part)).body;
  expect([...part.body, ...rest].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect((await found(asha, "batchYear=2019")).map(({ name }) => name)).toEqual(["Meera Nair"]);
  expect(await found(asha, "batchYear=x")).toHaveLength(4);
  expect((await asha.get("/api/users?limit=1001")).status).toBe(422);
});

test("a member's details are visible to everyone, to connections or to nobody, as the member chose", async () => {
  const database = server.database();
  database
    .prepare("update users set location = 'Pune', roll = 'R-7', cgpa = 8.5, cgpa_to = 'nobody' where id = ?")
    .run(Number(rohan.id));
  const seen = async (viewer: Member) => (await viewer.get(`/api/users/${rohan.id}`)).body;
  expect(await seen(asha)).toMatchObject({
    location: "Pune",
    roll: null,
    phone: null,
    cgpa: null,
    connection: "none",
    connectionBy: null,
  });
  const [low, high] = [Number(asha.id), Number(rohan.id)].sort((x, y) => x - y);
  database.prepare("insert into connections values (?, ?, ?, null, 1)").run(low, high, Number(asha.id));
  expect(await seen(asha)).toMatchObject({ roll: null, connection: "pending", connectionBy: "me" });
  expect((await asha.get("/api/users?search=rohan")).body).toMatchObject([
    { connectionBy: "me", roll: null },
  ]);
  database.prepare("update connections set accepted_at = 2").run();
  expect(await seen(asha)).toMatchObject({
    roll: "R-7",
    phone: "+91 9876543210",
    cgpa: null,
    connection: "connected",
  });
  expect(await seen(meera)).toMatchObject({ roll: null, connection: "none" });
  expect(await seen(rohan)).toMatchObject({ roll: "R-7", cgpa: 8.5 });
  database.prepare("update users set is_admin = 1 where id = ?").run(Number(meera.id));
  expect(await seen(meera)).toMatchObject({ cgpa: 8.5 });
  for (const id of ["999999", "anon_x", "0"]) expect((await asha.get(`/api/users/${id}`)).status).toBe(404);
  database.prepare("update users set status = 'suspended' where id = ?").run(Number(rohan.id));
  expect((await asha.get(`/api/users/${rohan.id}`)).status).toBe(404);
  expect(await names(asha, "rohan")).toEqual([]);
});
