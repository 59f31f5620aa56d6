import { describe, expect } from "vitest";
import { auditSubject } from "../support/audit.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { browse, join, makeAdmin, newMember } from "../support/people.ts";
import { profile, profileForm } from "../support/profile.ts";
import { Socket } from "../support/socket.ts";
import { dayIn } from "../support/time.ts";
import { type Answer, errorsOf } from "../support/visitor.ts";

const test = createTest(unlimited);
const limitedTest = createTest();

let count = 0;

describe("PUT /api/users/{id}", () => {
  test("members can change every field of their own profile", async ({ server }) => {
    const asha = await newMember(server);
    const answer = await asha.call("PUT", `/api/users/${asha.id}`, profile);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject(profile);
    expect((await asha.get("/api/users/me")).body).toEqual(answer.body);
    const row = server
      .database()
      .prepare("select first_name, last_name from users where id = ?")
      .get(asha.id);
    expect(row).toEqual({ first_name: "Asha Rani", last_name: "Verma" });
  });

  test("PUT keeps fields that are not sent, and the first and last name while the full name is the same", async ({
    server,
  }) => {
    const asha = await newMember(server);
    const id = Number(asha.id);
    await asha.call("PUT", `/api/users/${asha.id}`, profile);
    const database = server.database();
    database.prepare("update users set first_name = 'Asha', last_name = 'Rani Verma' where id = ?").run(id);
    const answer = await asha.call("PUT", `/api/users/${asha.id}`, { name: profile.name, cgpa: null });
    expect(answer.body).toMatchObject({ ...profile, cgpa: null });
    expect(database.prepare("select first_name from users where id = ?").pluck().get(id)).toBe("Asha");
    expect((await asha.call("PUT", `/api/users/${asha.id}`, {})).body).toEqual(answer.body);
    await asha.call("PUT", `/api/users/${asha.id}`, { name: "Cher" });
    expect(database.prepare("select last_name from users where id = ?").pluck().get(id)).toBe("");
  });

  test("PUT accepts a user as it was read, and ignores role, email and year", async ({ server }) => {
    const asha = await newMember(server);
    const { body } = await asha.get("/api/users/me");
    const sent = {
      ...body,
      role: "admin",
      email: "x@evil.example",
      year: 1,
      status: "deleted",
      isAdmin: true,
    };
    const answer = await asha.call("PUT", `/api/users/${asha.id}`, sent);
    expect([answer.status, answer.body]).toEqual([200, body]);
  });

  test("PUT sets the visibility of details, and whether anonymous messages are allowed", async ({
    server,
  }) => {
    const asha = await newMember(server);
    const change = { visibility: { phone: "members", location: "nobody" }, allowAnonymous: false };
    expect((await asha.call("PUT", `/api/users/${asha.id}`, change)).status).toBe(200);
    const row = server
      .database()
      .prepare("select phone_to, roll_to, location_to, allow_anonymous from users where id = ?")
      .get(asha.id);
    expect(row).toEqual({
      phone_to: "members",
      roll_to: "connections",
      location_to: "nobody",
      allow_anonymous: 0,
    });
  });

  test("PUT for another member's profile is refused and stores nothing", async ({ server, guest }) => {
    const [asha, rohan] = [await newMember(server), await newMember(server)];
    const before = (await asha.get("/api/users/me")).body;
    for (const change of [
      { name: "Mallory" },
      { visibility: { phone: "members" } },
      { allowAnonymous: false },
      {},
    ]) {
      const answer = await rohan.call("PUT", `/api/users/${asha.id}`, change);
      expect(answer.status).toBe(403);
    }
    expect((await guest.call("PUT", `/api/users/${asha.id}`, { name: "Mallory" })).status).toBe(401);
    for (const id of ["0", "999999", "x", "anon_1", "-1", "9".repeat(30)]) {
      expect([id, (await rohan.call("PUT", `/api/users/${id}`, { name: "M" })).status]).toEqual([id, 404]);
    }
    expect((await asha.get("/api/users/me")).body).toEqual(before);
    expect(server.database().prepare("select count(*) from audit_entries").pluck().get()).toBe(0);
  });

  test("administrators' changes to other profiles are in the audit trail, changes to their own are not", async ({
    server,
  }) => {
    const [asha, admin] = [await newMember(server), await newMember(server)];
    makeAdmin(server, admin);
    const answer = await admin.call("PUT", `/api/users/${asha.id}`, { branch: "Civil Engineering" });
    expect(answer.body).toMatchObject({ branch: "Civil Engineering" });
    await admin.call("PUT", `/api/users/${admin.id}`, { branch: "Electronics" });
    await admin.call("PUT", `/api/users/${asha.id}`, { cgpa: 11 });
    const entries = server
      .database()
      .prepare(`select admin_id, action, ${auditSubject} as subject from audit_entries`)
      .all();
    expect(entries).toEqual([
      { admin_id: Number(admin.id), action: "changed the profile", subject: asha.name },
    ]);
  });

  test("PUT cannot change a suspended member", async ({ server }) => {
    const [asha, admin] = [await newMember(server), await newMember(server)];
    makeAdmin(server, admin);
    server.database().prepare("update users set status = 'suspended' where id = ?").run(asha.id);
    expect((await admin.call("PUT", `/api/users/${asha.id}`, { branch: "Civil" })).status).toBe(404);
    expect((await asha.call("PUT", `/api/users/${asha.id}`, { branch: "Civil" })).status).toBe(401);
  });
});

test("a new name replaces the old one everywhere", async ({ server }) => {
  const [asha, rohan] = [await newMember(server), await newMember(server)];
  const browser = browse(server, asha);
  const socket = await Socket.of(asha);
  const said = { senderId: asha.id, receiverId: rohan.id, isAnonymous: false };
  await asha.call("POST", "/api/messages/send", { ...said, content: "Before" });
  await asha.call("PUT", `/api/users/${asha.id}`, { name: "Lata Menon" });
  socket.send("send_message", { ...said, content: "After", tempId: "1" });
  const saved = (await socket.next("message_saved")) as { message: { sender: { name: string } } };
  await socket.close();
  expect(saved.message.sender.name).toBe("Lata Menon");
  const [conversation] = (await rohan.get("/api/messages/conversations")).body;
  expect(conversation?.name).toBe("Lata Menon");
  expect((await browser.get("/")).text).toContain("Profile menu of Lata Menon");
  expect((await rohan.get("/api/users?search=lata")).body[0]?.id).toBe(asha.id);
  expect((await rohan.get("/api/users?search=Asha+Verma")).body).not.toContainEqual(
    expect.objectContaining({ id: asha.id }),
  );
});

const birthdayError = "Birthday must be a date in the past, such as 2004-12-31";
const cgpaError = "CGPA must be a number from 0 to 10";

/** Values that every field refuses, on the page and in the API alike. @param latest the last batch year */
const refused = (latest: number): [field: string, value: string, error: string][] => [
  ["name", " \u200b ", "Name is required"],
  ["name", "x".repeat(122), "At most 121 characters"],
  ["name", "Asha https://evil.example", "A name cannot contain a web address"],
  ["phone", "", "Phone is required"],
  ["phone", "12", "Phone is invalid"],
  ["phone", "+999 9000000000", "Phone is invalid"],
  ["phone", "call me", "Phone is invalid"],
  ["birthday", "2005-02-29", birthdayError],
  ["birthday", "2005-13-01", birthdayError],
  ["birthday", "yesterday", birthdayError],
  ["birthday", "1899-12-31", birthdayError],
  ["birthday", dayIn(2), birthdayError],
  ["birthday", "9999-01-01", birthdayError],
  ["cgpa", "10.01", cgpaError],
  ["cgpa", "-0.01", cgpaError],
  ["cgpa", "eight", cgpaError],
  ["cgpa", "Infinity", cgpaError],
  ["cgpa", "NaN", cgpaError],
  ["batchYear", "", "Batch year is required"],
  ["batchYear", "1949", `Batch year must be a year from 1950 to ${latest}`],
  ["batchYear", String(latest + 1), `Batch year must be a year from 1950 to ${latest}`],
  ["batchYear", "2027.5", `Batch year must be a year from 1950 to ${latest}`],
  ["gender", "x".repeat(41), "At most 40 characters"],
  ["roll", "x".repeat(41), "At most 40 characters"],
  ["branch", "x".repeat(101), "At most 100 characters"],
  ["location", "x".repeat(101), "At most 100 characters"],
  ["company", "x".repeat(121), "At most 120 characters"],
  ["company", "http://evil.example", "A name cannot contain a web address"],
  ["position", "x".repeat(121), "At most 120 characters"],
  ["skills", Array.from({ length: 31 }, (_, n) => `s${n}`).join(","), "At most 30 entries"],
  ["skills", "x".repeat(61), "Each at most 60 characters"],
];

test("the page and the API enforce the rules of every field", async ({ server }) => {
  const asha = await newMember(server);
  const browser = browse(server, asha);
  const before = (await asha.get("/api/users/me")).body;
  const latest = Number(dayIn(0).slice(0, 4)) + 6;
  for (const [field, value, error] of refused(latest)) {
    const call = await asha.call("PUT", `/api/users/${asha.id}`, { [field]: value });
    expect([field, value, call.status, errorsOf(call)[field]?.[0]]).toEqual([field, value, 422, error]);
    const page = await browser.post("/profile?edit", { ...profileForm, [field]: value });
    expect([field, value, page.status]).toEqual([field, value, 422]);
    expect(page.text).toContain(`id="profile-${field}-error"`);
    expect(page.text).toContain(error);
    expect(page.text).toContain(field === "roll" ? profile.branch : profile.roll);
  }
  expect((await asha.get("/api/users/me")).body).toEqual(before);
});

test("values of wrong types are refused and not stored", async ({ server }) => {
  const asha = await newMember(server);
  for (const [field, value] of [
    ["name", null],
    ["name", 5],
    ["phone", null],
    ["batchYear", null],
    ["branch", { length: 3 }],
    ["cgpa", true],
    ["cgpa", []],
    ["birthday", 20040229],
    ["skills", [1]],
    ["visibility", null],
    ["visibility", "nobody"],
    ["visibility", { phone: "everybody" }],
    ["allowAnonymous", "on"],
  ] as const) {
    const answer = await asha.call("PUT", `/api/users/${asha.id}`, { [field]: value });
    expect([field, value, answer.status]).toEqual([field, value, 422]);
  }
  expect((await asha.call("PUT", `/api/users/${asha.id}`, [])).status).toBe(400);
  expect((await asha.call("PUT", `/api/users/${asha.id}`, { visibility: { email: "nobody" } })).status).toBe(
    200,
  );
});

test("line breaks, invisible and control characters are removed, and blank fields become null", async ({
  server,
}) => {
  const asha = await newMember(server);
  const change = {
    name: "Asha\r\nVerma\u202e",
    company: "  North\u0000light ",
    branch: " \u200b ",
    cgpa: "",
    birthday: "",
    skills: "C, ,c ,C,\nVerilog",
  };
  expect((await asha.call("PUT", `/api/users/${asha.id}`, change)).body).toMatchObject({
    name: "Asha Verma",
    company: "Northlight",
    branch: null,
    cgpa: null,
    birthday: null,
    skills: ["C", "c", "Verilog"],
  });
});

describe("/profile", () => {
  test("/profile saves the form and shows the saved values", async ({ server }) => {
    const asha = await newMember(server);
    const browser = browse(server, asha);
    const saved = await browser.post("/profile?edit", profileForm);
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/profile"]);
    expect((await asha.get("/api/users/me")).body).toMatchObject(profile);
    const page = await browser.get("/profile");
    for (const text of [
      "Year 4, Electronics",
      "Firmware intern at Northlight Robotics",
      "29 February 2004",
      "CGPA 8.41",
    ])
      expect(page.text.replaceAll("<!-- -->", "")).toContain(text);
    // Browsers do not send unchecked boxes.
    const { allowAnonymous: _, ...unchecked } = profileForm;
    await browser.post("/profile?edit", unchecked);
    const allows = server.database().prepare("select allow_anonymous from users where id = ?").pluck();
    expect(allows.get(asha.id)).toBe(0);
    expect((await browser.get("/profile?edit")).text).not.toMatch(/name="allowAnonymous"[^>]*checked/);
  });

  test("/profile shows alumni their batch, and suggests what to add next", async ({ server }) => {
    const meera = await join(server, "meera", `meera+${++count}@college.example`);
    const browser = browse(server, meera);
    const page = (await browser.get("/profile")).text.replaceAll("<!-- -->", "");
    expect(page).toContain("Alumni · Batch 2019");
    expect(page).toContain("Juniors look for someone where you work.");
    expect(page).toContain("Location not added yet");
    await meera.call("PUT", `/api/users/${meera.id}`, { ...profile, batchYear: 2019 });
    expect((await browser.get("/profile")).text).toContain("A face makes the first message easier.");
    server.database().prepare("update users set avatar_file = 'a.webp' where id = ?").run(meera.id);
    expect((await browser.get("/profile")).text).not.toContain("others find you");
  });

  test("/profile previews what members and connections see", async ({ server }) => {
    const asha = await newMember(server);
    const browser = browse(server, asha);
    await browser.post("/profile?edit", profileForm);
    const [own, member, connection, unknown] = await Promise.all(
      ["", "?as=member", "?as=connection", "?as=admin"].map((query) => browser.get(`/profile${query}`)),
    );
    const shows = (page: Answer | undefined, ...texts: string[]) =>
      texts.map((text) => page?.text.includes(text));
    const texts = ["+44 2079460000", "Q27-118", "8.41", "29 February 2004", "Female", "Kochi"];
    expect(shows(own, ...texts)).toEqual([true, true, true, true, true, true]);
    expect(shows(member, ...texts)).toEqual([true, false, false, false, false, true]);
    expect(shows(connection, ...texts)).toEqual([true, false, true, true, false, true]);
    expect(shows(unknown, ...texts)).toEqual([true, true, true, true, true, true]);
    expect(shows(member, "Edit Profile", "Upload picture")).toEqual([false, false]);
  });

  test("the form keeps what was typed when the session has ended", async ({ server, guest }) => {
    const page = await guest.post("/profile?edit", profileForm);
    expect(page.status).toBe(401);
    expect(page.text).toContain("logged out");
    expect(page.text).toContain("Q27-118");
    expect((await guest.get("/profile?edit")).headers.get("Location")).toBe(
      "/login?redirectTo=%2Fprofile%3Fedit%3D",
    );
    expect(server.logged()).not.toContain('"level":"error"');
  });

  test("the form keeps what was typed when saving fails, and a profile that cannot be loaded offers Retry", async ({
    server,
  }) => {
    const asha = await newMember(server);
    const browser = browse(server, asha);
    const database = server.database();
    database.exec(
      "create trigger full before update of branch on users begin select raise(abort, 'full'); end",
    );
    const page = await browser.post("/profile?edit", profileForm);
    database.exec("drop trigger full");
    expect(page.status).toBe(503);
    expect(page.text).toContain("Your profile couldn&#x27;t be saved. Please try again.");
    expect(page.text).toContain("Q27-118");
    database.exec("alter table user_topics rename to topics_away");
    const broken = await browser.get("/profile");
    database.exec("alter table topics_away rename to user_topics");
    expect(broken.status).toBe(503);
    expect(broken.text).toContain("Your profile couldn&#x27;t be loaded.");
    expect(broken.text).toMatch(/<a[^>]*href="\/profile"[^>]*>Retry/);
  });

  test("the form's action ignores unknown fields", async ({ server }) => {
    const asha = await newMember(server);
    const browser = browse(server, asha);
    const sent = {
      ...profileForm,
      email: "x@evil.example",
      isAdmin: "1",
      id: "1",
      "visibility.phone": "nobody",
    };
    expect((await browser.post("/profile?edit", sent)).status).toBe(303);
    expect((await asha.get("/api/users/me")).body).toMatchObject({ email: asha.email, role: "student" });
    expect((await browser.post("/profile", { ...profileForm, phoneTo: "everybody" })).status).toBe(422);
  });
});

limitedTest("changes are limited, on the page and in the API together", async ({ server }) => {
  const asha = await newMember(server);
  const browser = browse(server, asha);
  for (let n = 0; n < 60; n++) await asha.call("PUT", `/api/users/${asha.id}`, { cgpa: n / 10 });
  const call = await asha.call("PUT", `/api/users/${asha.id}`, { cgpa: 9 });
  expect([call.status, Number(call.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  const page = await browser.post("/profile?edit", profileForm);
  expect([page.status, Number(page.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect(page.text).toContain("Q27-118");
});
