import { beforeAll, describe, expect, test } from "vitest";
import { createBoard } from "../support/boards.ts";
import { shareExperience } from "../support/experiences.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { askMentor, offerMentoring } from "../support/mentoring.ts";
import { sendTo } from "../support/messages.ts";
import { type Document, type JsonSchema, listOperations, readDocument } from "../support/openapi.ts";
import { browse, event, job, join, type Member, makeAdmin } from "../support/people.ts";
import { answer, ask } from "../support/questions.ts";
import { dayIn } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { type Answer, idIn } from "../support/visitor.ts";

// Programs walk each list page by page while others add rows to it and delete rows from it.

const server = await shareServer(unlimited);
const database = server.database();
const asha = await join(server, "asha");
const rohan = await join(server, "rohan");
const admin = await join(server, "meera");
makeAdmin(server, admin);
let document: Document;
beforeAll(async () => {
  document = await readDocument(server);
});

let count = 0;
const enter = (): Promise<Member> => join(server, "kabir", `kabir${++count}@college.example`);

async function succeed(answer: Promise<Answer>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
}
const newestIn = (table: string): string =>
  String(database.prepare(`select max(id) from ${table}`).pluck().get());
const deleteFrom = async (table: string, id: string): Promise<void> => {
  database.prepare(`delete from ${table} where id = ?`).run(Number(id));
};

interface Row {
  id?: string;
  userId?: string;
  name?: string;
  job?: { id: string };
}

/** A list, with ways to add and remove rows. */
interface WalkedList {
  /** The operation in the OpenAPI document. */
  operation: string;
  /** The call's address, with its other parameters. `{job}` is the job that the rows belong to. */
  path: string;
  /** Adds a row. @returns its id in the list */
  add(): Promise<string>;
  remove(id: string): Promise<void>;
  idOf?(row: Row): string | undefined;
}

const newJob = async (more: object = {}) =>
  idIn(await asha.call("POST", "/api/jobs", { ...job, title: `Kiteflyer ${++count}`, ...more }));
const deleteJob = (id: string) => succeed(asha.call("DELETE", `/api/jobs/${id}`));
const listOfJobs = { add: newJob, remove: deleteJob };

const newEvent = async (date: string) =>
  idIn(await asha.call("POST", "/api/events", { ...event, title: `Kite day ${++count}`, date }));
const deleteEvent = (id: string) => succeed(asha.call("DELETE", `/api/events/${id}`));

const newQuestion = async () => (await ask(asha, { body: "Which kite flies highest?" })).id;
const listOfQuestions = {
  operation: "listQuestions",
  add: newQuestion,
  remove: (id: string) => succeed(asha.call("DELETE", `/api/questions/${id}`)),
};

const newResource = async () =>
  idIn(
    await share(asha, { name: "kite.txt", bytes: Buffer.from(`Kite ${++count}`) }, { title: "Kite paper" }),
  );
const listOfResources = {
  operation: "listResources",
  add: newResource,
  remove: (id: string) => succeed(asha.call("DELETE", `/api/resources/${id}`)),
};

const newMessage = async () => idIn(await sendTo(asha, rohan.id, `Kite ${++count}`));
const deleteMessage = (id: string) => succeed(asha.call("DELETE", `/api/messages/${id}`));
const listOfMessages = { operation: "listMessages", add: newMessage, remove: deleteMessage };

const newLine = async () =>
  idIn(await asha.call("POST", "/api/anonymous-messages", { content: `Kite ${++count}` }));
const listOfLines = {
  operation: "listAnonymousMessages",
  add: newLine,
  remove: (id: string) => succeed(asha.call("DELETE", `/api/anonymous-messages/${id}`)),
};

async function apply(member: Member, jobId: string): Promise<string> {
  const body = new FormData();
  body.set("letter", "I fly kites at weekends, and would like to build them.");
  body.set("file", new File(["%PDF-1.4\n%%EOF\n"], "cv.pdf"));
  return idIn(await member.call("POST", `/api/jobs/${jobId}/applications`, body));
}
const jobHere = { applicationMethod: "here", applicationLink: null };

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};
const oneJob = once(() => newJob(jobHere));
const oneEvent = once(() => newEvent(event.date));
const oneQuestion = once(async () => (await ask(asha)).id);
const subjects: Record<string, () => Promise<string>> = {
  job: oneJob,
  event: oneEvent,
  question: oneQuestion,
  asha: async () => asha.id,
  rohan: async () => rohan.id,
};
async function addressOf(path: string): Promise<string> {
  let address = path;
  for (const [name, find] of Object.entries(subjects))
    if (path.includes(`{${name}}`)) address = address.replace(`{${name}}`, await find());
  return address;
}
const members = new Map<string, Member>();
const enterAs = async (act: (member: Member) => Promise<unknown>): Promise<Member> => {
  const member = await enter();
  members.set(member.id, member);
  await act(member);
  return member;
};

const lists: WalkedList[] = [
  { operation: "listJobs", path: "/api/jobs", ...listOfJobs },
  { operation: "listJobs", path: "/api/jobs?search=kiteflyer", ...listOfJobs },
  {
    operation: "listJobs",
    path: "/api/jobs?sort=deadline",
    add: () => newJob({ deadline: `2099-0${(++count % 9) + 1}-01` }),
    remove: deleteJob,
  },
  {
    operation: "listTrackedJobs",
    path: "/api/jobs/tracked",
    async add() {
      const id = await newJob();
      await succeed(asha.call("PUT", `/api/jobs/${id}/tracking`, { state: "applied" }));
      return id;
    },
    remove: (id) => succeed(asha.call("PUT", `/api/jobs/${id}/tracking`, { state: null })),
    idOf: (row) => row.job?.id,
  },
  {
    operation: "listJobApplications",
    path: "/api/jobs/{job}/applications",
    add: async () => apply(await enter(), await oneJob()),
    remove: (id) => deleteFrom("job_applications", id),
  },
  {
    operation: "listApplications",
    path: "/api/applications",
    async add() {
      const posted = await rohan.call("POST", "/api/jobs", { ...job, ...jobHere, title: `Kite ${++count}` });
      return apply(asha, idIn(posted));
    },
    remove: (id) => deleteFrom("job_applications", id),
  },
  { path: "/api/resources", ...listOfResources },
  { path: "/api/resources?search=kite", ...listOfResources },
  { path: "/api/resources?resourceType=&categoryId=1", ...listOfResources },
  {
    operation: "listEvents",
    path: "/api/events",
    // Dates on both sides of now, because the list has a past and a future half.
    add: () => newEvent(`${++count % 2 ? 2099 : 2001}-03-0${(count % 9) + 1}T18:30`),
    remove: deleteEvent,
  },
  {
    operation: "listEvents",
    path: "/api/events?search=kite&when=upcoming",
    add: () => newEvent(event.date),
    remove: deleteEvent,
  },
  {
    operation: "listAttendees",
    path: "/api/events/{event}/attendees",
    async add() {
      const id = await oneEvent();
      return (await enterAs((member) => succeed(member.call("POST", `/api/events/${id}/register`)))).id;
    },
    async remove(id) {
      const path = `/api/events/${await oneEvent()}/unregister`;
      await succeed((members.get(id) ?? asha).call("POST", path));
    },
  },
  {
    operation: "listExperiences",
    path: "/api/experiences",
    add: async () => (await shareExperience(asha)).id,
    remove: (id) => succeed(asha.call("DELETE", `/api/experiences/${id}`)),
  },
  {
    operation: "listBoards",
    path: "/api/boards",
    add: async () => (await createBoard(server, asha)).id,
    remove: (id) => deleteFrom("boards", id),
  },
  {
    operation: "listCompanies",
    path: "/api/companies",
    async add() {
      const companyName = `Kites ${++count}`;
      await shareExperience(asha, { companyName });
      return companyName;
    },
    async remove(name) {
      database.prepare("delete from experiences where company_name = ?").run(name);
    },
    idOf: (row) => row.name,
  },
  { path: "/api/questions", ...listOfQuestions },
  { path: "/api/questions?sort=active", ...listOfQuestions },
  { path: "/api/questions?sort=unanswered&tag=electives", ...listOfQuestions },
  { path: "/api/questions?search=kite", ...listOfQuestions },
  { path: "/api/questions?search=kite&sort=active", ...listOfQuestions },
  {
    operation: "listAnswers",
    path: "/api/questions/{question}/answers",
    add: async () => (await answer(asha, await oneQuestion(), `Kite ${++count}`)).id,
    remove: (id) => succeed(asha.call("DELETE", `/api/answers/${id}`)),
  },
  {
    operation: "listUsers",
    path: "/api/users",
    add: async () => (await enter()).id,
    async remove(id) {
      database.prepare("update users set status = 'suspended' where id = ?").run(Number(id));
    },
  },
  {
    operation: "listGiven",
    path: "/api/users/{asha}/given?kind=jobs",
    ...listOfJobs,
  },
  {
    operation: "listBlocks",
    path: "/api/users/me/blocks",
    add: async () => (await enterAs(({ id }) => succeed(asha.call("PUT", `/api/users/${id}/block`)))).id,
    remove: (id) => succeed(asha.call("DELETE", `/api/users/${id}/block`)),
  },
  {
    operation: "listThanks",
    path: "/api/users/me/thanks",
    async add() {
      await succeed(
        rohan.call("PUT", `/api/resources/${await newResource()}/thanks`, { line: "That flew." }),
      );
      return newestIn("thanks");
    },
    remove: (id) => deleteFrom("thanks", id),
  },
  {
    operation: "listNotices",
    path: "/api/notices",
    async add() {
      await enterAs((member) => succeed(member.call("PUT", `/api/users/${asha.id}/connection`)));
      return newestIn("notices");
    },
    remove: (id) => deleteFrom("notices", id),
  },
  {
    operation: "listMentoring",
    path: "/api/mentoring",
    async add() {
      const mentee = await enter();
      return (await askMentor(mentee, asha)).split("/").at(-1) ?? "";
    },
    remove: (id) => deleteFrom("mentorings", id),
  },
  {
    operation: "listAnnouncements",
    path: "/api/announcements",
    async add() {
      const body = { text: `The kites fly at ${++count}.`, batchYear: null, until: dayIn(7) };
      const id = idIn(await admin.call("POST", "/api/announcements", body));
      // At most one a day is allowed.
      database
        .prepare("update announcements set day = date(day, '-' || id || ' days') where id = ?")
        .run(Number(id));
      return id;
    },
    remove: (id) => succeed(admin.call("DELETE", `/api/announcements/${id}`)),
  },
  { path: "/api/messages/history/{asha}/{rohan}", ...listOfMessages },
  { path: "/api/messages/history/{asha}/{rohan}?after=0", ...listOfMessages },
  {
    operation: "searchMessages",
    path: "/api/messages/search?q=kite",
    add: newMessage,
    remove: deleteMessage,
  },
  {
    operation: "listConversations",
    path: "/api/messages/conversations",
    add: async () => (await enterAs((member) => sendTo(member, asha.id, "Shall we fly kites?"))).id,
    remove: (id) => succeed(asha.call("PUT", `/api/messages/conversations/${id}`, { archived: true })),
    idOf: (row) => row.userId,
  },
  { path: "/api/anonymous-messages", ...listOfLines },
  { path: "/api/anonymous-messages?after=0", ...listOfLines },
  { operation: "searchEverything", path: "/api/search?q=kiteflyer&kind=jobs", ...listOfJobs },
  {
    operation: "searchEverything",
    path: "/api/search?q=kite&kind=messages",
    add: newMessage,
    remove: deleteMessage,
  },
];

/** Lists that are never paged, and their maximum length. */
const short: Record<string, string> = {
  getToday: "seven cards",
  listHelpers: "ten members",
  listResourceCategories: "the categories",
  listSavedSearches: "ten",
  listSimilarQuestions: "five",
  listTags: "fifty",
  reportJobs: "sixty months",
  suggestResults: "eight",
};

/** Lists whose rows move by design, with the words in their description that say so. */
const moving: Record<string, RegExp> = {
  listAnswers: /votes/,
  listConversations: /to the front/,
  listNotices: /to the front/,
  listQuestions: /to the front/,
  listUsers: /new name/,
  searchEverything: /moves/,
};

function isList({ operation }: ReturnType<typeof listOperations>[number]): boolean {
  const resolve = (schema: JsonSchema | undefined): JsonSchema | undefined =>
    schema?.$ref ? resolve(document.components.schemas[schema.$ref.split("/").at(-1) ?? ""]) : schema;
  const schema = resolve(operation.responses[200]?.content?.["application/json"]?.schema);
  const names = operation.parameters?.map(({ name }) => name) ?? [];
  const only = Object.entries(schema?.properties ?? {}).filter(
    ([name]) => !/^(id|success|message)$/.test(name),
  );
  return (
    schema?.type === "array" ||
    names.some((name) => ["limit", "cursor", "before"].includes(name)) ||
    resolve(schema?.properties?.data)?.type === "array" ||
    (only.length <= 3 && only.some(([, value]) => resolve(value)?.type === "array"))
  );
}

test("every list in the document is either paged through here or has a fixed maximum", () => {
  const found = listOperations(document)
    .filter((each) => each.method === "get" && isList(each))
    .map(({ operation }) => operation.operationId);
  const known = [...lists.map(({ operation }) => operation), ...Object.keys(short)];
  expect(found.toSorted()).toEqual([...new Set(known)].toSorted());
});

test("the document says which lists reorder their rows", () => {
  for (const [id, says] of Object.entries(moving)) {
    const found = listOperations(document).find(({ operation }) => operation.operationId === id);
    expect(`${found?.operation.summary} ${found?.operation.description}`, id).toMatch(says);
  }
});

const rowsOf = ({ body }: Answer): Row[] => {
  if (Array.isArray(body)) return body;
  const { data, kinds } = body as { data?: Row[]; kinds?: { results: Row[] }[] };
  return data ?? kinds?.flatMap(({ results }) => results) ?? [];
};

test.each(lists)(
  "$operation at $path skips and repeats no row while rows are added and deleted",
  async ({ path, add, remove, idOf = ({ id }) => id }) => {
    offerMentoring(server, asha);
    const stayed = new Set<string>();
    for (let number = 0; number < 9; number++) stayed.add(await add());
    const take = async (id: string | undefined) => {
      if (id === undefined || !stayed.delete(id)) return;
      await remove(id);
    };
    const shown: string[] = [];
    const address = await addressOf(path);
    let next: string | undefined = `${address}${address.includes("?") ? "&" : "?"}limit=2`;
    for (let page = 1; next !== undefined; page++) {
      const answer: Answer = await asha.get(next);
      expect(answer.status, `${next} ${answer.text}`).toBe(200);
      const ids = rowsOf(answer).map((row) => idOf(row) ?? "");
      shown.push(...ids);
      next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1];
      if (page > 3) continue;
      await add();
      // The first and last row of this page (the next page begins after the last), and one from a later page.
      await take(ids[0]);
      await take(ids.at(-1));
      if (page === 2) await take([...stayed].find((id) => !shown.includes(id)));
    }
    expect(shown.length).toBe(new Set(shown).size);
    expect([...stayed].filter((id) => !shown.includes(id))).toEqual([]);
  },
);

test("a search for events continues on the next page after the ten thousand events that it has compared", async () => {
  const many = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 10050)
    insert into events (organizer_id, title, description, starts_at, location, event_type, created_at, updated_at)
    select ${asha.id}, 'Regatta', 'Boats', 4092595200000 + i * 60000, 'Quay', 'other', 1, 1 from n`;
  database.exec(many);
  const date = "2120-01-01T10:00";
  const id = idIn(await asha.call("POST", "/api/events", { ...event, title: "Lantern walk", date }));
  const found: string[] = [];
  let pages = 0;
  for (let next = "/api/events?search=lantern&when=upcoming"; next; pages++) {
    const { body, headers } = await asha.get(next);
    found.push(...(body as { data: Row[] }).data.map((row) => row.id ?? ""));
    next = /<([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1] ?? "";
  }
  expect([found, pages]).toEqual([[id], 2]);
  const first = await browse(server, asha).get("/events?search=lantern");
  const second = await browse(server, asha).get(hrefOf(first.text, "Next page") ?? "");
  expect([first, second].map(({ text }) => text.includes("Lantern walk"))).toEqual([false, true]);
  database.exec("delete from events where title = 'Regatta'");
});

/** Pages with a list, and the filters that its links must preserve. */
const listPages = [
  ["/jobs", "search=kite&sort=deadline&opportunityType=internship&opportunityType=contract"],
  ["/jobs", "showOpenOnly=true&minSalary=5&locations=Pune"],
  ["/jobs/mine", ""],
  ["/jobs/mine", "show=saved"],
  ["/jobs/mine", "show=tracked"],
  ["/jobs/{job}/applications", "show=all"],
  ["/events", ""],
  ["/events", "search=kite&type=workshop"],
  ["/events/past", "search=kite&type=workshop"],
  ["/events/mine", ""],
  ["/events/mine", "when=past"],
  ["/questions", ""],
  ["/questions", "sort=active&tag=electives&search=kite"],
  ["/questions/{question}/history", ""],
  ["/resources/mine", ""],
  ["/qa-threads", "search=asha&batch=2027&branch=mechanical"],
  ["/people/{asha}/given/resources", ""],
  ["/people/me/thanks", ""],
  ["/connections", ""],
  ["/mentoring", ""],
  ["/blocks", ""],
  ["/notices", ""],
  ["/announcements", ""],
  ["/bin", ""],
  ["/reports", ""],
  ["/account/sessions", ""],
  ["/admin/bin", ""],
  ["/admin/mail", ""],
  ["/admin/mail", "list=waiting"],
  ["/admin/audit", ""],
  ["/admin/audit", "person=asha&kind=mutes&month=2026-01"],
  ["/admin/feedback", ""],
  ["/admin/members", ""],
  ["/admin/members", "list=suspended&search=asha&batch=2027"],
  ["/admin/reports", ""],
  ["/admin/reports/decided", ""],
] as const;

function hrefOf(html: string, text: string): string | undefined {
  const [, href] = new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${text}</a>`).exec(html) ?? [];
  return href?.replaceAll("&amp;", "&");
}

test.each(listPages)(
  "the link back to the first page of %s preserves its filter %s and nothing else",
  async (path, filter) => {
    const address = await addressOf(path);
    const pages = browse(server, path.startsWith("/admin") ? admin : asha);
    const later = await pages.get(`${address}?zz=1&cursor=${path === "/blocks" ? "1~1" : "1"}&${filter}`);
    expect(later.status).toBe(200);
    expect(hrefOf(later.text, "Back to the first page")).toBe(address + (filter && `?${filter}`));
  },
);

describe("with more rows than a page shows", () => {
  beforeAll(async () => {
    await newJob();
    await newEvent(event.date);
    for (let number = 0; number < 21; number++) await newQuestion();
    await newResource();
    database
      .prepare("insert into audit_entries (admin_id, action, created_at) values (?, 'muted a member', 1)")
      .run(admin.id);
    for (const table of ["jobs", "events", "resources", "audit_entries"]) copyNewest(table);
  });

  /** Copies the newest row until there is a second page. */
  function copyNewest(table: string): void {
    const columns = database
      .prepare("select name from pragma_table_info(?) where name <> 'id'")
      .pluck()
      .all(table)
      .join();
    database.exec(`with recursive copies(n) as (select 1 union all select n + 1 from copies where n < 60)
      insert into ${table} (${columns}) select ${columns} from ${table}, copies
      where id = (select max(id) from ${table})`);
  }

  test.each([
    ["/jobs", "search=kite&opportunityType=internship"],
    ["/jobs/mine", ""],
    ["/events", "search=kite&type=workshop"],
    ["/events/mine", ""],
    ["/questions", "sort=active&search=kite"],
    ["/resources/mine", ""],
    ["/admin/audit", "kind=mutes"],
  ])("the next page of %s keeps its filter %s and nothing else", async (path, filter) => {
    const pages = browse(server, path.startsWith("/admin") ? admin : asha);
    const { text } = await pages.get(`${path}?zz=1&${filter}`);
    const [next, cursor] = hrefOf(text, "Next page")?.split("cursor=") ?? [];
    expect(cursor).toMatch(/^[^&]+$/);
    expect(next).toBe(`${path}?${filter && `${filter}&`}`);
  });
});
