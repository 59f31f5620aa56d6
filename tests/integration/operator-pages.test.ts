import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join as joinPath, resolve } from "node:path";
import Client from "better-sqlite3";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { dayMs } from "../../app/platform/time/durations.ts";
import { createTest, limited, shareServer } from "../support/integration.ts";
import { allMails, mailedLink, outbox } from "../support/outbox.ts";
import { browse, job, join, type Member, makeAdmin } from "../support/people.ts";
import { newStore, startServer, type TestServer } from "../support/server.ts";
import { startSmtp } from "../support/smtp.ts";
import { clock, passTime } from "../support/time.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

/** @returns the browser of a new administrator */
async function administrate(server: TestServer): Promise<Visitor> {
  const meera = await join(server, "meera");
  makeAdmin(server, meera);
  const browser = browse(server, meera);
  return browser;
}

const actions = async (browser: Visitor) => (await browser.get("/admin/audit")).text;

/** Queues a due mail, as another process of the product does. @returns its id */
function queue(
  server: Pick<TestServer, "database">,
  key: string,
  text = "Hello, a secret text.",
  dueAt: number | null = Date.now(),
): string {
  const { lastInsertRowid } = server
    .database()
    .prepare(
      "insert into mails (key, recipient, subject, text, created_at, next_attempt_at) values (?, ?, ?, ?, ?, ?)",
    )
    .run(key, `${key}@college.example`, `About {title} for ${key}`, text, Date.now(), dueAt);
  return String(lastInsertRowid);
}

describe("mails", async () => {
  const smtp = await startSmtp();
  const store = newStore();
  const database = new Client(joinPath(store, "community.sqlite"));
  const lost = queue({ database: () => database }, "lost", "Hello", null);
  database.close();
  const server = await startServer({ SMTP_URL: smtp.url, MAIL_FROM: "office@college.example" }, store);
  const admin = await administrate(server);
  afterAll(async () => {
    await server.stop();
    rmSync(store, { recursive: true });
  });

  test("a mail that was being sent when the server died is listed, and not sent again automatically", async () => {
    await waitUntil("it is listed", async () =>
      (await admin.get("/admin/mail")).text.includes("It may have arrived."),
    );
    expect(smtp.delivered.filter(({ to }) => to.startsWith("lost@"))).toEqual([]);
    expect((await admin.post("/admin/mail", { intent: "discard", id: lost })).status).toBe(303);
  });

  test("a failed mail is listed with the mail server's reason, and can be sent again once or discarded", async () => {
    // The server may send the administrator a mail of its own at any time.
    for (const name of ["asha", "kabir"]) smtp.refused.add(`${name}@college.example`);
    const [id, other] = [queue(server, "asha"), queue(server, "kabir")];
    await waitUntil("both are given up", () => server.logged().split("mail given up").length === 3);

    const { text } = await admin.get("/admin/mail");
    expect(text).toContain("no such person");
    expect(text).toContain("asha@college.example");
    expect(text).toContain("About … for asha");
    expect(text).not.toContain("a secret text");
    expect((await admin.get("/admin")).text).toMatch(/href="\/admin\/mail"[^>]*>2 emails were given up\.</);

    smtp.refused.clear();
    const answers = await Promise.all([1, 2].map(() => admin.post("/admin/mail", { intent: "again", id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    await waitUntil("it arrives", () => smtp.delivered.some(({ to }) => to === "asha@college.example"));
    expect((await admin.post("/admin/mail", { intent: "discard", id: other })).status).toBe(303);
    expect((await admin.post("/admin/mail", { intent: "again", id: other })).status).toBe(409);
    expect((await admin.get("/admin/mail")).text).toContain("No email failed");
    expect((await admin.get("/admin")).text).not.toContain("given up");
    expect(smtp.delivered.filter(({ to }) => /asha|kabir/.test(to))).toHaveLength(1);
    const trail = await actions(admin);
    expect(trail).toContain("sent again the email");
    expect(trail).toContain("discarded the email");
    expect(trail).not.toContain("asha@college.example");
  });

  test("a waiting mail shows its last failure, and one with an expired link cannot be sent again", async () => {
    await smtp.stop();
    expect((await admin.post("/admin/mail", { intent: "test" })).status).toBe(303);
    await waitUntil("an attempt", async () =>
      (await admin.get("/admin/mail?list=waiting")).text.includes(
        `ECONNREFUSED 127.0.0.1:${new URL(smtp.url).port}`,
      ),
    );
    expect((await admin.get("/admin/mail")).text).toContain("No email failed");
    expect((await admin.get("/admin")).text).not.toContain("waited for more than an hour");
    server
      .database()
      .prepare("update mails set created_at = ? where next_attempt_at is not null")
      .run(Date.now() - 61 * 60_000);
    expect((await admin.get("/admin")).text).toMatch(
      /href="\/admin\/mail\?list=waiting"[^>]*>1 email has waited for more than an hour\.</,
    );

    const id = queue(server, "rohan", "Choose a password: {token}");
    server
      .database()
      .prepare("update mails set next_attempt_at = null, failure = 'No' where id = ?")
      .run(Number(id));
    const { text } = await admin.get("/admin/mail");
    expect(text).toContain("Its link has expired.");
    expect(text).not.toContain("Send again: ");
    expect((await admin.post("/admin/mail", { intent: "again", id })).status).toBe(409);
  });
});

const server = await shareServer({
  RATE_LIMITS: "off",
  METRICS_TOKEN: "a-token-nobody-may-see",
  SMTP_URL: "",
});
let admin: Visitor;
let kabir: Member;

test("an administrator ends a member's sessions, including API tokens", async () => {
  admin = await administrate(server);
  kabir = await join(server, "kabir");
  const browser = browse(server, kabir);
  const page = `/admin/members/${kabir.id}`;
  const { text } = await admin.get(page);
  expect(text).toContain("In 2 browsers and programs");
  expect(text).toContain(`href="${page}/suspend"`);
  expect((await browser.post(page, { intent: "end-sessions" })).status).toBe(403);
  expect((await browser.get("/account")).status).toBe(200);

  expect((await admin.post(page, { intent: "end-sessions" })).status).toBe(303);
  expect((await browser.get("/account")).status).toBe(303);
  expect((await kabir.call("POST", "/api/jobs", job)).status).toBe(401);
  expect((await admin.get("/account")).status).toBe(200);
  expect((await admin.post(page, { intent: "end-sessions" })).status).toBe(409);
  expect(await actions(admin)).toContain("ended the sessions of");
});

test("members with a password are sent a reset link, those without one an invitation", async () => {
  const page = `/admin/members/${kabir.id}`;
  expect((await admin.post(page, { intent: "invite" })).status).toBe(409);
  expect((await admin.post(page, { intent: "send-reset" })).status).toBe(303);
  const link = await mailedLink(server, kabir.email, "/reset-password");
  expect((await new Visitor(server.url).get(link)).status).toBe(200);

  const asha = await join(server, "asha");
  const change = server.database().prepare("update users set password_hash = null, status = ? where id = ?");
  change.run("active", Number(asha.id));
  const other = `/admin/members/${asha.id}`;
  expect((await admin.get(other)).text).toContain("Invite again");
  expect((await admin.post(other, { intent: "send-reset" })).status).toBe(409);
  expect((await admin.post(other, { intent: "invite" })).status).toBe(303);
  const invitation = await mailedLink(server, asha.email, "/invitation");
  expect((await new Visitor(server.url).get(invitation)).status).toBe(200);
  change.run("suspended", Number(asha.id));
  expect((await admin.post(other, { intent: "invite" })).status).toBe(409);
  change.run("deleted", Number(asha.id));
  expect((await admin.get(other)).status).toBe(404);
  expect((await admin.post("/admin/members/99999999", { intent: "end-sessions" })).status).toBe(409);
  expect((await admin.post(page, { intent: "promote" })).status).toBe(400);
  const trail = await actions(admin);
  expect(trail).toContain("sent a link for a new password to");
  expect(trail).toContain("invited again");
});

test("the settings page shows where each value comes from but no secret, and runs the doctor", async () => {
  const { text } = await admin.get("/admin/settings");
  expect(text).toMatch(/METRICS_TOKEN<\/code><\/dt><dd>Set, not shown<\/dd><dd[^>]*>From the environment</);
  expect(text).toMatch(/SESSION_SECRET<\/code><\/dt><dd>Set, not shown</);
  expect(text).toMatch(/BACKUP_KEEP<\/code> <span[^>]*>7 \(default\)</);
  expect(text).not.toContain("a-token-nobody-may-see");
  const asked = await admin.post("/admin/settings", { intent: "check" });
  expect(asked.status).toBe(200);
  expect(asked.text).toMatch(/The database is whole\.|rqlite answers \(/);
  expect(asked.text).toContain("APP_URL is not set");
  expect(asked.text).not.toContain("a-token-nobody-may-see");
});

test("the settings page hides credentials, and the overview warns of a full disk and a failed backup", async () => {
  const smtp = await startSmtp();
  const settings = {
    SMTP_URL: smtp.url.replace("://", "://office:a-mail-password@"),
    MAIL_FROM: "office@college.example",
    SCAN_COMMAND: "true --key=a-scanner-password",
    BACKUP_EVERY: "1d",
    BACKUP_COMMAND: "false {file} --key=a-password",
  };
  const other = await startServer(settings, undefined, resolve("tests/support/full-disk.ts"));
  const browser = await administrate(other);
  const { text } = await browser.get("/admin/settings");
  expect(text).toContain(smtp.url);
  expect(text).toContain("true …");
  expect(text).not.toMatch(/a-mail-password|a-scanner-password|office:/);
  expect((await browser.get("/admin")).text).toContain("Only 0 % of the disk is free.");
  const told = "The last backup failed, or could not be sent away: false ended with 1";
  await waitUntil("the failure", async () => (await browser.get("/admin")).text.includes(told));
  expect((await browser.get("/admin")).text).not.toContain("a-password");
  await other.stop();
  await smtp.stop();
});

createTest(limited, clock)(
  "problems are mailed to administrators once a day, and to nobody else",
  async ({ server }) => {
    await administrate(server);
    await join(server, "asha");
    const id = queue(server, "kabir", "Hello", null);
    server.database().prepare("update mails set failure = 'No' where id = ?").run(Number(id));
    const told = () => outbox(server).filter((mail) => mail.includes("The server needs attention"));
    await passTime(server, 60 * 60_000);
    await waitUntil("the mail", () => told().length === 1);
    expect(told()[0]).toContain("To: meera.nair@college.example");
    for (let hours = 0; hours < 3; hours++) {
      await passTime(server, 60 * 60_000);
      await allMails(server);
    }
    expect(told()).toHaveLength(1);
  },
);

test("the overview names the newest release of UPDATE_FEED, and a feed that fails changes nothing", async () => {
  const entry = (tag: string) => `<entry><id>tag:forge.example,2008:Repository/1/${tag}</id></entry>`;
  let feed = `<feed>${["v9.2.0", "v9.10.1", "v10.0.0-rc.1", "v0.9.0", "nightly"].map(entry).join("")}</feed>`;
  const forge = createServer((_, response) => response.end(feed)).listen(0, "127.0.0.1");
  await once(forge, "listening");
  const { port } = forge.address() as AddressInfo;
  const server = await startServer(
    { UPDATE_FEED: `http://127.0.0.1:${port}/releases.atom` },
    newStore(),
    clock,
  );
  onTestFinished(async () => {
    await server.stop();
    forge.close();
  });
  const admin = await administrate(server);
  const released = async () => / ?([\d.]+) has been released/.exec((await admin.get("/admin")).text)?.[1];
  await waitUntil("the feed has been read", async () => (await released()) === "9.10.1");
  feed = "x".repeat(2_000_000);
  await passTime(server, dayMs);
  await waitUntil("it has been read again", () =>
    server.logged().includes("UPDATE_FEED is larger than 1 MB"),
  );
  expect(await released()).toBe("9.10.1");
  feed = "<feed/>";
  await passTime(server, dayMs);
  await waitUntil("no release is newer", async () => (await released()) === undefined);
});
