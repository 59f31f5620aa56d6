import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join as joinPath } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { runCommand } from "../support/commands.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member, makeAdmin, newMember } from "../support/people.ts";
import { newStore, startServer, type TestServer } from "../support/server.ts";
import { clock, passTime } from "../support/time.ts";
import type { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

/** Nothing accepts mails there, so that they stay in the queue. */
const settings = { ...unlimited, SMTP_URL: "smtp://127.0.0.1:1" };
const server = await shareServer(settings, clock);
let meera: Member;
let admin: Visitor;
beforeAll(async () => {
  meera = await join(server, "meera");
  makeAdmin(server, meera);
  admin = browse(server, meera);
});

const dayMs = 86_400_000;
const mainOf = ({ text }: { text: string }) =>
  text
    .slice(text.indexOf("<main"), text.indexOf("</main"))
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'");

test("the handover is saved for administrators, shown again and on paper, and recorded", async () => {
  const member = browse(server, await newMember(server));
  expect((await member.get("/admin/handover")).status).toBe(403);
  expect((await member.post("/admin/handover", { domain: "Mine" })).status).toBe(403);
  const sent = {
    domain: "Registered at Northlight, paid by the college until 2030",
    server: "A small machine in the library",
    mail: "quadrant@college.example",
    backupKey: "In the safe of the office",
    logIn: "The account of the computer centre",
    contact1Name: "Ila Rao",
    contact1Email: "Ila.Rao@college.example",
    contact2Name: "",
    contact2Email: "",
    version: "0",
  };
  const wrong = await admin.post("/admin/handover", { ...sent, contact1Email: "nobody" });
  expect([wrong.status, wrong.text.includes("Email is invalid"), wrong.text.includes(sent.domain)]).toEqual([
    422,
    true,
    true,
  ]);
  expect((await admin.post("/admin/handover", sent)).headers.get("Location")).toBe("/admin/handover");
  const main = mainOf(await admin.get("/admin/handover"));
  expect(main).toMatch(/<dt>The domain<\/dt><dd><bdi>Registered at Northlight/);
  expect(main).toContain("ila.rao@college.example");

  // Another administrator has read the empty page.
  const second = await admin.post("/admin/handover", { ...sent, server: "Elsewhere" });
  expect([second.status, second.text.includes("Elsewhere"), second.text.includes(sent.server)]).toEqual([
    409,
    true,
    true,
  ]);
  expect(mainOf(await admin.get("/admin/handover"))).not.toContain("Elsewhere");
  expect((await admin.post("/admin/handover", { ...sent, version: "1", server: "Elsewhere" })).status).toBe(
    303,
  );
  expect(mainOf(await admin.get("/admin/audit?kind=site"))).toContain("changed the handover");
});

test("the handover lists administrators with the day of their last visit, and says when there is one", async () => {
  const year = new Date(Date.now() + server.clockOffsetMs);
  const graduation = year.getUTCFullYear() + (year.getUTCMonth() > 5 ? 1 : 0);
  const setBatch = (batch: number) =>
    server.database().prepare("update users set batch_year = ? where id = ?").run(batch, Number(meera.id));
  setBatch(graduation + 1);
  expect(mainOf(await admin.get("/admin/handover"))).toContain("There is only one administrator. Make");
  setBatch(graduation);
  expect(mainOf(await admin.get("/admin/handover"))).toContain(
    `There is only one administrator, whose batch graduates in ${graduation}.`,
  );
  const other = await newMember(server, "kabir");
  makeAdmin(server, other);
  const main = mainOf(await admin.get("/admin/handover")).replace(/<[^>]*>/g, "");
  expect(main).not.toContain("only one administrator");
  expect(main).toMatch(/Meera Nair Last visit: \d+ \w+.*Kabir Sethi No visit yet/s);
  const visits = server.database().prepare("select last_visit_day from users where id = ?").pluck();
  expect(visits.get(Number(meera.id))).toMatch(/^\d{4}-\d\d-\d\d$/);
  await browse(server, await newMember(server)).get("/");
  expect(
    server.database().prepare("select count(*) from users where last_visit_day is not null").pluck().get(),
  ).toBe(1);
});

const readMails = (from: TestServer) =>
  from
    .database()
    .prepare<[], { recipient: string; text: string }>(
      "select recipient, text from mails where key like 'absence:%' order by id",
    )
    .all();

test("two contacts get one mail after 30 days without an administrator's visit, once per absence", async () => {
  const member = browse(server, await newMember(server));
  const contacts = { contact1Email: "ila@college.example", contact2Email: "office@college.example" };
  expect((await admin.post("/admin/handover", contacts)).status).toBe(303);
  await passTime(server, 29 * dayMs);
  await member.get("/");
  expect(readMails(server)).toEqual([]);
  await passTime(server, dayMs);
  const mails = await waitUntil("the mails to the contacts", () => {
    const queued = readMails(server);
    return queued.length === 2 && queued;
  });
  expect(mails.map(({ recipient }) => recipient)).toEqual(Object.values(contacts));
  for (const { text } of mails) expect(text).not.toMatch(/Meera|Nair|Asha|Verma/);
  await passTime(server, 5 * dayMs);
  expect(readMails(server)).toHaveLength(2);

  const again = browse(server, meera);
  await again.get("/admin");
  await passTime(server, 30 * dayMs);
  await waitUntil("the mails about another absence", () => {
    const { told } = server.database().prepare("select told_about as told from handover").get() as {
      told: string;
    };
    const last = server.database().prepare("select max(last_visit_day) from users").pluck().get();
    return told === last;
  });
});

test("a server that was off when the mails were due sends them when it starts", async () => {
  const store = newStore();
  const first = await startServer(settings, store, clock);
  const asha = await join(first, "asha");
  makeAdmin(first, asha);
  const visited = await browse(first, asha).post("/admin/handover", { contact1Email: "ila@college.example" });
  expect(visited.status).toBe(303);
  await first.stop();
  const second = await startServer({ ...settings, CLOCK: String(Date.now() + 31 * dayMs) }, store, clock);
  const isQueued = () => readMails(second).some(({ recipient }) => recipient === "ila@college.example");
  await waitUntil("the mail to the contact", isQueued);
  await second.stop();
  rmSync(store, { recursive: true });
});

test("the drill checks and counts the newest backup, or says in one sentence why it cannot", async () => {
  const member = browse(server, await newMember(server));
  expect((await member.post("/admin/handover", { intent: "drill" })).status).toBe(403);
  const administrator = browse(server, meera);
  const drill = async () => {
    expect((await administrator.post("/admin/handover", { intent: "drill" })).status).toBe(303);
    return waitUntil("the drill ends", async () => {
      const main = mainOf(await administrator.get("/admin/handover"));
      return !main.includes("Look again") && main.replace(/<[^>]*>/g, "");
    });
  };
  const folder = joinPath(server.storage, "backups");
  expect(await drill()).toContain("There is no backup in backups/ to check.");
  mkdirSync(folder, { mode: 0o700 });
  const [older, newest] = ["quadrant-2020-01-01T00-00-00Z.tar", "quadrant-2020-01-02T00-00-00Z.tar"];
  for (const file of [older, newest])
    expect((await runCommand("backup", server.storage, [joinPath(folder, file)])).status).toBe(0);
  const members = server.database().prepare("select count(*) from users").pluck().get();
  const said = await drill();
  expect(said).toMatch(RegExp(`${newest} is complete: of .*, with ${members} members, .* rows\\.`));
  truncateSync(joinPath(folder, newest), 2_000);
  expect(await drill()).toContain(`The newest backup, ${newest}, can't be read: The backup is damaged`);
  expect(readdirSync(folder).sort()).toEqual([older, newest]);
  rmSync(folder, { recursive: true });
  expect(mainOf(await administrator.get("/admin/audit?kind=site"))).toContain("checked the newest backup");
});

test("one drill runs at a time, in a folder that only the owner opens, and a crash leaves nothing behind", async () => {
  const store = newStore();
  const first = await startServer(settings, store, clock);
  const asha = await join(first, "asha");
  makeAdmin(first, asha);
  const folder = joinPath(store, "backups");
  mkdirSync(folder, { mode: 0o700 });
  // Nobody writes into it, so that the check waits.
  const pipe = joinPath(folder, "quadrant-2020-01-01T00-00-00Z.tar");
  execFileSync("mkfifo", [pipe]);
  const running = browse(first, asha).post("/admin/handover", { intent: "drill" });
  const scratch = joinPath(folder, "drill");
  const parts = () => (existsSync(scratch) ? readdirSync(scratch) : []);
  await waitUntil("the drill runs", () => parts().length > 0);
  expect(statSync(scratch).mode & 0o777).toBe(0o700);
  const other = await browse(first, asha).post("/admin/handover", { intent: "drill" });
  expect([
    other.status,
    other.text.includes("A backup is being made or checked. Please try again later."),
  ]).toEqual([409, true]);
  expect(mainOf(await browse(first, asha).get("/admin/handover"))).toContain("Look again");
  await running;
  await first.kill();
  expect(existsSync(scratch)).toBe(true);
  closeSync(openSync(pipe, constants.O_WRONLY));
  const second = await startServer(settings, store, clock);
  await waitUntil("the folder is gone", () => !existsSync(scratch));
  expect(readdirSync(folder)).toEqual(["quadrant-2020-01-01T00-00-00Z.tar"]);
  await second.stop();
  rmSync(store, { recursive: true });
});
