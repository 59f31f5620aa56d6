import { createChecker } from "../../tests/support/conformance.ts";
import { aliasFor, sendHidden, sendTo } from "../../tests/support/messages.ts";
import { listOperations, type NamedOperation, readDocument } from "../../tests/support/openapi.ts";
import { event, job, join, type Member, makeAdmin, password } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { share } from "../../tests/support/upload.ts";
import { type Answer, Visitor } from "../../tests/support/visitor.ts";
import { createCall, type GeneratedCall } from "./calls.ts";
import { Random } from "./random.ts";

export interface ConformanceReport {
  calls: number;
  seconds: number;
  statuses: Record<string, number>;
  /** How often each call succeeded, by its operation id. */
  successes: Record<string, number>;
  /** How many calls of each caller succeeded. */
  callers: Record<string, number>;
  /** Responses with a 5xx, and responses that the document does not describe. */
  failures: string[];
}

/**
 * Makes seeded calls from the OpenAPI document to a fresh server, one after another, and compares the responses with it.
 */
export async function checkConformance(seed: number, count: number): Promise<ConformanceReport> {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "error" });
  const started = performance.now();
  const report: ConformanceReport = {
    calls: 0,
    seconds: 0,
    statuses: {},
    successes: {},
    callers: {},
    failures: [],
  };
  const countIn = (counts: Record<string, number>, key: string | number) => {
    counts[key] = (counts[key] ?? 0) + 1;
  };
  try {
    const document = await readDocument(server);
    const check = createChecker(document);
    const operations = listOperations(document);
    const callers = await createCallers(server);
    const things = await createThings(callers);
    const random = new Random(seed);
    while (report.calls < count && report.failures.length < 20) {
      const named = random.pick(operations);
      const name = random.pick(weightedCallers);
      const caller = callers[name];
      const fields = factsAbout(named, caller, callers, report.calls);
      const call = createCall(random, named, document.components.schemas, {
        ids: (path, parameter) =>
          // Nobody reads what is between two others.
          parameter === "userA" && random.isTrue(0.8) ? [caller.id] : things.ids(path, parameter),
        fields,
      });
      const answer = await send(caller, named, call);
      report.calls++;
      countIn(report.statuses, answer.status);
      const wrong = answer.status >= 500 ? [`a ${answer.status}`] : check(named, answer);
      for (const problem of wrong) report.failures.push(`${problem}: ${describe(name, named, call)}`);
      if (answer.status >= 300) continue;
      countIn(report.successes, named.operation.operationId);
      countIn(report.callers, name);
      things.learn(call.path, named.method, answer);
      if (named.operation.operationId === "logOut") caller.token = await logIn(caller);
    }
  } finally {
    await server.stop();
  }
  return { ...report, seconds: Math.round((performance.now() - started) / 1_000) };
}

type CallerName = "guest" | "member" | "owner" | "admin" | "readOnly" | "stranger";
/** Few calls by guests, because they are refused before anything else. */
const weightedCallers: CallerName[] = [
  ...(["guest", "readOnly", "stranger"] as const),
  ...(["member", "member", "owner", "owner", "owner", "admin", "admin"] as const),
];
type Callers = Record<CallerName, Member>;

async function logIn({ url, email }: Member): Promise<string> {
  const { body } = await new Visitor(url).call("POST", "/api/users/login", { email, password });
  return body.token;
}

async function createCallers(server: TestServer): Promise<Callers> {
  const [owner, member, admin] = [
    await join(server, "asha"),
    await join(server, "rohan"),
    await join(server, "meera"),
  ];
  makeAdmin(server, admin);
  const as = (token: string): Member => Object.assign(new Visitor(server.url), { ...owner, token });
  const readOnly = as(await logIn(owner));
  const newest = "select token_hash from sessions order by rowid desc limit 1";
  server.database().prepare(`update sessions set is_read_only = 1 where token_hash = (${newest})`).run();
  return { owner, member, admin, readOnly, guest: as(""), stranger: as("wrong") };
}

/** Creates one of everything and collects the ids. */
async function createThings({ owner, member, admin }: Callers) {
  const idsByNoun: Record<string, string[]> = { users: [owner.id, member.id, admin.id] };
  /** Records the id that a call created or deleted. @param address the address of the call */
  const learn = (address: string, method: string, { status, body }: Answer) => {
    const [noun = "", deletedId] = address.split(/[/?]/).slice(2);
    const { id, data } = body as { id?: string; data?: { id?: string } };
    const newId = id ?? data?.id;
    const ids = idsByNoun[noun] ?? [];
    if (method === "post" && status === 201 && newId) idsByNoun[noun] = [...ids, newId].slice(-30);
    if (method === "delete" && address.split("/").length === 4 && ids.length > 1)
      idsByNoun[noun] = ids.filter((known) => known !== deletedId);
  };
  await sendHidden(member, owner, "Guess who");
  const alias = await aliasFor(owner);
  const made: [path: string, answer: Answer][] = [
    ["/api/jobs", await owner.call("POST", "/api/jobs", job)],
    ["/api/events", await owner.call("POST", "/api/events", { ...event, registrationLimit: 1 })],
    ["/api/messages", await sendTo(member, owner.id, "Are you there?")],
    ["/api/resources", await share(owner, { name: "notes.txt", bytes: Buffer.from("Some notes") })],
  ];
  for (const [path, answer] of made) learn(path, "post", answer);
  const ids = (path: string, parameter: string): readonly string[] => {
    const { users = [], messages = [] } = idsByNoun;
    if (parameter === "messageId") return messages;
    if (parameter === "userB" || path.endsWith("/block")) return [...users, alias];
    return parameter === "userA" ? users : (idsByNoun[path.split("/")[2] ?? ""] ?? []);
  };
  return { ids, learn };
}

/** Values to replace examples that name people who do not exist. */
function factsAbout(
  { operation }: NamedOperation,
  caller: Member,
  callers: Callers,
  count: number,
): Record<string, unknown> {
  const isNew = operation.operationId === "registerUser";
  return {
    senderId: caller.id,
    receiverId: caller === callers.member ? callers.owner.id : callers.member.id,
    tempId: `draft-${count}`,
    // So that half of the events are full soon.
    registrationLimit: count % 2 === 0 ? 1 : 25,
    email: isNew ? `person-${count}@college.example` : caller.email,
    password,
  };
}

function send(
  caller: Member,
  { method }: NamedOperation,
  { path, headers, body }: GeneratedCall,
): Promise<Answer> {
  const init = { method: method.toUpperCase(), headers, ...(body !== undefined && { body }) };
  return caller.fetch(path, init);
}

function describe(caller: string, { name }: NamedOperation, { path, headers, body }: GeneratedCall): string {
  const sent = body instanceof FormData ? [...body].map(String).join(" ") : body;
  return `${caller} ${name} as ${path.slice(0, 300)} ${JSON.stringify(headers)} ${sent?.slice(0, 400) ?? ""}`;
}
