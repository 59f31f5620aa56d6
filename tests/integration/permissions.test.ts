import { beforeAll, expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { event, job, join, type Member, makeAdmin, password } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer({ RATE_LIMITS: "off" });
let who: Record<"guest" | "member" | "owner" | "admin", Visitor>;
let owner: Member;
let kabir: Member;
beforeAll(async () => {
  owner = await join(server, "asha");
  kabir = await join(server, "kabir");
  const admin = await join(server, "meera");
  makeAdmin(server, admin);
  who = { guest: new Visitor(server.url), member: await join(server, "rohan"), owner, admin };
});

/** Creates what a call or page works on, for each caller. */
const makers = {
  job: async () => ((await owner.call("POST", "/api/jobs", job)).body as { id: string }).id,
  nothing: async () => "",
  event: async () =>
    ((await owner.call("POST", "/api/events", event)).body as { data: { id: string } }).data.id,
  /** A message from the owner to someone outside the four roles. */
  message: async () => ((await owner.call("POST", "/api/messages/send", said())).body as { id: string }).id,
  conversation: async () => `${owner.id}/${kabir.id}`,
  friend: async () => kabir.id,
  report: async () => {
    const browser = new Visitor(server.url);
    await browser.post("/login", { email: kabir.email, password });
    await browser.post(`/reports/new?subject=job&id=${await makers.job()}`, { reason: "Not a job" });
    return String(server.database().prepare("select max(id) from reports").pluck().get());
  },
  resource: async () => {
    const { data } = (await owner.get("/api/resources/categories")).body as { data: { id: string }[] };
    const form = new FormData();
    form.set("title", "Notes on tides");
    form.set("categoryId", String(data[0]?.id));
    form.set("year", "2");
    form.set("file", new File([`Tides, ${++count}.`], "tides.txt", { type: "text/plain" }));
    const answer = await owner.fetch("/api/resources", { method: "POST", body: form });
    return (answer.body as { data: { id: string } }).data.id;
  },
};
let count = 0;
const said = () => ({
  senderId: owner.id,
  receiverId: kabir.id,
  content: `Word ${++count}`,
  isAnonymous: false,
});

/**
 * Who may do what. Each feature adds its calls and pages here: role by route by owner.
 * `page` marks what a browser posts; a guest is then sent to log in (303).
 */
const matrix: {
  does: string;
  on: keyof typeof makers;
  send: [method: string, path: string, body?: Record<string, unknown> | (() => Record<string, unknown>)];
  page?: true;
  guest: number;
  member: number;
  owner: number;
  admin: number;
}[] = [
  {
    does: "list jobs",
    on: "nothing",
    send: ["GET", "/api/jobs"],
    guest: 200,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "read a job",
    on: "job",
    send: ["GET", "/api/jobs/{}"],
    guest: 200,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "post a job",
    on: "nothing",
    send: ["POST", "/api/jobs", job],
    guest: 401,
    member: 201,
    owner: 201,
    admin: 201,
  },
  {
    does: "change a job",
    on: "job",
    send: ["PUT", "/api/jobs/{}", { title: "New" }],
    guest: 401,
    member: 403,
    owner: 200,
    admin: 200,
  },
  {
    does: "close a job",
    on: "job",
    send: ["PUT", "/api/jobs/{}", { isOpen: false }],
    guest: 401,
    member: 403,
    owner: 200,
    admin: 200,
  },
  {
    does: "delete a job",
    on: "job",
    send: ["DELETE", "/api/jobs/{}"],
    guest: 401,
    member: 403,
    owner: 200,
    admin: 200,
  },
  {
    does: "see who asks",
    on: "nothing",
    send: ["GET", "/api/users/me"],
    guest: 401,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "see the list",
    on: "nothing",
    send: ["GET", "/jobs"],
    page: true,
    guest: 200,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "see a job",
    on: "job",
    send: ["GET", "/jobs/{}"],
    page: true,
    guest: 200,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "open the wizard",
    on: "nothing",
    send: ["GET", "/post-job"],
    page: true,
    guest: 303,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "send the wizard",
    on: "nothing",
    send: ["POST", "/post-job", { intent: "previous" }],
    page: true,
    guest: 401,
    member: 303,
    owner: 303,
    admin: 303,
  },
  {
    does: "open the editor",
    on: "job",
    send: ["GET", "/jobs/{}/edit"],
    page: true,
    guest: 303,
    member: 403,
    owner: 200,
    admin: 200,
  },
  {
    does: "send the editor",
    on: "job",
    send: ["POST", "/jobs/{}/edit", { title: "" }],
    page: true,
    guest: 401,
    member: 403,
    owner: 422,
    admin: 422,
  },
  {
    does: "close by the page",
    on: "job",
    send: ["POST", "/jobs/{}", { intent: "close" }],
    page: true,
    guest: 401,
    member: 403,
    owner: 303,
    admin: 303,
  },
  {
    does: "delete by the page",
    on: "job",
    send: ["POST", "/jobs/{}", { intent: "delete" }],
    page: true,
    guest: 401,
    member: 403,
    owner: 303,
    admin: 303,
  },
  {
    does: "send in the owner's name",
    on: "nothing",
    send: ["POST", "/api/messages/send", () => said()],
    guest: 401,
    member: 403,
    owner: 201,
    admin: 403,
  },
  {
    does: "read the owner's conversation",
    on: "conversation",
    send: ["GET", "/api/messages/history/{}"],
    guest: 401,
    member: 403,
    owner: 200,
    admin: 403,
  },
  {
    does: "say that someone else saw a message",
    on: "message",
    send: ["PUT", "/api/messages/seen/{}"],
    guest: 401,
    member: 404,
    owner: 404,
    admin: 404,
  },
  {
    does: "list conversations",
    on: "nothing",
    send: ["GET", "/api/messages/conversations"],
    guest: 401,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "list members",
    on: "nothing",
    send: ["GET", "/api/users"],
    guest: 401,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "see messages",
    on: "friend",
    send: ["GET", "/messages/{}"],
    page: true,
    guest: 303,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "read a resource",
    on: "resource",
    send: ["GET", "/api/resources/{}"],
    guest: 200,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "delete a resource",
    on: "resource",
    send: ["DELETE", "/api/resources/{}"],
    guest: 401,
    member: 403,
    owner: 200,
    admin: 200,
  },
  {
    does: "make the categories",
    on: "nothing",
    send: ["POST", "/api/seed-categories"],
    guest: 401,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "see the upload page",
    on: "nothing",
    send: ["GET", "/resources/upload"],
    page: true,
    guest: 200,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "see a resource",
    on: "resource",
    send: ["GET", "/resources/{}"],
    page: true,
    guest: 200,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "list events",
    on: "nothing",
    send: ["GET", "/api/events"],
    guest: 200,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "read an event",
    on: "event",
    send: ["GET", "/api/events/{}"],
    guest: 200,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "announce an event",
    on: "nothing",
    send: ["POST", "/api/events", event],
    guest: 401,
    member: 201,
    owner: 201,
    admin: 201,
  },
  {
    does: "change an event",
    on: "event",
    send: ["PUT", "/api/events/{}", { title: "New" }],
    guest: 401,
    member: 403,
    owner: 200,
    admin: 200,
  },
  {
    does: "delete an event",
    on: "event",
    send: ["DELETE", "/api/events/{}"],
    guest: 401,
    member: 403,
    owner: 200,
    admin: 200,
  },
  {
    does: "register for an event",
    on: "event",
    send: ["POST", "/api/events/{}/register"],
    guest: 401,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "unregister from an event",
    on: "event",
    send: ["POST", "/api/events/{}/unregister"],
    guest: 401,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "wait for an event with seats left",
    on: "event",
    send: ["POST", "/api/events/{}/waiting"],
    guest: 401,
    member: 409,
    owner: 409,
    admin: 409,
  },
  {
    does: "leave a waiting list",
    on: "event",
    send: ["DELETE", "/api/events/{}/waiting"],
    guest: 401,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "see the events",
    on: "nothing",
    send: ["GET", "/events"],
    page: true,
    guest: 200,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "see an event",
    on: "event",
    send: ["GET", "/events/{}"],
    page: true,
    guest: 200,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "open the event form",
    on: "nothing",
    send: ["GET", "/events/new"],
    page: true,
    guest: 303,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "send the event form",
    on: "nothing",
    send: ["POST", "/events/new", { title: "" }],
    page: true,
    guest: 401,
    member: 422,
    owner: 422,
    admin: 422,
  },
  {
    does: "open an event's editor",
    on: "event",
    send: ["GET", "/events/{}/edit"],
    page: true,
    guest: 303,
    member: 403,
    owner: 200,
    admin: 200,
  },
  {
    does: "send an event's editor",
    on: "event",
    send: ["POST", "/events/{}/edit", { title: "" }],
    page: true,
    guest: 401,
    member: 403,
    owner: 422,
    admin: 422,
  },
  {
    does: "open an event's deletion",
    on: "event",
    send: ["GET", "/events/{}/delete"],
    page: true,
    guest: 303,
    member: 403,
    owner: 200,
    admin: 200,
  },
  {
    does: "delete an event by the page",
    on: "event",
    send: ["POST", "/events/{}/delete", {}],
    page: true,
    guest: 303,
    member: 403,
    owner: 303,
    admin: 303,
  },
  {
    does: "register by the page",
    on: "event",
    send: ["POST", "/events/{}", { intent: "register" }],
    page: true,
    guest: 401,
    member: 303,
    owner: 303,
    admin: 303,
  },
  {
    does: "download an event's people",
    on: "event",
    send: ["GET", "/events/{}/attendees.csv"],
    page: true,
    guest: 303,
    member: 403,
    owner: 200,
    admin: 200,
  },
  {
    does: "see the administration",
    on: "nothing",
    send: ["GET", "/admin"],
    page: true,
    guest: 303,
    member: 403,
    owner: 403,
    admin: 200,
  },
  {
    does: "read feedback",
    on: "nothing",
    send: ["GET", "/admin/feedback"],
    page: true,
    guest: 303,
    member: 403,
    owner: 403,
    admin: 200,
  },
  {
    does: "read the audit trail",
    on: "nothing",
    send: ["GET", "/admin/audit"],
    page: true,
    guest: 303,
    member: 403,
    owner: 403,
    admin: 200,
  },
  {
    does: "read the anonymous room",
    on: "nothing",
    send: ["GET", "/api/anonymous-messages"],
    guest: 401,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "write in the anonymous room",
    on: "nothing",
    send: ["POST", "/api/anonymous-messages", { content: "Hello" }],
    guest: 401,
    member: 201,
    owner: 201,
    admin: 201,
  },
  {
    does: "see the anonymous room",
    on: "nothing",
    send: ["GET", "/anonymous-post"],
    page: true,
    guest: 303,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "write in the anonymous room by the page",
    on: "nothing",
    send: ["POST", "/anonymous-post", { content: "Hello" }],
    page: true,
    guest: 401,
    member: 303,
    owner: 303,
    admin: 303,
  },
  {
    does: "see one's reports",
    on: "nothing",
    send: ["GET", "/reports"],
    page: true,
    guest: 303,
    member: 200,
    owner: 200,
    admin: 200,
  },
  {
    does: "open the form of a report",
    on: "job",
    send: ["GET", "/reports/new?subject=job&id={}"],
    page: true,
    guest: 303,
    member: 200,
    owner: 404,
    admin: 200,
  },
  {
    does: "report a job",
    on: "job",
    send: ["POST", "/reports/new?subject=job&id={}", { reason: "Not a job" }],
    page: true,
    guest: 401,
    member: 303,
    owner: 303,
    admin: 303,
  },
  {
    does: "send a report without a reason",
    on: "job",
    send: ["POST", "/reports/new?subject=job&id={}", { reason: " " }],
    page: true,
    guest: 401,
    member: 422,
    owner: 422,
    admin: 422,
  },
  {
    does: "see the reports",
    on: "nothing",
    send: ["GET", "/admin/reports"],
    page: true,
    guest: 303,
    member: 403,
    owner: 403,
    admin: 200,
  },
  {
    does: "see a report",
    on: "report",
    send: ["GET", "/admin/reports/{}"],
    page: true,
    guest: 303,
    member: 403,
    owner: 403,
    admin: 200,
  },
  {
    does: "dismiss a report",
    on: "report",
    send: ["POST", "/admin/reports/{}", { intent: "dismiss" }],
    page: true,
    guest: 303,
    member: 403,
    owner: 403,
    admin: 303,
  },
  {
    does: "see who is muted",
    on: "nothing",
    send: ["GET", "/admin/mutes"],
    page: true,
    guest: 303,
    member: 403,
    owner: 403,
    admin: 200,
  },
  {
    does: "unmute somebody",
    on: "nothing",
    send: ["POST", "/admin/mutes", { who: "1" }],
    page: true,
    guest: 303,
    member: 403,
    owner: 403,
    admin: 303,
  },
];

const cases = matrix.flatMap((row) =>
  (["guest", "member", "owner", "admin"] as const).map((role) => ({ ...row, role, status: row[role] })),
);

test.each(cases)(
  "$role may $does: $status",
  async ({ role, on, send: [method, path, made], page, status }) => {
    const address = path.replace("{}", await makers[on]());
    const caller = who[role];
    const body = typeof made === "function" ? made() : made;
    if (!page) {
      expect((await caller.call(method, address, body)).status).toBe(status);
      return;
    }
    const browser = new Visitor(server.url);
    if (role !== "guest") await browser.post("/login", { email: (caller as Member).email, password });
    const answer =
      method === "GET"
        ? await browser.get(address)
        : await browser.post(address, body as Record<string, string>);
    expect(answer.status).toBe(status);
    if (role === "guest" && status === 303)
      expect(answer.headers.get("Location")).toMatch(/^\/login\?redirectTo=/);
  },
);
