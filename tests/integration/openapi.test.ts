import { beforeAll, expect, test } from "vitest";
import { apiChanges } from "../../app/developers/pages/changes.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { type Document, generateApiTypes, listOperations, readDocument } from "../support/openapi.ts";
import { join } from "../support/people.ts";
import { problemOf, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
let document: Document;
beforeAll(async () => {
  document = await readDocument(server);
});

test("the tests' types of the API are those of the document", async () => {
  await expect(
    await generateApiTypes(document),
    "stale: npm run build && npx vitest run tests/integration/openapi.test.ts -u",
  ).toMatchFileSnapshot("../support/api-types.ts");
});

/** API writes without a rate limit in their definition, each with the reason. */
const withoutLimit: Record<string, string> = {
  registerUser: "no member yet: counted by address, and refused with 429",
  logIn: "no member yet: counted by address and account, and refused with 429",
  logOut: "ends the session that it needs",
  markAllNoticesRead: "again changes nothing",
  markNoticeRead: "again changes nothing",
  markMessageSeen: "again changes nothing",
  postAnonymousMessage: "counted by the author's hash of the day, which no header may describe",
  deleteAnonymousMessage: "counted by the author's hash of the day, which no header may describe",
  reactToAnonymousMessage: "counted by the author's hash of the day, which no header may describe",
  unreactToAnonymousMessage: "counted by the author's hash of the day, which no header may describe",
  seedResourceCategories: "again changes nothing",
  deleteQuestion: "of one's own, and asking has a limit",
  deleteAnswer: "of one's own, and answering has a limit",
  deleteComment: "of one's own, and commenting has a limit",
};

test("every writing call has a rate limit, or a reason to have none", () => {
  const writes = listOperations(document).filter(({ method }) => method !== "get");
  const unlimitedWrites = writes
    .filter(({ operation }) =>
      Object.entries(operation.responses).every(
        ([status, { headers }]) => !/^2/.test(status) || !headers?.RateLimit,
      ),
    )
    .map(({ operation }) => operation.operationId);
  expect(unlimitedWrites.toSorted()).toEqual(Object.keys(withoutLimit).toSorted());
});

test("OPTIONS returns the documented methods of every address", async () => {
  expect(Object.keys(document.paths).length).toBeGreaterThan(5);
  for (const [path, operations] of Object.entries(document.paths)) {
    const { status, headers } = await new Visitor(server.url).call("OPTIONS", path.replace(/\{\w+\}/g, "1"));
    const methods = (headers.get("Allow") ?? "").split(", ").filter((method) => method !== "HEAD");
    const documented = Object.keys(operations).map((method) => method.toUpperCase());
    expect([path, status, methods.toSorted()]).toEqual([path, 204, documented.toSorted()]);
  }
});

test("every call has a name, a noun, a summary, example answers and references to its errors", () => {
  expect(document.openapi).toMatch(/^3\.1/);
  const operations = listOperations(document);
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { name, method, operation } of operations) {
    expect(operation.operationId, name).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
    expect(operation.summary, name).toMatch(/.+/);
    expect(operation.tags, name).toHaveLength(1);
    expect(
      document.tags.map((tag) => tag.name),
      name,
    ).toContain(operation.tags[0]);
    expect(Object.keys(operation.responses), name).toContain("default");
    expect(Object.keys(operation.responses), name).toContain("401");
    if (method === "get") expect(Object.keys(operation.responses), name).toContain("304");
    const bodies = Object.entries(operation.responses).filter(([status]) => /^2/.test(status));
    expect(bodies.length, name).toBeGreaterThan(0);
    for (const [status, response] of bodies) {
      if (status === "204") expect(response.content, name).toBeUndefined();
      else expect(response.content?.["application/json"]?.example, name).toBeDefined();
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!/^2/.test(status)) expect(response.$ref, name).toMatch(/^#\/components\/responses\/\w+$/);
    }
    for (const body of Object.values(operation.requestBody?.content ?? {})) {
      expect(body.example, name).toBeDefined();
    }
  }
  for (const response of Object.values(document.components.responses)) {
    if (response.content) expect(response.content["application/problem+json"]?.example).toBeDefined();
  }
});

test("every parameter has a description and an example or a default", () => {
  for (const { name, operation } of listOperations(document)) {
    for (const parameter of operation.parameters ?? []) {
      const where = `${name} ${parameter.name}`;
      expect(parameter.description, where).toMatch(/.+/);
      const { examples, enum: values, default: standard } = parameter.schema;
      expect(examples?.[0] ?? values?.[0] ?? standard, where).toBeDefined();
      expect(parameter.required ?? false, where).toBe(parameter.in === "path");
    }
  }
});

test("every tag has a call and a description", () => {
  const used = new Set(listOperations(document).flatMap(({ operation }) => operation.tags));
  expect(document.tags.map((tag) => tag.name)).toEqual([...used].sort(byOrderOf(document.tags)));
  for (const tag of document.tags) expect(tag.description).toMatch(/.+/);
});

const byOrderOf = (tags: { name: string }[]) => (a: string, b: string) =>
  tags.findIndex(({ name }) => name === a) - tags.findIndex(({ name }) => name === b);

test("named schemas are referenced, never repeated", () => {
  const named = Object.values(document.components.schemas).map((schema) => JSON.stringify(schema));
  const text = JSON.stringify(document.paths);
  for (const schema of named) if (schema.length > 150) expect(text).not.toContain(schema);
});

test("the document answers conditional requests with 304", async () => {
  const guest = new Visitor(server.url);
  const { headers } = await guest.get("/api/openapi.json");
  const again = await guest.get("/api/openapi.json", { "If-None-Match": headers.get("ETag") ?? "" });
  const any = await guest.get("/api/openapi.json", { "If-None-Match": "*" });
  expect([again.status, any.status]).toEqual([304, 304]);
});

test("undocumented methods get 405 and the list of allowed methods", async () => {
  const visitor = new Visitor(server.url);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of ["GET", "POST", "PUT", "DELETE"]) {
      if (method.toLowerCase() in operations) continue;
      const answer = await visitor.call(method, path.replace(/\{\w+\}/g, "1"));
      expect([path, method, answer.status]).toEqual([path, method, 405]);
      const allowed = (answer.headers.get("Allow") ?? "").split(", ").filter((each) => each !== "HEAD");
      expect(allowed.map((each) => each.toLowerCase()).sort()).toEqual(Object.keys(operations).sort());
    }
  }
});

test("guests get 401 from calls for members", async () => {
  const visitor = new Visitor(server.url);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { security }] of Object.entries(operations)) {
      if (security?.some((each) => Object.keys(each as object).length === 0)) continue;
      const answer = await visitor.call(method.toUpperCase(), path.replace(/\{\w+\}/g, "1"));
      expect([path, method, answer.status]).toEqual([path, method, 401]);
    }
  }
});

test("the API page is readable without React", async () => {
  const page = await new Visitor(server.url).get("/api");
  expect(page.status).toBe(200);
  expect(page.text).toContain("/api/users/login");
  expect(page.text.match(/<script (?!type="speculationrules")[^>]*>/g)).toEqual([
    '<script type="module" src="/guest.js">',
  ]);
});

/** The calls of version 1.0.0. */
const firstCalls = `
  GET, POST /api/anonymous-messages
  GET /api/asyncapi.json
  GET, POST /api/events
  DELETE, GET, PUT /api/events/{id}
  POST /api/events/{id}/register
  POST /api/events/{id}/unregister
  DELETE, POST /api/events/{id}/waiting
  GET, POST /api/jobs
  DELETE, GET, PUT /api/jobs/{id}
  GET /api/messages/conversations
  GET /api/messages/history/{userA}/{userB}
  PUT /api/messages/seen/{messageId}
  POST /api/messages/send
  GET /api/openapi.json
  GET, POST /api/resources
  GET /api/resources/categories
  DELETE, GET /api/resources/{id}
  POST /api/seed-categories
  POST /api/uploads
  GET /api/users
  PUT /api/users/avatar
  POST /api/users/login
  POST /api/users/logout
  GET /api/users/me
  GET /api/users/me/blocks
  POST /api/users/register
  GET, PUT /api/users/{id}
  DELETE, PUT /api/users/{id}/block
  DELETE, PUT /api/users/{id}/connection
`;

test("the list of API changes names every call added since 1.0.0, and only existing calls", () => {
  const namedIn = (text: string) =>
    [...text.matchAll(/((?:GET|POST|PUT|DELETE)(?:, [A-Z]+)*) (\/api[^\s`?]*)/g)].flatMap(
      ([, methods = "", path]) => methods.split(", ").map((method) => `${method} ${path}`),
    );
  const calls = listOperations(document).map(({ name }) => name);
  const told = apiChanges.flatMap(({ changes }) => changes.flatMap(namedIn));
  expect(calls.filter((name) => !told.includes(name) && !namedIn(firstCalls).includes(name))).toEqual([]);
  expect([...told, ...namedIn(firstCalls)].filter((name) => !calls.includes(name))).toEqual([]);
});

test("fields that a call requires are required in the document", () => {
  const schemas = document.components.schemas as Record<string, { required?: string[] }>;
  expect(schemas.QuestionInput?.required).toEqual(expect.arrayContaining(["title", "body", "tags"]));
});

test("every list refuses an invalid cursor and ignores an empty one", async () => {
  const asha = await join(server, "asha");
  const ids: Record<string, string> = { userA: asha.id, userB: "999", id: "999" };
  const continued = listOperations(document).flatMap(({ name, operation }) =>
    (operation.parameters ?? [])
      .filter((parameter) => ["cursor", "before", "after"].includes(parameter.name))
      .map((parameter) => [
        name.replace(/^GET /, "").replace(/\{(\w+)\}/g, (_, id) => ids[id] ?? ""),
        parameter.name,
      ]),
  );
  expect(continued.length).toBeGreaterThan(10);
  for (const [path, name] of continued) {
    for (const wrong of ["zzz", "-", "9".repeat(30), "%00x", "u-1-2"]) {
      const answer = await asha.get(`${path}?${name}=${wrong}`);
      const isRefused = answer.status === 422 && Object.keys(problemOf(answer).errors)[0] === name;
      expect([path, name, wrong, isRefused]).toEqual([path, name, wrong, true]);
    }
    const { status } = await asha.get(`${path}?${name}=`);
    expect([path, [200, 404].includes(status)]).toEqual([path, true]);
  }
});
