import { beforeAll, expect, test } from "vitest";
import { createChecker } from "../support/conformance.ts";
import { createTest, shareServer, unlimited } from "../support/integration.ts";
import { sample } from "../support/nightly.ts";
import { type Document, findOperation, listOperations, readDocument } from "../support/openapi.ts";
import { job, join, type Member, makeAdmin, password } from "../support/people.ts";
import { type Answer, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
const guest = new Visitor(server.url);
let document: Document;
let asha: Member;
let rohan: Member;
/** The id of Rohan's job, which Asha may apply for. */
let openJob: string;
let check: ReturnType<typeof createChecker>;
beforeAll(async () => {
  document = await readDocument(server);
  check = createChecker(document);
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
  // Every path gets Asha's id as its parameter, so her job has the same id.
  const posted = (await asha.call("POST", "/api/jobs", job)).body;
  server.database().prepare("update jobs set id = ? where id = ?").run(Number(asha.id), Number(posted.id));
  const here = { ...job, applicationMethod: "here", applicationLink: null };
  openJob = (await rohan.call("POST", "/api/jobs", here)).body.id;
});

/** Requests that provoke the errors that many calls share. */
const provoke: Record<number, (path: string, method: string, takesForm: boolean) => Promise<Answer>> = {
  400: (path, method, takesForm) =>
    asha.fetch(path, {
      method,
      headers: { "Content-Type": takesForm ? "multipart/form-data; boundary=x" : "application/json" },
      body: takesForm ? "--x\r\n" : "{",
    }),
  401: (path, method) => guest.fetch(path, { method, headers: { Authorization: "Bearer wrong" } }),
  403: (path, method) => readOnly.fetch(path, { method }),
  415: (path, method) =>
    asha.fetch(path, { method, headers: { "Content-Type": "text/plain" }, body: "Hello" }),
  413: (path, method, takesForm) => (takesForm ? sendHuge(path, method) : sendLarge(path, method)),
};
let readOnly: Visitor;
beforeAll(async () => {
  const { body } = await guest.call("POST", "/api/users/login", { email: asha.email, password });
  readOnly = Object.assign(new Visitor(server.url), { token: body.token });
  const newest = "select token_hash from sessions order by rowid desc limit 1";
  server.database().prepare(`update sessions set is_read_only = 1 where token_hash = (${newest})`).run();
});

const sendLarge = (path: string, method: string) => asha.call(method, path, { title: "x".repeat(300_000) });
const sendHuge = (path: string, method: string) => {
  const body = new FormData();
  const file = new File([new Uint8Array(53 * 1024 * 1024)], "a.png");
  body.set(/(avatar|logo)$/.exec(path)?.[0] ?? "file", file);
  return asha.fetch(path, { method, body });
};

test.each([400, 401, 403, 413, 415])("calls that can answer %i do so as documented", async (status) => {
  let asked = 0;
  const answering = listOperations(document).filter(({ operation }) => status in operation.responses);
  for (const named of sample(answering, 2)) {
    const { path, method, operation, name } = named;
    if (status === 403 && method === "get") continue;
    const takesForm = "multipart/form-data" in (operation.requestBody?.content ?? {});
    const isOnlyKey = status === 400 && !operation.requestBody;
    if (isOnlyKey) continue;
    const id = operation.operationId === "applyForJob" ? openJob : asha.id;
    const address = path.replace(/\{\w+\}/g, id);
    const answer = await provoke[status]?.(address, method.toUpperCase(), takesForm);
    expect([name, answer?.status, ...(answer ? check(named, answer) : [])]).toEqual([name, status]);
    asked++;
  }
  expect(asked).toBeGreaterThan(10);
});

test("every call with an id in its path answers an unknown id with the documented 404", async () => {
  const admin = await join(server, "meera");
  makeAdmin(server, admin);
  for (const named of listOperations(document)) {
    const { path, method, operation, name } = named;
    if (!path.includes("{")) continue;
    const address = path.replace("{userA}", admin.id).replace(/\{\w+\}/g, "999999");
    const body = operation.requestBody?.content["application/json"]?.example ?? (operation.requestBody && {});
    const answer = await admin.call(method.toUpperCase(), address, body);
    // Unblocking is idempotent, so it succeeds for any id.
    const expected = operation.operationId === "unblockUser" ? 204 : 404;
    expect([name, answer.status, ...check(named, answer)]).toEqual([name, expected]);
  }
});

test("every list refuses a limit of 0 as documented", async () => {
  for (const named of listOperations(document)) {
    const { path, operation, name } = named;
    if (!operation.parameters?.some((parameter) => parameter.name === "limit")) continue;
    const address = path.replace("{userA}", asha.id).replace("{userB}", rohan.id);
    const answer = await asha.get(`${address}?limit=0`);
    expect([name, answer.status, ...check(named, answer)]).toEqual([name, 422]);
  }
});

createTest()("rate limits are documented with their headers and 429", async ({ server }) => {
  const kabir = await join(server, "kabir");
  const answers: Answer[] = [];
  for (let sent = 0; sent <= 10; sent++) answers.push(await kabir.call("POST", "/api/jobs", job));
  const logIns: Answer[] = [];
  for (let sent = 0; sent <= 10; sent++)
    logIns.push(
      await new Visitor(server.url).call("POST", "/api/users/login", { email: kabir.email, password: "no" }),
    );
  expect(answers[0]?.headers.get("RateLimit")).toContain("r=9");
  for (const [id, list] of [
    ["createJob", answers],
    ["logIn", logIns],
  ] as const) {
    expect(list.at(-1)?.status, id).toBe(429);
    for (const answer of list) expect(check(findOperation(document, id), answer), id).toEqual([]);
  }
});

test("the checker finds an undocumented status, field, header or type", async () => {
  const answer = await guest.get("/api/jobs");
  const listJobs = findOperation(document, "listJobs");
  expect(check(listJobs, answer)).toEqual([]);
  const [first] = answer.body;
  const withHeader = new Headers(answer.headers);
  withHeader.set("RateLimit", '"job-3600";r=1;t=1');
  const withoutTag = new Headers(answer.headers);
  withoutTag.delete("ETag");
  for (const changed of [
    { ...answer, status: 418 },
    { ...answer, body: [{ ...first, secret: 1 }] },
    { ...answer, body: { jobs: [] } },
    { ...answer, headers: withHeader },
    { ...answer, headers: withoutTag },
    { ...answer, headers: new Headers({ "Content-Type": "text/html", ETag: "x" }) },
  ]) {
    expect(check(listJobs, changed)).toHaveLength(1);
  }
});
