import { beforeEach, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { join, type Member, openSession } from "../support/people.ts";
import { picture } from "../support/profile.ts";
import { Visitor } from "../support/visitor.ts";

// A muted member who writes to others by what they read of the profile, and by requests to connect.

const server = await shareServer(unlimited);
const database = server.database();
let count = 0;
let kabir: Member;
let rohan: Member;
let page: Visitor;
beforeEach(async () => {
  kabir = await join(server, "kabir", `kabir${++count}@college.example`);
  rohan = await join(server, "rohan", `rohan${count}@college.example`);
  database
    .prepare("update users set muted_at = 1, company = 'Northlight' where id = ?")
    .run(Number(kabir.id));
  page = new Visitor(server.url);
  page.cookies.set("session", openSession(server, kabir.id, "browser"));
});
const stored = () =>
  database.prepare("select * from users where id = ?").get(Number(kabir.id)) as Record<string, unknown>;
const connections = () =>
  database.prepare("select count(*) from connections where asked_by = ?").pluck().get(Number(kabir.id));
const profileForm = (more: Record<string, string> = {}) => {
  const { name, phone, batch_year, company } = stored();
  return {
    name,
    phone,
    company,
    batchYear: String(batch_year),
    skills: "Python, sketching",
    phoneTo: "nobody",
    rollTo: "nobody",
    cgpaTo: "nobody",
    birthdayTo: "nobody",
    genderTo: "nobody",
    locationTo: "nobody",
    ...more,
  } as Record<string, string>;
};

test.each([
  ["name", "Rohan Is A Cheat"],
  ["company", "Rohan cheats"],
  ["position", "Knows that Rohan cheats"],
  ["skills", "Rohan cheats"],
  ["location", "Next to Rohan"],
  ["branch", "Cheating"],
])("changes no %s, by page and call", async (field, text) => {
  const before = stored();
  const called = await kabir.call("PUT", `/api/users/${kabir.id}`, { [field]: text });
  expect([called.status, (called.body as { detail: string }).detail]).toEqual([
    403,
    expect.stringContaining("muted"),
  ]);
  const sent = await page.post("/profile?edit", profileForm({ [field]: text }));
  expect([sent.status, sent.text.includes("has muted you"), sent.text.includes(text)]).toEqual([
    403,
    true,
    true,
  ]);
  expect(stored()).toEqual(before);
});

test("chooses who sees the profile, by page and call", async () => {
  const sent = await page.post("/profile?edit", profileForm());
  expect([sent.status, stored().phone_to, stored().location_to]).toEqual([303, "nobody", "nobody"]);
  const change = { visibility: { phone: "members" }, allowAnonymous: false, company: "Northlight" };
  expect((await kabir.call("PUT", `/api/users/${kabir.id}`, change)).status).toBe(200);
  expect(stored()).toMatchObject({ phone_to: "members", allow_anonymous: 0, company: "Northlight" });
});

test("removes a picture, and sets none by page and call", async () => {
  for (const [visitor, method, path] of [
    [kabir, "PUT", "/api/users/avatar"],
    [page, "POST", "/profile"],
  ] as const) {
    const form = new FormData();
    form.set("avatar", new File([new Uint8Array(await picture())], "face.png"));
    const { status, text } = await visitor.fetch(path, { method, body: form });
    expect([status, text.includes("has muted you")]).toEqual([403, true]);
  }
  expect(stored().avatar_file).toBeNull();
  expect((await page.post("/profile", { intent: "remove-avatar" })).status).toBe(303);
});

test("asks nobody to connect and accepts nobody, by page and call, and can still withdraw", async () => {
  for (const intent of ["ask", "accept"]) {
    expect((await page.post("/connections", { intent, userId: rohan.id })).status).toBe(403);
  }
  expect((await kabir.call("PUT", `/api/users/${rohan.id}/connection`)).status).toBe(403);
  await rohan.call("PUT", `/api/users/${kabir.id}/connection`);
  const accepted = await kabir.call("PUT", `/api/users/${rohan.id}/connection`);
  expect([accepted.status, (accepted.body as { detail: string }).detail]).toEqual([
    403,
    expect.stringContaining("muted"),
  ]);
  expect(connections()).toBe(0);
  expect((await kabir.call("DELETE", `/api/users/${rohan.id}/connection`)).status).toBe(200);
});
