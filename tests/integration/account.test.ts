import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { mailedLink, outbox } from "../support/outbox.ts";
import { type Member, newMember, password } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer();
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const fresh = "an even longer secret";

const _count = 0;

/** Logs a member in. @returns the browser */
async function browse({ email }: { email: string }, secret = password): Promise<Visitor> {
  const browser = new Visitor(server.url);
  const answer = await browser.post("/login", { email, password: secret }, { "User-Agent": firefox });
  expect(answer.status).toBe(303);
  return browser;
}
const openSocket = async (browser: Visitor) => {
  const socket = new Socket(server.url, { Cookie: `session=${browser.cookies.get("session")}` });
  await socket.opened();
  return socket;
};
const logIn = (email: string, secret: string) =>
  new Visitor(server.url).call("POST", "/api/users/login", { email, password: secret });
const tokenOf = (link: string) => link.split("token=")[1] ?? "";
const isIn = async (browser: Visitor) => (await browser.get("/account")).status === 200;
const newPassword = (currentPassword: string, secret = fresh) => ({
  currentPassword,
  password: secret,
  confirmPassword: secret,
});

test("guests are redirected from every account page to the log-in page", async ({ expect }) => {
  const guest = new Visitor(server.url);
  expect((await guest.get("/account")).headers.get("Location")).toBe("/login?redirectTo=%2Faccount");
  for (const path of ["/notices", "/password", "/email", "/sessions", "/delete"]) {
    for (const answer of [await guest.get(`/account${path}`), await guest.post(`/account${path}`, {})]) {
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        303,
        `/login?redirectTo=%2Faccount${encodeURIComponent(path)}`,
      ]);
    }
  }
  expect((await guest.post("/account/data", {})).status).toBe(303);
});

test("a new password ends every session except this browser's, which is replaced", async () => {
  const asha = await newMember(server, "asha");
  const [here, there] = [await browse(asha), await browse(asha)];
  const old = here.cookies.get("session");
  const sockets = [await Socket.of(asha), await openSocket(there), await openSocket(here)];
  const done = await here.post("/account/password", newPassword(password));
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/account"]);
  expect((await here.get("/account")).text).toContain("Your password is changed. Every other device");
  expect(await Promise.all(sockets.map((socket) => socket.closed))).toEqual([4401, 4401, 4401]);
  expect(here.cookies.get("session")).not.toBe(old);
  expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
  expect((await asha.get("/api/users/me")).status).toBe(401);
  const thief = new Visitor(server.url);
  thief.cookies.set("session", old ?? "");
  expect(await isIn(thief)).toBe(false);
  expect((await logIn(asha.email, fresh)).status).toBe(200);
  expect((await logIn(asha.email, password)).status).toBe(401);
  const wasTold = () =>
    outbox(server).some((mail) => mail.includes("was changed") && mail.includes(asha.email));
  await expect.poll(wasTold).toBe(true);
});

test("changing the password warns of an easy one and invalidates mailed links", async () => {
  const rohan = await newMember(server, "rohan");
  await new Visitor(server.url).post("/forgot-password", { email: rohan.email });
  const link = await mailedLink(server, rohan.email, "/reset-password");
  const browser = await browse(rohan);
  const done = await browser.post("/account/password", newPassword(password, "password1"));
  expect(done.headers.get("Location")).toBe("/account");
  expect((await browser.get("/account")).text).toContain("easy to guess");
  expect((await browser.get("/account")).text).not.toContain("easy to guess");
  expect((await browser.get(link)).status).toBe(410);
});

test("a refused password form names each field and sends no password back", async () => {
  const meera = await newMember(server, "meera");
  const browser = await browse(meera);
  const refuse = async (fields: Record<string, string>, text: string) => {
    const answer = await browser.post("/account/password", fields);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(text);
    for (const secret of Object.values(fields).filter(Boolean))
      expect(answer.text).not.toContain(`"${secret}"`);
  };
  await refuse({ currentPassword: "", password: "", confirmPassword: "" }, "Current password is required");
  await refuse(newPassword("not my password"), "That isn&#x27;t your password.");
  await refuse(newPassword(password, "five5"), "At least 6 characters");
  await refuse({ ...newPassword(password), confirmPassword: "other" }, "Passwords do not match");
  expect((await logIn(meera.email, password)).status).toBe(200);
});

test("wrong guesses of the current password count as failed log-ins", async () => {
  const kabir = await newMember(server, "kabir");
  const browser = await browse(kabir);
  const paths = ["/account/password", "/account/email", "/account/delete"];
  for (let n = 0; n < 10; n++) {
    const fields = { ...newPassword("wrong"), email: "new@college.example", posts: "keep" };
    expect((await browser.post(paths[n % 3] ?? "", fields)).status).toBe(422);
  }
  for (const path of paths) {
    const answer = await browser.post(path, {
      ...newPassword(password),
      email: "new@college.example",
      posts: "keep",
    });
    expect([answer.status, Number(answer.headers.get("Retry-After")) > 0], path).toEqual([429, true]);
  }
});

test("only one of ten parallel password changes succeeds", async () => {
  const asha = await newMember(server, "asha");
  const browser = await browse(asha);
  const secrets = Array.from({ length: 10 }, (_, n) => `secret number ${n}`);
  const answers = await Promise.all(
    secrets.map((secret) => {
      const copy = new Visitor(server.url);
      copy.cookies = new Map(browser.cookies);
      return copy.post("/account/password", newPassword(password, secret));
    }),
  );
  const winners = secrets.filter((_, n) => answers[n]?.headers.get("Location")?.startsWith("/account"));
  expect(winners).toHaveLength(1);
  expect((await logIn(asha.email, winners[0] ?? "")).status).toBe(200);
});

const confirm = (token: string, visitor = new Visitor(server.url)) =>
  visitor.post("/account/email/confirm", { token });

async function requestChange(member: Member, email: string): Promise<[Visitor, string]> {
  const browser = await browse(member);
  const sent = await browser.post("/account/email", { email, currentPassword: password });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/account"]);
  expect((await browser.get("/account")).text).toContain("sent a link to your new address");
  return [browser, tokenOf(await mailedLink(server, email.toLowerCase(), "/account/email/confirm"))];
}

test("a new address is used only after its link was opened, and the old address is notified", async () => {
  const meera = await newMember(server, "meera");
  const [browser, token] = await requestChange(meera, "Meera.New@College.example");
  expect((await browser.get("/account")).text).toContain(meera.email);
  const page = await new Visitor(server.url).get(`/account/email/confirm?token=${token}`);
  expect([page.status, page.headers.get("Referrer-Policy")]).toEqual([200, "strict-origin"]);
  expect(page.text).toContain("meera.new@college.example");
  expect((await logIn(meera.email, password)).status).toBe(200);

  const stranger = new Visitor(server.url);
  const confirmed = await confirm(token, stranger);
  expect([confirmed.status, confirmed.headers.get("Location")]).toEqual([303, "/login"]);
  expect((await stranger.get("/login")).text).toContain("Your email address is changed.");
  expect((await logIn(meera.email, password)).status).toBe(401);
  expect((await logIn("meera.new@college.example", password)).status).toBe(200);
  expect((await confirm(token)).status).toBe(410);
  const used = `/account/email/confirm?token=${token}`;
  expect((await stranger.get(used)).text).toContain("Log in to change your email");
  expect((await browser.get(used)).text).toContain("Change my email again");
  const told = () =>
    outbox(server).filter((mail) => mail.includes(`\nTo: ${meera.email}\n`) && /address/.test(mail)).length;
  await expect.poll(told).toBe(2);
});

test("a link for a new address expires with a newer link, with a new password, and after an hour", async () => {
  const rohan = await newMember(server, "rohan");
  const [browser, first] = await requestChange(rohan, "rohan.first@college.example");
  await browser.post("/account/email", { email: "rohan.second@college.example", currentPassword: password });
  const second = tokenOf(await mailedLink(server, "rohan.second@college.example", "/account/email/confirm"));
  expect((await confirm(first)).status).toBe(410);
  await browser.post("/account/password", newPassword(password));
  expect((await confirm(second)).status).toBe(410);

  const kabir = await newMember(server, "kabir");
  const [, late] = await requestChange(kabir, "kabir.late@college.example");
  const links = server.database();
  links.prepare("update mail_links set expires_at = ? where user_id = ?").run(Date.now(), Number(kabir.id));
  expect((await confirm(late)).status).toBe(410);
  for (const token of ["", "x", "a".repeat(5_000)])
    expect([410, 422]).toContain((await confirm(token)).status);
});

test("a taken address is refused as in the registration, even if it is taken in the meantime", async () => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const browser = await browse(asha);
  const refused = await browser.post("/account/email", { email: rohan.email, currentPassword: password });
  expect([refused.status, refused.text.includes("An account with this email already exists.")]).toEqual([
    409,
    true,
  ]);
  expect(refused.text).toContain(rohan.email);
  const same = await browser.post("/account/email", { email: asha.email, currentPassword: password });
  expect(same.text).toContain("This is your email address already.");

  const wanted = "wanted@college.example";
  const tokens = [(await requestChange(asha, wanted))[1]];
  await (await browse(rohan)).post("/account/email", { email: wanted, currentPassword: password });
  tokens.push(tokenOf(await mailedLink(server, wanted, "/account/email/confirm", 2)));
  const answers = await Promise.all(tokens.map((token) => confirm(token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  const owners = server.database().prepare("select count(*) as n from users where email = ?").get(wanted);
  expect(owners).toEqual({ n: 1 });
});

test("sessions are listed by device and can be ended one by one or all but this one", async () => {
  const asha = await newMember(server, "asha");
  const [here, there, third] = [await browse(asha), await browse(asha), await browse(asha)];
  const { text } = await here.get("/account/sessions");
  expect(text.match(/Firefox on Linux/g)?.length).toBeGreaterThanOrEqual(3);
  expect(text).toContain("Program: node");
  expect(text).toContain("This browser");

  const ids = [...text.matchAll(/name="id" value="([0-9a-f]{16})"/g)].map(([, id]) => id ?? "");
  expect(ids).toHaveLength(3);
  const socket = await openSocket(there);
  for (const id of ids) await here.post("/account/sessions", { intent: "end", id });
  expect((await here.get("/account/sessions")).text).toContain("The session has ended.");
  expect(await socket.closed).toBe(4401);
  expect([await isIn(here), await isIn(there), await isIn(third)]).toEqual([true, false, false]);
  expect((await asha.get("/api/users/me")).status).toBe(401);

  const [fourth, fifth] = [await browse(asha), await browse(asha)];
  const other = await openSocket(fifth);
  expect((await here.post("/account/sessions", { intent: "end-others" })).status).toBe(303);
  expect((await here.get("/account/sessions")).text).toContain("Only this browser is logged in now.");
  expect(await other.closed).toBe(4401);
  expect([await isIn(here), await isIn(fourth), await isIn(fifth)]).toEqual([true, false, false]);
});

test("members cannot end another member's session or one that does not exist", async () => {
  const [rohan, meera] = [await newMember(server, "rohan"), await newMember(server, "meera")];
  const [own, others] = [await browse(rohan), await browse(meera)];
  const { hash } = server
    .database()
    .prepare("select substr(token_hash, 1, 16) as hash from sessions where user_id = ? and kind = 'browser'")
    .get(Number(meera.id)) as { hash: string };
  for (const id of [hash, "", "%", "0".repeat(16), "' or 1=1"]) {
    expect((await own.post("/account/sessions", { intent: "end", id })).status).toBe(303);
  }
  expect([await isIn(own), await isIn(others)]).toEqual([true, true]);
});

test("ending this browser's own session logs out", async () => {
  const kabir = await newMember(server, "kabir");
  const browser = await browse(kabir);
  const { id } = server
    .database()
    .prepare("select substr(token_hash, 1, 16) as id from sessions where user_id = ? and kind = 'browser'")
    .get(Number(kabir.id)) as { id: string };
  const done = await browser.post("/account/sessions", { intent: "end", id });
  expect(done.headers.get("Location")).toBe("/login");
  expect(browser.cookies.has("session")).toBe(false);
  expect((await browser.get("/login")).text).toContain("You are logged out.");
});

test("sessions are listed 50 to a page", async () => {
  const asha = await newMember(server, "asha");
  const browser = await browse(asha);
  const insert = server
    .database()
    .prepare(
      "insert into sessions (token_hash, user_id, kind, device, created_at, last_used_at) values (?, ?, ?, ?, ?, ?)",
    );
  for (let n = 0; n < 120; n++) {
    const hash = createHash("sha256").update(String(n)).digest("hex");
    insert.run(hash, Number(asha.id), "token", `old-${n}`, 0, Date.now() - 86_400_000 - (n % 3));
  }
  const seen = new Set<string>();
  for (let path = "/account/sessions"; path; ) {
    const { text } = await browser.get(path);
    for (const [name] of text.matchAll(/old-\d+/g)) seen.add(name);
    const next = /href="\/account\/sessions(\?cursor=[^"]+)"/.exec(text)?.[1];
    path = next ? `/account/sessions${next}` : "";
  }
  expect(seen.size).toBe(120);
  expect((await browser.get("/account/sessions?cursor=nonsense")).status).toBe(200);
});

test("if the store fails, the forms are shown again", async () => {
  const meera = await newMember(server, "meera");
  const browser = await browse(meera);
  const database = server.database();
  database.exec("create trigger users_refuse before update on users begin select raise(abort, 'full'); end");
  try {
    const times = { digestHour: "8", quietFrom: "22:00", quietTo: "07:00" };
    const emails = await browser.post("/account/notices", { "event-changed": "here", ...times });
    expect([emails.status, emails.text.includes("That couldn&#x27;t be saved")]).toEqual([503, true]);
    const changed = await browser.post("/account/password", newPassword(password));
    expect([changed.status, changed.text.includes("We could not change your password")]).toEqual([503, true]);
    const deleted = await browser.post("/account/delete", { posts: "delete", currentPassword: password });
    expect([deleted.status, deleted.text.includes("couldn&#x27;t be deleted")]).toEqual([503, true]);
  } finally {
    database.exec("drop trigger users_refuse");
  }
  expect(await isIn(browser)).toBe(true);
  expect((await logIn(meera.email, password)).status).toBe(200);
});
