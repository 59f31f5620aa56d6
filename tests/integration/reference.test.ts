import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { createChecker } from "../support/conformance.ts";
import { hasCurl, runByFetch, runByShell, splitCommand, type Terminal } from "../support/curl.ts";
import { experience } from "../support/experiences.ts";
import { readCode } from "../support/html.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { offerMentoring } from "../support/mentoring.ts";
import { sample } from "../support/nightly.ts";
import {
  type Document,
  findOperation,
  listOperations,
  type Operation,
  readDocument,
} from "../support/openapi.ts";
import { event, job, type Member, openSession, registration } from "../support/people.ts";
import { share } from "../support/upload.ts";
import { type Answer, Visitor } from "../support/visitor.ts";

// The examples run exactly as the pages print them, so their ids must exist: Asha is 7 and Rohan 12.

const server = await shareServer(unlimited);
const database = server.database();
const guest = new Visitor(server.url);
const terminal: Terminal = { folder: mkdtempSync(joinPath(tmpdir(), "quadrant-")), variables: {} };
let document: Document;
let check: ReturnType<typeof createChecker>;
let asha: Member;
let rohan: Member;

/** Makes the next row of a table get this id. */
function setNextId(table: string, id: number): void {
  database.prepare("delete from sqlite_sequence where name = ?").run(table);
  database.prepare("insert into sqlite_sequence values (?, ?)").run(table, id - 1);
}

async function register(id: number, body: object): Promise<Member> {
  setNextId("users", id);
  const visitor = new Visitor(server.url);
  const { token, user } = (await visitor.call("POST", "/api/users/register", body)).body;
  if (token === null) throw new Error("nobody was registered");
  visitor.token = token;
  return Object.assign(visitor, { token, id: user.id, name: user.name, email: user.email });
}

const exampleOf = (id: string) =>
  findOperation(document, id).operation.requestBody?.content["application/json"]?.example as object;

beforeAll(async () => {
  document = await readDocument(server);
  check = createChecker(document);
  asha = await register(7, exampleOf("registerUser"));
  rohan = await register(12, registration("rohan"));
  // A second Asha, because a member's search omits themselves.
  await register(13, registration("asha", "asha.rao@college.example"));
  await say("Hello");
  await asha.call("POST", "/api/anonymous-messages", { content: "Hello" });
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#15527A" } })
    .png()
    .toBuffer();
  writeFileSync(joinPath(terminal.folder, "me.png"), picture);
  writeFileSync(joinPath(terminal.folder, "poster.png"), picture);
  writeFileSync(joinPath(terminal.folder, "logo.png"), picture);
  writeFileSync(joinPath(terminal.folder, "tides.pdf"), pdf("Notes on tides"));
  writeFileSync(joinPath(terminal.folder, "cv.pdf"), pdf("Asha Verma"));
});
afterAll(() => rmSync(terminal.folder, { recursive: true }));

/** Preparations of single examples, besides the rows that all examples share. */
const preparations: Record<string, () => Promise<unknown> | unknown> = {
  registerUser: () => database.exec("update users set email = 'earlier@college.example' where id = 7"),
  sendMessage: () => database.exec("delete from messages where id > 1204"),
  searchMessages: () => say("Is the capstone due?"),
  editMessage: sayOwn,
  deleteMessage: sayOwn,
  /** Ends its token, so it needs one of its own. */
  logOut: async () => {
    const { body } = await guest.call("POST", "/api/users/login", exampleOf("logIn"));
    terminal.variables.TOKEN = body.token;
  },
  offerReferral: () => asha.call("PUT", "/api/users/7", { company: job.companyName }),
  listBlocks: () => asha.call("PUT", "/api/users/12/block"),
  /** Needs an answer with thanks. */
  listGiven: async () => {
    const { body } = await asha.call("POST", "/api/questions", exampleOf("askQuestion"));
    const { id } = body.data;
    const sent = await rohan.call("POST", `/api/questions/${id}/answers`, exampleOf("answerQuestion"));
    await asha.call("PUT", `/api/answers/${sent.body.data.id}/vote`);
  },
  listTrackedJobs: () => asha.call("PUT", "/api/jobs/41/tracking", exampleOf("trackJob")),
  reportJobs: () => database.exec("update users set is_admin = 1 where id = 7"),
  listAttendees: joinEvent,
  changeAnswers: joinEvent,
  checkInAttendee: joinEvent,
  messageRegistered: joinEvent,
  joinWaitingList: fillEvent,
  applyForJob: () => database.exec(`${setHere}; update jobs set posted_by = 12`),
  listJobApplications: () => apply(12),
  answerApplication: () => apply(12),
  listApplications: () => apply(7),
  createAnnouncement: () => database.exec("delete from announcements"),
  deleteQuestion: () => database.exec("delete from answers"),
  voteForQuestion: () => database.exec("update questions set author_id = 12"),
  takeBackVoteForQuestion: () => database.exec("update questions set author_id = 12"),
  updateAnswer: () => database.exec("update answers set author_id = 7"),
  deleteAnswer: () => database.exec("update answers set author_id = 7"),
  leaveWaitingList: fillEvent,
  thankForComment: () => database.exec("update comments set author_id = 12"),
  takeBackThanksForComment: () => database.exec("update comments set author_id = 12"),
  thankForResource: () => database.exec("update resources set user_id = 12"),
  takeBackThanksForResource: () => database.exec("update resources set user_id = 12"),
  thankForExperience: () => database.exec("update experiences set author_id = 12"),
  takeBackThanksForExperience: () => database.exec("update experiences set author_id = 12"),
  thankForEvent: () => database.exec("update events set organizer_id = 12, starts_at = 1"),
  takeBackThanksForEvent: () => database.exec("update events set organizer_id = 12"),
  listThanks: giveThanks,
  showThanks: giveThanks,
};

function joinEvent() {
  database.exec(`insert into event_registrations (event_id, user_id, created_at)
    values (23, 7, 1), (23, 12, 1)`);
}

const say = (content: string) =>
  rohan.call("POST", "/api/messages/send", { senderId: "12", receiverId: "7", content });

/** Sends the message that the examples name, from the reader. */
function sayOwn() {
  database.exec("delete from messages");
  setNextId("messages", 1204);
  return asha.call("POST", "/api/messages/send", { senderId: "7", receiverId: "12", content: "Hello" });
}

const setHere = "update jobs set application_method = 'here', application_link = null";

function apply(userId: number) {
  database.exec(`${setHere}; insert into job_applications
    (id, job_id, user_id, letter, file, file_name, file_size, sent_at)
    values (7, 41, ${userId}, 'I built the boat race''s timing board.', 'cv', 'cv.pdf', 900, 1)`);
}

async function giveThanks() {
  await rows.Resources?.();
  database.exec(`delete from thanks; insert into thanks (id, user_id, receiver_id, resource_id, line, created_at)
    values (41, 12, 7, 64, 'It carried me.', 1)`);
}

async function fillEvent() {
  await asha.call("PUT", "/api/events/23", { registrationLimit: 1 });
  await rohan.call("POST", "/api/events/23/register");
}

/** Recreates the row that the examples of a noun refer to. */
const rows: Record<string, () => Promise<unknown>> = {
  Jobs: () => {
    database.exec("delete from jobs");
    setNextId("jobs", 41);
    return asha.call("POST", "/api/jobs", job);
  },
  Today: async () => {
    await asha.call("DELETE", "/api/users/12/block");
    await asha.call("DELETE", "/api/users/12/connection");
    return rohan.call("PUT", "/api/users/7/connection");
  },
  Questions: async () => {
    database.exec("delete from questions");
    setNextId("questions", 93);
    setNextId("answers", 96);
    setNextId("comments", 311);
    await asha.call("POST", "/api/questions", exampleOf("askQuestion"));
    await rohan.call("POST", "/api/questions/93/answers", exampleOf("answerQuestion"));
    await asha.call("POST", "/api/questions/93/comments", exampleOf("commentOnQuestion"));
  },
  Notices: async () => {
    database.exec("delete from notices; delete from saved_searches");
    setNextId("notices", 41);
    setNextId("saved_searches", 41);
    await rohan.call("PUT", "/api/users/7/connection");
    await asha.call("POST", "/api/saved-searches", exampleOf("createSavedSearch"));
  },
  Messages: () => {
    database.exec("delete from messages");
    setNextId("messages", 1204);
    return say("Hello");
  },
  "Anonymous room": () => {
    database.exec("delete from room_lines");
    setNextId("room_lines", 318);
    return asha.call("POST", "/api/anonymous-messages", { content: "Hello" });
  },
  Mentoring: () => {
    database.exec("delete from mentorings");
    setNextId("mentorings", 17);
    for (const id of ["7", "12"]) offerMentoring(server, { id }, { topic: "python" });
    return rohan.call("POST", "/api/mentoring", { ...exampleOf("askMentor"), userId: "7" });
  },
  Events: () => {
    database.exec("delete from events");
    setNextId("events", 23);
    return asha.call("POST", "/api/events", event);
  },
  Experiences: () => {
    database.exec("delete from experiences");
    setNextId("experiences", 17);
    return asha.call("POST", "/api/experiences", experience);
  },
  /** Also makes Asha an administrator while the example runs. */
  Boards: () => {
    database.exec("delete from boards; update users set is_admin = 1 where id = 7");
    setNextId("boards", 17);
    return asha.call("POST", "/api/boards", exampleOf("createBoard"));
  },
  /** Likewise. */
  Announcements: () => {
    database.exec("delete from announcements; update users set is_admin = 1 where id = 7");
    setNextId("announcements", 17);
    return asha.call("POST", "/api/announcements", exampleOf("createAnnouncement"));
  },
  Resources: () => {
    database.exec("delete from resources");
    setNextId("resources", 64);
    const file = { name: "tides.pdf", bytes: pdf("Notes on tides") };
    return share(asha, file, { title: "Notes on tides" });
  },
};

async function prepare({ operationId, tags: [noun] }: Operation): Promise<void> {
  // These rows would stay, as they do while their item is in the bin, and then belong to the next item with its id.
  const staying = ["thanks", "event_registrations", "event_waiting", "question_votes", "question_follows"];
  for (const table of [...staying, "saved_jobs", "job_tracking"]) database.exec(`delete from ${table}`);
  database.exec(`delete from blocks; delete from connections; delete from bin;
    delete from users where id > 13;
    update users set email = 'asha.verma@college.example', is_admin = 0 where id = 7`);
  terminal.variables = { SITE: server.url, TOKEN: asha.token };
  await rows[noun]?.();
  await preparations[operationId]?.();
}

const slugOf = (tag: string) => tag.toLowerCase().replaceAll(" ", "-");

/** The pages of nouns, cached. */
const pages = new Map<string, Promise<Answer>>();

/** @returns the call's section on its noun's page */
async function readSection(id: string): Promise<string> {
  const path = `/developers/${slugOf(findOperation(document, id).operation.tags[0])}`;
  const page = pages.get(path) ?? guest.get(path);
  pages.set(path, page);
  const { status, text } = await page;
  expect(status).toBe(200);
  const section = text.split("<section").find((each) => each.includes(` id="${id}"`));
  return `${section}`;
}

const isEmpty = (body: unknown): boolean => {
  const list = (body as { data?: unknown } | null)?.data ?? body;
  return Array.isArray(list) && list.length === 0;
};

test("every example does what its page says, in a shell and with fetch", async () => {
  const operations = listOperations(document);
  // `splitCommand` checks the syntax of every command, but only a sample is run.
  const ran = sample(operations, 5);
  const inShell = (await hasCurl()) ? sample(ran, 3) : [];
  for (const named of operations) {
    const runners = inShell.includes(named) ? [runByFetch, runByShell] : [runByFetch];
    const { operationId, responses } = named.operation;
    const [command = "", ...answers] = readCode(await readSection(operationId));
    expect(splitCommand(command, { SITE: server.url, TOKEN: "" })[0]).toBe("curl");
    for (const run of ran.includes(named) ? runners : []) {
      await prepare(named.operation);
      const answer = await run(command, terminal);
      const where = `${run.name}: ${command}\n${answer.text}`;
      expect(String(answer.status), where).toBe("201" in responses ? "201" : Object.keys(responses)[0]);
      expect(check(named, answer), where).toEqual([]);
      expect(isEmpty(answer.body), where).toBe(false);
    }
    for (const answer of answers) expect(JSON.parse(answer), named.name).toBeTypeOf("object");
  }
  expect(operations.length).toBeGreaterThan(40);
});

test("the overview links to every page, and its example works", async () => {
  const { text } = await guest.get("/api");
  const links = [...text.matchAll(/href="(\/developers\/[^"#]+)/g)].map(([, path = ""]) => path);
  const nouns = document.tags.map(({ name }) => `/developers/${slugOf(name)}`);
  const others = ["changelog", "errors", "first-bot", "socket"].map((name) => `/developers/${name}`);
  expect(new Set(links)).toEqual(new Set([...nouns, ...others]));
  for (const path of links) expect([path, (await guest.get(path)).status]).toEqual([path, 200]);
  const command = readCode(text).find((code) => code.startsWith("curl ")) ?? "";
  await prepare(findOperation(document, "getOwnUser").operation);
  expect((await runByFetch(command, terminal)).body).toMatchObject({ id: "7", name: "Asha Verma" });
  expect(readCode(text)).toContain(`export SITE=${server.url}\nexport TOKEN=quadrant_…`);
});

test("every page of calls links to the setup that its commands need", async () => {
  expect((await guest.get("/api")).text).toContain('id="start"');
  for (const { name } of document.tags) {
    const { text } = await guest.get(`/developers/${slugOf(name)}`);
    expect([name, text.includes('<a href="/api#start">Set SITE and TOKEN</a>')]).toEqual([name, true]);
  }
});

test("every call is documented with its address, permission, parameters, fields and errors", async () => {
  const { text: overview } = await guest.get("/api");
  for (const { name, method, operation } of listOperations(document)) {
    const { operationId, parameters = [], requestBody, responses, security } = operation;
    const section = await readSection(operationId);
    const isOpen = security.some((each) => Object.keys(each).length === 0);
    expect(section, name).toContain(isOpen ? "For anyone" : "For members");
    expect(section.replaceAll("<!-- -->", ""), name).toContain(name);
    const [body] = Object.values(requestBody?.content ?? {});
    const schema = document.components.schemas[body?.schema.$ref?.split("/").at(-1) ?? ""];
    const fields = Object.keys(schema?.properties ?? {});
    const shown = parameters.map((parameter) => parameter.name).filter((each) => each !== "If-None-Match");
    for (const field of [...shown, ...fields]) expect(section, name).toContain(`<code>${field}</code>`);
    for (const status of Object.keys(responses).filter((each) => /^[45]/.test(each))) {
      expect(section, `${method} ${name}`).toContain(`href="/api#error-${status}"`);
      expect(overview).toContain(`id="error-${status}"`);
    }
  }
});

test("objects in answers are described on the same page", async () => {
  for (const { name } of document.tags) {
    const { text } = await guest.get(`/developers/${slugOf(name)}`);
    for (const [, id] of text.matchAll(/href="#(\w+)"/g)) expect(text).toContain(`id="${id}"`);
  }
  const { text } = await guest.get("/developers/jobs");
  expect(text).toContain('href="#Job"');
  expect(text).toContain("<code>salary.currency</code>");
});

test("the page about the socket has every frame with an example", async () => {
  const { text } = await guest.get("/developers/socket");
  const frames: { components: { messages: Record<string, { examples: [{ payload: object }] }> } } =
    JSON.parse((await guest.get("/api/asyncapi.json")).text);
  const messages = Object.entries(frames.components.messages);
  expect(messages.length).toBeGreaterThan(15);
  const [program, command, ...shown] = readCode(text);
  expect([program, command]).toEqual([
    readFileSync("examples/first-bot/listen.mjs", "utf8"),
    "node listen.mjs",
  ]);
  expect(shown.map((code) => JSON.parse(code))).toEqual(
    messages.map(([, { examples }]) => examples[0].payload),
  );
  for (const [key] of messages) expect(text).toContain(`id="${key.replace(".", "-")}"`);
});

test("all links of the overview work, and /developers redirects to it permanently", async () => {
  const other = await guest.get("/developers");
  expect([other.status, other.headers.get("Location")]).toEqual([301, "/api"]);
  const { text } = await guest.get("/api");
  const main = text.slice(text.indexOf("<main"), text.indexOf("</main"));
  const links = [...main.matchAll(/href="([^"]+)"/g)].map(([, path = ""]) => path);
  expect(links).toEqual(
    expect.arrayContaining(["/account/tokens", "/api/openapi.json", "/api/asyncapi.json"]),
  );
  for (const path of links) expect([path, (await guest.get(path)).status < 400]).toEqual([path, true]);
  const { text: changes } = await guest.get("/developers/changelog");
  for (const name of ["Deprecation", "Sunset"]) expect(changes).toContain(`<code>${name}</code>`);
});

test("the page of an unknown noun is 404", async () => {
  for (const path of ["/developers/boats", "/developers/JOBS", "/developers/jobs/1"]) {
    const { status, headers } = await guest.get(path);
    expect([path, status]).toEqual([path, 404]);
    expect(headers.get("Content-Type")).toContain("text/html");
  }
  expect((await guest.get("/developers/boats")).text).toContain("The API has no such noun.");
  expect((await guest.post("/developers/jobs", {})).status).toBe(405);
});

test("the tests' command parser refuses unknown syntax", async () => {
  expect(splitCommand("curl \\\n  -d 'it'\\''s' \"$SITE/x\"", { SITE: "http://a" })).toEqual([
    "curl",
    "-d",
    "it's",
    "http://a/x",
  ]);
  for (const command of [
    "curl $SITE",
    'curl "$NOBODY"',
    "curl a; ls",
    "curl a | sh",
    "curl a\nls",
    'curl "`ls`"',
  ])
    expect(() => splitCommand(command, { SITE: "http://a" })).toThrow();
  for (const command of ["wget a", "curl -k a", "curl a b", "curl -X POST"])
    await expect(runByFetch(command, terminal)).rejects.toThrow();
});

test("members see commands with ids of their own rows, guests those of the examples", async () => {
  const kabir = await register(15, registration("kabir"));
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, kabir.id, "browser"));
  database.exec("delete from jobs");
  setNextId("jobs", 501);
  await kabir.call("POST", "/api/jobs", job);
  const commandsOf = async (reader: Visitor, noun: string) =>
    readCode((await reader.get(`/developers/${noun}`)).text).filter((code) => code.startsWith("curl "));
  expect((await commandsOf(browser, "jobs")).join()).toContain("$SITE/api/jobs/501");
  expect((await commandsOf(browser, "users")).join()).toContain("$SITE/api/users/15");
  expect((await commandsOf(guest, "jobs")).join()).toContain("$SITE/api/jobs/41");
  // Where members have no row of their own, or the call is about others' rows, the id is the newest that everyone can
  // see.
  const newestOf = (table: string, condition = "true") =>
    database.prepare(`select max(id) from ${table} where ${condition}`).pluck().get();
  setNextId("events", 502);
  expect((await rohan.call("POST", "/api/events", event)).status).toBe(201);
  expect((await commandsOf(browser, "events")).join()).toContain("$SITE/api/events/502/register");
  const other = newestOf("users", "status = 'active' and id <> 15");
  expect((await commandsOf(browser, "users")).join()).toContain(`$SITE/api/users/${other}/connection`);
  expect((await commandsOf(browser, "messages")).join()).toContain(`"receiverId": "${other}"`);
});

test("the overview says which answers have no wrapper", async () => {
  const { text } = await guest.get("/api");
  const schemas = document.components.schemas;
  const isWrapped = (operation: Operation) => {
    const [content] = Object.values(operation.responses["200"]?.content ?? {});
    const schema = schemas[content?.schema.$ref?.split("/").at(-1) ?? ""] ?? content?.schema;
    return schema?.properties?.data !== undefined;
  };
  const wrapped = listOperations(document).filter(({ operation }) => isWrapped(operation));
  expect(
    wrapped
      .map(({ operation }) => operation.operationId)
      .filter((id) => /^(get|list)/.test(id))
      .sort(),
  ).toEqual([
    "getAnswer",
    "getEvent",
    "getQuestion",
    "getResource",
    "listAnswers",
    "listEvents",
    "listNotices",
    "listQuestions",
    "listResourceCategories",
    "listResources",
    "listSimilarQuestions",
  ]);
  expect(text).toContain("New calls have no");
});
