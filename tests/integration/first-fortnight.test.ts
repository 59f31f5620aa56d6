import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join as joinPath } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { areaNames } from "../../app/platform/areas.ts";
import { fileTypes } from "../../db/vocabulary.ts";
import { baseSettings } from "../support/commands.ts";
import { createTest, shareServer, unlimited } from "../support/integration.ts";
import { browse, event, join, type Member, makeAdmin, newMember } from "../support/people.ts";
import { answer, ask } from "../support/questions.ts";
import { dayIn } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

// A server of its own, because hidden steps stay hidden.
const server = await shareServer({ ...unlimited });
const database = server.database();
let meera: Member;
let admin: Visitor;
beforeAll(async () => {
  meera = await join(server, "meera");
  makeAdmin(server, meera);
  admin = browse(server, meera);
});

/** @returns the links and counts of the steps on the overview, or null without them */
async function readSteps(visitor = admin): Promise<[href: string, count: string][] | null> {
  const { status, text } = await visitor.get("/admin");
  expect(status).toBe(200);
  const list = /The first fortnight<\/h2>([\s\S]*?)<\/section>/.exec(text)?.[1];
  if (list === undefined) return null;
  return [...list.matchAll(/<li[\s\S]*?<\/li>/g)].map(([step]) => [
    /href="([^"]*)"/.exec(step)?.[1] ?? "",
    /Done<\/span>/.test(step) ? "done" : (/>(\d+ of \d+)</.exec(step)?.[1] ?? ""),
  ]);
}

test("the overview shows eight steps, each with a link and a count that follows what happens", async () => {
  expect(await readSteps()).toEqual([
    ["/admin/settings", "0 of 2"],
    ["/admin/mail", "0 of 1"],
    ["/join", "0 of 10"],
    ["/resources/upload", "0 of 20"],
    ["/questions", "0 of 10"],
    ["/admin/texts", "0 of 5"],
    ["/events/new", "0 of 1"],
    ["/admin/settings", "0 of 1"],
  ]);
  await admin.post("/admin/settings", { intent: "names", collegeName: "Harbour College" });
  await admin.post("/join", { batchYear: "2027", limit: "9", until: dayIn(1) });
  const path = /\/join\/[\w-]{22}/.exec((await admin.get("/join")).text)?.[0] ?? "";
  const registration = { firstName: "Ila", lastName: "Rao", phone: "98765 43210", countryCode: "+91" };
  const secret = "a good long secret";
  const joined = await new Visitor(server.url).post(path, {
    ...registration,
    email: "ila@college.example",
    password: secret,
    confirmPassword: secret,
  });
  expect(joined.headers.get("Location")).toBe("/");
  await share(meera, { name: "tides.txt", bytes: Buffer.from("High water.") });
  const asked = await ask(meera);
  await ask(meera, { title: "Who reads this?" });
  await answer(await newMember(server), asked.id);
  expect((await meera.call("POST", "/api/events", event)).status).toBe(201);
  database.prepare("update users set batch_year = 2010, offers_help = 1 where id = ?").run(meera.id);
  expect((await readSteps())?.map(([, count]) => count)).toEqual([
    "1 of 2",
    "0 of 1",
    "1 of 10",
    "1 of 20",
    "1 of 10",
    "1 of 5",
    "0 of 1",
    "done",
  ]);
});

test("a step of an area that is off is left out", async () => {
  const switchOff = async (off: string) => {
    const form = new URLSearchParams({ intent: "areas", areas: "", anonymousMessages: "on" });
    for (const area of areaNames) if (area !== off) form.append("areas", area);
    await admin.fetch("/admin/settings", { method: "POST", body: form, headers: { Origin: server.url } });
  };
  await switchOff("resources");
  const links = (await readSteps())?.map(([href]) => href);
  expect(links).toHaveLength(7);
  expect(links).not.toContain("/resources/upload");
  await switchOff("");
  expect(await readSteps()).toHaveLength(8);
});

test("an administrator hides the steps for everybody, and members cannot", async () => {
  const member = browse(server, await newMember(server));
  expect((await member.post("/admin?index", { intent: "hide-steps" })).status).toBe(403);
  expect(await readSteps()).toHaveLength(8);
  expect((await admin.get("/admin")).text).not.toContain("to send them");
  const hidden = await admin.post("/admin?index", { intent: "hide-steps" });
  expect([hidden.status, hidden.headers.get("Location")]).toEqual([303, "/admin"]);
  expect(await readSteps()).toBeNull();
  expect((await admin.get("/admin")).text).toContain("Set SMTP_URL and MAIL_FROM to send them.");
  const kabir = await join(server, "kabir");
  makeAdmin(server, kabir);
  expect(await readSteps(browse(server, kabir))).toBeNull();
});

const awayTest = createTest({ ...unlimited, BACKUP_EVERY: "1d", BACKUP_COMMAND: "true {file}" });
awayTest(
  "the last step is done once a backup has left the machine, also after a restart",
  async ({ server }) => {
    const asha = await join(server, "asha");
    makeAdmin(server, asha);
    const browser = browse(server, asha);
    await waitUntil("the backup", async () => (await readSteps(browser))?.at(-1)?.[1] === "done");
    expect(readFileSync(joinPath(server.storage, "backup-sent"), "utf8")).toMatch(/^quadrant-.*\.tar$/);
  },
);

test("the texts to copy and the poster name the college, and a poster never has a link that admits directly", async () => {
  const texts = (await admin.get("/admin/texts")).text;
  expect(texts.match(/<textarea/g)).toHaveLength(3);
  expect(texts).toContain("Harbour College");
  expect(texts.match(/https:\/\/wa\.me\/\?text=/g)).toHaveLength(2);
  const plain = (await admin.get("/admin/poster")).text;
  expect(plain).toContain("of Harbour College help each other.");
  const drawn = (text: string) =>
    /aria-label="QR code of the address"[\s\S]*?<path d="([^"]*)"/.exec(text)?.[1];
  expect(drawn(plain)).toBeTruthy();
  const newest = database.prepare("select max(id) from join_links").pluck();
  await admin.post("/join", { batchYear: "2027", limit: "9", until: dayIn(1) });
  const id = newest.get();
  const withLink = drawn((await admin.get(`/admin/poster?link=${id}`)).text);
  expect(withLink).not.toBe(drawn(plain));
  expect((await admin.get("/join")).text).toContain(`href="/admin/poster?link=${id}"`);
  await admin.post("/join", { batchYear: "2027", limit: "9", until: dayIn(1), direct: "on" });
  expect(drawn((await admin.get(`/admin/poster?link=${newest.get()}`)).text)).toBe(drawn(plain));
  await admin.post("/join", { intent: "revoke", id: String(id) });
  expect(drawn((await admin.get(`/admin/poster?link=${id}`)).text)).toBe(drawn(plain));
  expect((await admin.get("/admin/poster?link=nothing")).status).toBe(200);
});

describe("Importing a folder", () => {
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-folder-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(joinPath(folder, path)), { recursive: true });
    writeFileSync(joinPath(folder, path), text);
  };
  async function run(token: string, ...options: string[]) {
    const script = "examples/import-folder/import-folder.mjs";
    const child = spawn(process.execPath, [script, ...options], {
      env: { ...baseSettings, SITE: server.url, TOKEN: token },
    });
    let printed = "";
    for (const output of [child.stdout, child.stderr]) output.on("data", (chunk) => (printed += chunk));
    const [code] = await once(child, "close");
    if (token !== "") expect(printed).not.toContain(token);
    return { code, printed };
  }
  const stored = () =>
    database
      .prepare(
        "select title, year, course_code as course, resource_type as kind from resources where user_id = ? order by title",
      )
      .all(asha.id);
  let asha: Member;
  beforeAll(async () => {
    asha = await newMember(server);
    put("Year 2/ME201 Thermodynamics/Unit 3.txt", "Heat.");
    put("Semester 5/Signals_and-systems 2024-25.txt", "Waves.");
    put("Semester 5/copy of it.txt", "Waves.");
    put("Past papers/CS 410 end sem.txt", "Questions.");
    put("Loose notes.txt", "Loose.");
    put("Bücher/Straße.txt", "Umlauts.");
    put("program.exe", "MZ");
    put("empty.txt", "");
    put(".hidden/secret.txt", "Hidden.");
  });

  test("a dry run uploads nothing and says what it would do", async () => {
    const { code, printed } = await run("", folder, "--dry-run");
    expect(code).toBe(0);
    expect(printed).toContain(
      'Would upload Year 2/ME201 Thermodynamics/Unit 3.txt: "ME201 Thermodynamics: Unit 3", year 2, ME201',
    );
    expect(printed).toContain("5 would be uploaded");
    expect(stored()).toEqual([]);
  });

  test("titles, courses, years and kinds come from the paths, and a second run uploads nothing twice", async () => {
    const first = await run(asha.token, folder, "--category", "gate-notes");
    expect([first.code, first.printed.match(/^Uploaded/gm)]).toEqual([0, Array(5).fill("Uploaded")]);
    expect(first.printed).toContain("Left out: program.exe");
    expect(first.printed).toContain("Left out: empty.txt (empty)");
    const all = [
      { title: "CS 410 end sem", year: 4, course: "CS410", kind: "past-paper" },
      { title: "Loose notes", year: 1, course: null, kind: "notes" },
      { title: "ME201 Thermodynamics: Unit 3", year: 2, course: "ME201", kind: "notes" },
      { title: "Signals and systems 2024-25", year: 3, course: null, kind: "notes" },
      { title: "Straße", year: 1, course: null, kind: "notes" },
    ];
    expect(stored().map((row) => ({ ...(row as object) }))).toEqual(all);
    const second = await run(asha.token, folder);
    expect([second.code, second.printed.includes("0 uploaded")]).toEqual([0, true]);
    expect(stored()).toHaveLength(5);
    put("Year 2/ME201 Thermodynamics/Unit 4.txt", "More heat.");
    expect((await run(asha.token, folder)).printed).toContain("1 uploaded");
    expect(stored()).toHaveLength(6);
  });

  test.each([
    [["--category", "nothing"], "There is no category nothing. Choose one of: academics-notes"],
    [["--colour", "red"], "Unknown option '--colour'"],
  ])("%o is refused with one sentence", async (options, reason) => {
    const { code, printed } = await run(asha.token, folder, ...options);
    expect([code, printed.includes(reason)]).toEqual([1, true]);
  });

  test("a wrong token and a missing folder are refused with one sentence", async () => {
    put("new.txt", "New.");
    const wrong = await run("quadrant_wrong", folder);
    expect(wrong.code).toBe(1);
    expect(wrong.printed).toContain("Invalid token");
    const missing = await run(asha.token, joinPath(folder, "nowhere"));
    expect([missing.code, missing.printed.includes("can't be read")]).toEqual([1, true]);
    expect((await run("", folder)).printed).toContain("Set TOKEN");
    expect((await run(asha.token)).printed).toContain("Usage:");
  });

  test("the script uploads the same file types as the site accepts", () => {
    const source = readFileSync("examples/import-folder/import-folder.mjs", "utf8");
    expect(source).toContain(`"${fileTypes.join(" ")}".split(" ")`);
  });
});
