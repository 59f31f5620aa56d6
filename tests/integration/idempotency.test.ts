import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "vitest";
import { createTest, unlimited } from "../support/integration.ts";
import { keyedCall, keyedCalls } from "../support/keyed-calls.ts";
import { offerMentoring } from "../support/mentoring.ts";
import { sendHidden, sendTo } from "../support/messages.ts";
import { readDocument } from "../support/openapi.ts";
import { event, job, newMember, password } from "../support/people.ts";
import { picture } from "../support/profile.ts";
import { ask } from "../support/questions.ts";
import { countRows } from "../support/rows.ts";
import { newStore, startServer, type TestServer } from "../support/server.ts";
import { clock, passTime } from "../support/time.ts";
import { problemOf, Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const test = createTest();
const unlimitedTest = createTest(unlimited);
const _people = 0;
const letAnnounce = (server: TestServer, { id }: { id: string }) =>
  server.database().prepare("update users set announcer_batch = 2027 where id = ?").run(Number(id));
const withKey = (key: string) => ({ "Idempotency-Key": key });
const isReplayed = (headers: Headers) => headers.get("Idempotent-Replayed") === "true";

test("the same key and body get the first response again", async ({ server }) => {
  const asha = await newMember(server, "asha");
  const first = await asha.call("POST", "/api/jobs", job, withKey("job-1"));
  const second = await asha.call("POST", "/api/jobs", job, withKey("job-1"));
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
  expect([isReplayed(first.headers), isReplayed(second.headers)]).toEqual([false, true]);
  expect((await asha.call("POST", "/api/jobs", job, withKey("job-2"))).body).not.toEqual(first.body);
  expect((await asha.call("POST", "/api/jobs", job)).status).toBe(201);
  expect(countRows(server, `jobs where posted_by = ${asha.id}`)).toBe(3);
  // A repeated call counts towards no limit.
  expect(second.headers.get("RateLimit")).toContain('"job-3600";r=9');
});

test("events and uploads accept a key", async ({ server }) => {
  const asha = await newMember(server, "asha");
  const events = [1, 2].map(() => asha.call("POST", "/api/events", event, withKey("event")));
  const statuses = (await Promise.all(events)).map(({ status }) => status);
  expect(statuses.includes(201) && statuses.every((status) => status === 201 || status === 409)).toBe(true);
  expect(countRows(server, `events where organizer_id = ${asha.id}`)).toBe(1);
  const upload = async () => {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(await picture())], "plan.jpg", { type: "image/jpeg" }));
    return asha.call("POST", "/api/uploads", form, withKey("picture"));
  };
  const [first, second] = [await upload(), await upload()];
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  expect(countRows(server, `images where user_id = ${asha.id}`)).toBe(1);
});

test("the same JSON in other bytes is the same body", async ({ server }) => {
  const rohan = await newMember(server, "rohan");
  const first = await rohan.call("POST", "/api/jobs", job, withKey("bytes"));
  const names = Object.entries({ ...job, requiredSkills: [...job.requiredSkills] }).toReversed();
  const again = await rohan.fetch("/api/jobs", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...withKey("bytes") },
    body: JSON.stringify(Object.fromEntries(names), null, 2),
  });
  expect([again.status, again.body, isReplayed(again.headers)]).toEqual([201, first.body, true]);
  const skills = { ...job, requiredSkills: job.requiredSkills.toReversed() };
  expect((await rohan.call("POST", "/api/jobs", skills, withKey("bytes"))).status).toBe(422);
});

test("of twenty simultaneous calls with one key, only one creates a row", async ({ server }) => {
  const rohan = await newMember(server, "rohan");
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => rohan.call("POST", "/api/jobs", job, withKey("twenty"))),
  );
  for (const { status } of answers) expect([201, 409]).toContain(status);
  expect(countRows(server, `jobs where posted_by = ${rohan.id}`)).toBe(1);
});

test("another body or another call with the same key is refused", async ({ server }) => {
  const meera = await newMember(server, "meera");
  await meera.call("POST", "/api/jobs", job, withKey("mine"));
  for (const [path, body] of [
    ["/api/jobs", { ...job, title: "Another" }],
    ["/api/events", event],
  ] as const) {
    const refused = await meera.call("POST", path, body, withKey("mine"));
    expect([refused.status, problemOf(refused).detail]).toEqual([
      422,
      "This Idempotency-Key was used for another call.",
    ]);
  }
  for (const key of ["x".repeat(65), "with space", "ä"]) {
    expect((await meera.call("POST", "/api/jobs", job, withKey(key))).status, key).toBe(400);
  }
});

test("a key belongs to its member, and a refused call stores none", async ({ server }) => {
  const [asha, kabir] = [await newMember(server, "asha"), await newMember(server, "kabir")];
  expect((await asha.call("POST", "/api/jobs", {}, withKey("shared"))).status).toBe(422);
  expect((await asha.call("POST", "/api/jobs", job, withKey("shared"))).status).toBe(201);
  const other = await kabir.call("POST", "/api/jobs", job, withKey("shared"));
  expect([other.status, isReplayed(other.headers)]).toEqual([201, false]);
  const guest = new Visitor(server.url);
  expect((await guest.call("POST", "/api/jobs", job, withKey("shared"))).status).toBe(401);
});

test("these tests cover each call that accepts a key", async ({ server }) => {
  const { paths } = await readDocument(server);
  const documented = Object.entries(paths).filter(([, { post }]) =>
    post?.parameters?.some(({ name }) => name === "Idempotency-Key"),
  );
  const walked = keyedCalls("{id}", "{id}").map(([path]) => path);
  const elsewhere = [
    // A comment on an answer is the same call.
    "/api/answers/{id}/comments",
    // `events-series.test` and `applications.test` send these twice.
    "/api/events/{id}/message",
    "/api/events/{id}/repeat",
    "/api/jobs/{id}/applications",
  ];
  expect(documented.map(([path]) => path).sort()).toEqual([...walked, ...elsewhere].sort());
});

test.skipIf(process.env.SUITE === "engines")(
  "a call that failed after its write was stored is answered when sent again, and creates nothing",
  async () => {
    const server = await startServer(
      { RATE_LIMITS: "off" },
      undefined,
      resolve("tests/support/fail-after-key.ts"),
    );
    const asha = await newMember(server, "asha");
    const { id: questionId } = await ask(asha);
    const mentor = await newMember(server, "meera");
    offerMentoring(server, mentor);
    letAnnounce(server, asha);
    for (const [path, table, body] of keyedCalls(questionId, mentor.id)) {
      const before = countRows(server, table);
      const first = await keyedCall(asha, path, body);
      expect([path, first.status, countRows(server, table)]).toEqual([path, 503, before + 1]);
      const second = await keyedCall(asha, path, body);
      expect([path, second.status, isReplayed(second.headers)]).toEqual([path, 201, true]);
      expect((await keyedCall(asha, path, body)).body).toEqual(second.body);
      expect([path, countRows(server, table)]).toEqual([path, before + 1]);
    }
    await server.stop();
  },
);

unlimitedTest("where the key cannot be stored, nothing is stored", async ({ server }) => {
  const asha = await newMember(server, "asha");
  const { id: questionId } = await ask(asha);
  const mentor = await newMember(server, "meera");
  offerMentoring(server, mentor);
  letAnnounce(server, asha);
  const database = server.database();
  database.exec(
    "create trigger refuse before insert on idempotency_keys begin select raise(abort, 'full'); end",
  );
  for (const [path, table, body] of keyedCalls(questionId, mentor.id)) {
    const before = countRows(server, table);
    expect([path, (await keyedCall(asha, path, body)).status]).toEqual([path, 500]);
    expect([path, countRows(server, table)]).toEqual([path, before]);
  }
  database.exec("drop trigger refuse");
  for (const [path, , body] of keyedCalls(questionId, mentor.id)) {
    const { status, headers } = await keyedCall(asha, path, body);
    expect([path, status, isReplayed(headers)]).toEqual([path, 201, false]);
  }
});

test("a replayed call returns the item that it created in its current state, or 404 once it is deleted", async ({
  server,
}) => {
  const asha = await newMember(server, "asha");
  const again = () => asha.call("POST", "/api/jobs", job, withKey("changed"));
  const { id } = (await again()).body;
  await asha.call("PUT", `/api/jobs/${id}`, { title: "Another title" });
  expect((await again()).body).toMatchObject({ id, title: "Another title" });
  await asha.call("DELETE", `/api/jobs/${id}`);
  expect((await again()).status).toBe(404);
});

test("a key survives a restart, expires after a day, and stores no secret", async () => {
  const storage = newStore();
  const before = await startServer({}, storage);
  const asha = await newMember(before, "asha");
  const first = await asha.call("POST", "/api/jobs", job, withKey("once"));
  const line = { content: "Nobody knows me" };
  await asha.call("POST", "/api/anonymous-messages", line, withKey("room"));
  await before.stop();

  const after = await startServer({}, storage, clock);
  const again = (key: string) =>
    new Visitor(after.url).call("POST", "/api/jobs", job, {
      ...withKey(key),
      Authorization: `Bearer ${asha.token}`,
    });
  const second = await again("once");
  expect([second.status, second.body, isReplayed(second.headers)]).toEqual([201, first.body, true]);
  expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
  const rows = after.database().prepare("select * from idempotency_keys").all();
  expect(rows).toMatchObject([{ key: "once" }]);
  for (const secret of [asha.token, line.content]) expect(JSON.stringify(rows)).not.toContain(secret);
  after.database().exec("update idempotency_keys set created_at = created_at - 86400001");
  expect(isReplayed((await again("once")).headers)).toBe(false);
  after.database().exec("update idempotency_keys set created_at = created_at - 86400001");
  await passTime(after, 60 * 60_000);
  const left = after.database().prepare("select count(*) from idempotency_keys").pluck();
  await waitUntil("the sweep", () => left.get() === 0);
  await after.stop();
  rmSync(storage, { recursive: true });
});

test("a message's key is its tempId, a line of the room is stored once for each key, and logging in ignores keys", async ({
  server,
}) => {
  const [asha, kabir] = [await newMember(server, "asha"), await newMember(server, "kabir")];
  const message = { senderId: asha.id, receiverId: kabir.id, content: "Hello", isAnonymous: false };
  const send = (content: string) =>
    asha.call("POST", "/api/messages/send", { ...message, content }, withKey("hello"));
  const [first, second] = [await send("Hello"), await send("Hello again")];
  expect([first.status, second.status, second.body]).toEqual([201, 200, first.body]);
  const line = () => asha.call("POST", "/api/anonymous-messages", { content: "Hello" }, withKey("line"));
  const [one, two] = [await line(), await line()];
  expect(two.body.id).toBe(one.body.id);
  expect(one.status).toBe(201);
  const logIn = () =>
    new Visitor(server.url).call(
      "POST",
      "/api/users/login",
      { email: asha.email, password },
      withKey("login"),
    );
  const tokens = [await logIn(), await logIn()].map(({ body }) => body.token);
  expect(tokens[0]).not.toBe(tokens[1]);
  expect((await sendHidden(asha, kabir, "Psst")).status).toBe(201);
});

test("limited calls return how often they can still be made", async ({ server }) => {
  const asha = await newMember(server, "asha");
  const kabir = await newMember(server, "kabir");
  const posted = await asha.call("POST", "/api/jobs", job);
  expect(posted.headers.get("RateLimit-Policy")).toBe('"job-86400";q=30;w=86400, "job-3600";q=10;w=3600');
  expect(posted.headers.get("RateLimit")).toMatch(
    /^"job-86400";r=29;t=86[34]\d\d, "job-3600";r=9;t=3[56]\d\d$/,
  );
  for (let n = 0; n < 9; n++) await asha.call("POST", "/api/jobs", job);
  const refused = await asha.call("POST", "/api/jobs", job);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
  expect(refused.headers.get("RateLimit")).toContain('"job-3600";r=0;');
  expect((await sendTo(asha, kabir.id, "Hi")).headers.get("RateLimit")).toContain('"message-60";r=1199;');
  expect((await asha.get("/api/jobs")).headers.has("RateLimit")).toBe(false);
  const guest = await new Visitor(server.url).call("POST", "/api/jobs", job);
  expect(guest.headers.has("RateLimit")).toBe(false);
});
