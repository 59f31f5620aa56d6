import { expect } from "vitest";
import { createTest } from "../support/integration.ts";
import { measure, measuring, startMeasuring } from "../support/measure.ts";
import { isLong, sample } from "../support/nightly.ts";
import { join, openSession, password, people } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const test = createTest({ RATE_LIMITS: "off" }, measuring);
/** The longest time the event loop may be blocked. */
const maxTurnMs = 3_000;

const post = (visitor: Visitor, path: string, body: string) =>
  visitor.fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body,
  });

const times = (count: number, pair: string) => Array(count).fill(pair).join("&");

const hostileNames: [path: string, body: string][] = [
  ["/feedback", "text[150000000]=x"],
  ["/feedback", "text[0][150000000]=x&text=hello"],
  ["/feedback", times(140_000, "text=1")],
  ["/register", "skills[150000000]=x"],
  ["/register", "skills[4000000].a[4000000]=x"],
  ["/login", "email[5000000]=x"],
  ["/login", "password[5000000]=x&email=a@b.example"],
  ["/forgot-password", "email[150000000]=x"],
  ["/reset-password", "token=x&password[150000000]=x"],
  ["/confirm-email", "token[150000000]=x"],
  [
    "/login",
    "__intent__=%7B%22type%22%3A%22insert%22%2C%22payload%22%3A%7B%22name%22%3A%22email%22%2C%22index%22%3A150000000%7D%7D",
  ],
  ["/login", "__proto__[x]=1&constructor.prototype.x=1"],
  ["/theme", times(140_000, "theme=1")],
  ["/mail-settings", times(140_000, "mails=on")],
];
test.for(sample(hostileNames, 3))(
  "%s survives a form of hostile names",
  async ([path, body], { server, guest }) => {
    startMeasuring(server);
    const { status } = await post(guest, path, body);
    expect(status).toBeLessThan(500);
    if (isLong) expect((await measure(server)).longestBusyMs).toBeLessThan(maxTurnMs);
    expect((await guest.get("/healthz")).status).toBe(200);
    expect(server.process.exitCode).toBeNull();
    expect(server.logged()).not.toContain('"level":"error"');
  },
);

test("members' forms also survive hostile names", async ({ server, guest }) => {
  const asha = await join(server, "asha");
  await guest.post("/login", { email: asha.email, password });
  startMeasuring(server);
  const paths = [
    "/post-job",
    "/jobs/1",
    "/jobs/1/edit",
    "/resources",
    "/resources/1",
    "/messages/1",
    "/profile",
    "/anonymous-post",
    "/reports/new?subject=job&id=1",
  ];
  for (const path of sample(paths, 3)) {
    for (const name of ["title", "intent", "content", "locations", "skills"]) {
      const { status } = await post(guest, path, `${name}[150000000]=x&${name}.a[0].b=y`);
      expect(status, path).toBeLessThan(500);
    }
    expect((await post(guest, path, times(10_000, "x="))).status, path).toBe(413);
  }
  if (isLong) expect((await measure(server)).longestBusyMs).toBeLessThan(maxTurnMs);
  expect((await guest.get("/healthz")).status).toBe(200);
});

test("a multipart form of many parts is refused before it is parsed", async ({ guest }) => {
  const part = '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n1\r\n';
  for (const [count, status] of [
    [15_000, 413],
    [20, 303],
  ] as const) {
    const answer = await guest.fetch("/feedback", {
      method: "POST",
      headers: { "Content-Type": 'multipart/form-data; boundary="b"' },
      body: `${part.repeat(count)}--b--\r\n`,
    });
    expect(answer.status, `${count} parts`).toBe(status);
  }
});

const forms = [
  "/feedback",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/theme",
  "/scripts",
  "/post-job",
  "/profile",
  "/blocks",
  "/connections",
  "/messages/1",
  "/anonymous-post",
  "/reports/new?subject=job&id=1",
  "/resources/upload",
  "/events/new",
  "/account",
  "/account/email",
];

const types = [
  "application/x-www-form-urlencodedx",
  "application/x-www-form-urlencoded, text/plain",
  "application/x-www-form-urlencoded; x",
  "multipart/form-datax; boundary=b",
  "multipart/mixed; boundary=b",
  "multipart/form-data",
  "multipart/form-data; boundary=b; boundary=c",
  "text/plain",
  "x",
];
test.for(sample(types, 8))(
  "a body of the type %s is refused by every form",
  async (type, { guest, server }) => {
    const asha = await join(server, "asha", `asha${Math.random()}@college.example`);
    const member = new Visitor(server.url);
    member.cookies.set("session", openSession(server, asha.id, "browser"));
    for (const visitor of [guest, member]) {
      for (const path of forms) {
        const { status } = await visitor.fetch(path, {
          method: "POST",
          headers: { "Content-Type": type },
          body: "text=hello",
        });
        // Forms that accept files check the sender's permission first.
        expect([303, 400, 401, 415], path).toContain(status);
      }
      for (const path of ["/api/jobs", "/api/users/login", "/api/resources", "/api/uploads"]) {
        const { status } = await visitor.fetch(path, {
          method: "POST",
          headers: { "Content-Type": type },
          body: "{}",
        });
        expect([400, 401, 415], path).toContain(status);
      }
    }
    expect(server.logged()).not.toContain('"level":"error"');
  },
);

test("a boundary that only some parsers recognize hides no field", async ({ guest, server }) => {
  const part = '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n1\r\n';
  const send = (type: string, count: number) =>
    guest.fetch("/feedback", {
      method: "POST",
      headers: { "Content-Type": type },
      body: `${part.repeat(count)}--b--\r\n`,
    });
  for (const type of [
    'multipart/form-data; x="; boundary=c"; boundary=b',
    "multipart/form-data; boundary=c; boundary=b",
    "multipart/form-data; boundary=b; boundary=c",
    "multipart/form-data; Boundary=b; boundary=c",
    "multipart/form-data; xboundary=c; boundary=b",
    'multipart/form-data; boundary="b',
  ]) {
    expect([400, 413, 415], type).toContain((await send(type, 600)).status);
  }
  expect((await send('multipart/form-data; x="; boundary=c"; boundary=b', 20)).status).toBe(303);
  expect(server.logged()).not.toContain('"level":"error"');
});

test("the last of several values counts, and a file is not accepted as text", async ({ guest, server }) => {
  const { status } = await post(guest, "/feedback", "text=the+first&text=the+second&name=Meera");
  expect(status).toBe(303);
  const row = server.database().prepare("select name, text from feedback order by id desc").get();
  expect(row).toEqual({ name: "Meera", text: "the second" });
  const form = new FormData();
  form.set("text", new File(["x"], "x.txt"));
  expect((await guest.fetch("/feedback", { method: "POST", body: form })).status).toBe(422);
});

const delaying: [name: string, text: string][] = [
  ["an address of dots", `a@${".".repeat(200_000)}<`],
  ["two accents", "\u0300\u0316".repeat(60_000)],
  ["accents on a letter", `a${"\u0316".repeat(100_000)}`],
];
test.for(sample(delaying, 2))("%s delays no other request", async ([, text], { guest, server }) => {
  const asha = await join(server, "asha", `asha+${text.length}@college.example`);
  startMeasuring(server);
  const answers = await Promise.all([
    guest.post("/login", { email: text, password: "x" }),
    guest.post("/register", {
      ...Object.fromEntries(Object.entries(people.asha).map(([k, v]) => [k, String(v)])),
      email: text,
      firstName: text,
    }),
    guest.post("/forgot-password", { email: text }),
    guest.post("/feedback", { text, name: text }),
    guest.call("POST", "/api/users/login", { email: text, password: "x" }),
    asha.call("POST", "/api/messages/send", { senderId: asha.id, receiverId: "1", content: text }),
    asha.call("POST", "/api/jobs", {
      title: text,
      locations: text,
      contactEmail: text,
      requiredSkills: [text],
    }),
    guest.get("/healthz"),
  ]);
  for (const { status } of answers) expect(status).toBeLessThan(500);
  if (isLong) expect((await measure(server)).longestBusyMs).toBeLessThan(maxTurnMs);
});

test("a form explains what is wrong with a run of accents", async ({ guest }) => {
  const answer = await guest.post("/feedback", { text: "x", name: `a${"\u0316".repeat(20)}` });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain("Too many accents on one letter");
});

test("the log-in and the theme redirect to our own pages only", async ({ guest, server }) => {
  const rohan = await join(server, "rohan");
  for (const path of ["/.//evil.example", "/x/..//evil.example", "//evil.example", "/\\evil.example"]) {
    guest.cookies.clear();
    const login = await guest.post(`/login?redirectTo=${encodeURIComponent(path)}`, {
      email: rohan.email,
      password,
    });
    expect([login.status, login.headers.get("Location")], path).toEqual([303, "/"]);
    const theme = await guest.post("/theme", { theme: "dark", back: path });
    expect([theme.status, theme.headers.get("Location")], path).toEqual([303, "/"]);
  }
});

test("the forms survive multipart, files instead of texts, and broken bodies without a 500", async ({
  server,
  guest,
}) => {
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, (await join(server, "meera")).id, "browser"));
  const form = new FormData();
  form.set("email", new File(["x"], "x.txt"));
  form.set("password", new File(["x"], "x.txt"));
  const init = { method: "POST", headers: { Origin: server.url } };
  expect((await guest.fetch("/login", { ...init, body: form })).status).toBe(422);
  expect((await guest.fetch("/register", { ...init, body: form })).status).toBe(422);
  const broken = { ...init.headers, "Content-Type": "multipart/form-data; boundary=x" };
  for (const path of ["/login", "/register", "/post-job", "/theme", "/jobs/1"]) {
    for (const body of ["--x\r\nContent-Disp", "", "--x--"]) {
      const answer = await browser.fetch(path, { method: "POST", headers: broken, body });
      expect(answer.status, `${path} ${body}`).toBeLessThan(500);
    }
    const answer = await browser.fetch(path, {
      method: "POST",
      headers: { ...init.headers, "Content-Type": "text/plain" },
      body: "x",
    });
    expect(answer.status, path).toBeLessThan(500);
  }
  expect(server.logged()).not.toContain('"level":"error"');
});
