import { afterAll, beforeAll, expect, test } from "vitest";
import { job, join, type Member, makeAdmin, password } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";

let server: TestServer;
let who: Record<"guest" | "member" | "owner" | "admin", Visitor>;
let owner: Member;
beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: "off" });
  owner = await join(server, "asha");
  const admin = await join(server, "meera");
  makeAdmin(server, admin);
  who = { guest: new Visitor(server.url), member: await join(server, "rohan"), owner, admin };
});
afterAll(() => server.stop());

/** What each call and page is given to work on, made anew for every caller. */
const makers = {
  job: async () => ((await owner.call("POST", "/api/jobs", job)).body as { id: string }).id,
  nothing: async () => "",
};

/**
 * Who may do what. Each feature adds its calls and pages here: role by route by owner.
 * `page` marks what a browser posts; a guest is then sent to log in (303).
 */
const matrix: {
  does: string;
  on: keyof typeof makers;
  send: [method: string, path: string, body?: Record<string, unknown>];
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
    owner: 204,
    admin: 204,
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
    guest: 303,
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
    guest: 303,
    member: 403,
    owner: 422,
    admin: 422,
  },
  {
    does: "close by the page",
    on: "job",
    send: ["POST", "/jobs/{}", { intent: "close" }],
    page: true,
    guest: 303,
    member: 403,
    owner: 303,
    admin: 303,
  },
  {
    does: "delete by the page",
    on: "job",
    send: ["POST", "/jobs/{}", { intent: "delete" }],
    page: true,
    guest: 303,
    member: 403,
    owner: 303,
    admin: 303,
  },
];

const cases = matrix.flatMap((row) =>
  (["guest", "member", "owner", "admin"] as const).map((role) => ({ ...row, role, status: row[role] })),
);

test.each(cases)(
  "$role may $does: $status",
  async ({ role, on, send: [method, path, body], page, status }) => {
    const address = path.replace("{}", await makers[on]());
    const caller = who[role];
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
