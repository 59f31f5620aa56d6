import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join as joinPath, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTest, shareServer } from "../support/integration.ts";
import { browse, join, type Member } from "../support/people.ts";
import { picture, postAvatar, sendAvatar } from "../support/profile.ts";
import { clock, passTime } from "../support/time.ts";
import { share, storedFiles } from "../support/upload.ts";
import type { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

/** A duration unique to this process, to find its sleeping scanners by. */
const stuckSeconds = `271.${process.pid}`;
/** A scanner whose behaviour the file's content chooses. */
const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-scan-"));
const calls = joinPath(folder, "calls");
const scanner = joinPath(folder, "scanner");
writeFileSync(
  scanner,
  `#!/bin/sh
for path; do :; done
printf '%s\\n' "$# $*" >> ${calls}
env > ${folder}/environment
case "$(tail -c 60 "$path" | tr -d '\\000')" in
  *HARMFUL*) exit 1 ;;
  *CONFUSED*) echo "no signatures" >&2; exit 2 ;;
  *CRASHING*) kill -SEGV $$ ;;
  *WAITING*) until [ -e ${folder}/released ]; do sleep 0.05; done ;;
  *LONG*) sleep 7 ;;
  *STUCK*) sleep ${stuckSeconds} ;;
esac
exit 0
`,
);
chmodSync(scanner, 0o755);

const server = await shareServer(
  { RATE_LIMITS: "off", SCAN_COMMAND: ` ${scanner}  --quiet $HOME;id ` },
  clock,
);
let asha: Member;
let page: Visitor;
beforeAll(async () => {
  asha = await join(server, "asha");
  page = browse(server, asha);
});
afterAll(() => rmSync(folder, { recursive: true }));

const text = (content: string, name = "notes.txt") => ({ name, bytes: Buffer.from(`Notes. ${content}`) });
const harmful = async () => Buffer.concat([await picture(), Buffer.from("HARMFUL")]);
const infected = "A virus scanner found something harmful in this file, so it was not stored.";
const unscanned = "The file could not be checked for viruses, so it was not stored. Please try again later.";
/** @returns the stored files, without those still being scanned */
const kept = () => storedFiles(server).filter((name) => !name.endsWith(".part"));
const sendForm = (path: string, fields: Record<string, string>, field: string, bytes: Buffer) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(field, new File([new Uint8Array(bytes)], field === "file" ? "notes.txt" : "me.jpg"));
  return page.fetch(path, { method: "POST", headers: { Origin: server.url }, body: form });
};

test("clean files are stored, and the command gets a safe path as one argument and no secret", async () => {
  const names = ["$(touch owned).txt", "-rf; touch owned #.txt", '"`touch owned`.txt', "../../owned\n.txt"];
  for (const [index, name] of names.entries()) {
    expect((await share(asha, text(`Clean, ${index}`, name))).status).toBe(201);
  }
  expect((await sendAvatar(asha, await picture())).status).toBe(200);
  const lines = readFileSync(calls, "utf8").trim().split("\n");
  expect(lines.length).toBeGreaterThanOrEqual(names.length + 1);
  for (const line of lines) {
    const [head, path = ""] = line.split(/ (?=\/)/);
    expect(head).toBe("3 --quiet $HOME;id");
    expect(path.replace(server.storage, "")).toMatch(/^\/uploads\/[0-9a-f-]{36}\.part$/);
  }
  for (const place of [".", server.storage, folder]) expect(existsSync(joinPath(place, "owned"))).toBe(false);
  const environment = readFileSync(joinPath(folder, "environment"), "utf8");
  expect(environment).not.toMatch(/STORAGE_DIR|SCAN_COMMAND|NODE_ENV/);
});

test("every form and call refuses a harmful file with an error at its field, and keeps nothing", async () => {
  const before = kept();
  const event = {
    title: "Kites",
    description: "Bring string.",
    date: "2099-03-01T18:30",
    location: "Roof",
    eventType: "workshop",
  };
  const form = new FormData();
  form.append("file", new File([new Uint8Array(await harmful())], "a.jpg"));
  const calls = [
    ["file", await share(asha, text("HARMFUL"))],
    ["avatar", await sendAvatar(asha, await harmful())],
    ["file", await asha.call("POST", "/api/uploads", form)],
  ] as const;
  for (const [field, answer] of calls) {
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.objectContaining({ detail: infected, errors: { [field]: [infected] } }),
    ]);
  }
  const fields = { title: "A title typed", categoryId: "1", year: "2" };
  const upload = await sendForm("/resources/upload", fields, "file", text("HARMFUL").bytes);
  const pages = [
    upload,
    await sendForm("/events/new", event, "image", await harmful()),
    await postAvatar(page, await harmful()),
  ];
  for (const answer of pages)
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(infected)]);
  expect(upload.text).toContain("A title typed");
  expect(kept()).toEqual(before);

  const logged = () => server.logged().match(/\{[^\n]*"event":"upload-refused"[^\n]*/g) ?? [];
  await waitUntil("six lines", () => logged().length === 6);
  for (const line of logged()) {
    expect(JSON.parse(line)).toMatchObject({
      memberId: Number(asha.id),
      sha256: expect.stringMatching(/^\w{64}$/),
    });
    expect(line).not.toMatch(/notes|jpg|\.part/);
  }
});

test.each(["CONFUSED", "CRASHING"])(
  "a file whose scan fails (%s) is refused with an explanation and not stored",
  async (content) => {
    const before = kept();
    const answer = await share(asha, text(content));
    expect([answer.status, answer.body]).toEqual([503, expect.objectContaining({ detail: unscanned })]);
    expect(answer.headers.get("Retry-After")).toBe("60");
    expect((await sendAvatar(asha, Buffer.concat([await picture(), Buffer.from(content)]))).status).toBe(503);
    const fields = { title: "A title typed", categoryId: "1", year: "2" };
    const shown = await sendForm("/resources/upload", fields, "file", text(content).bytes);
    expect(shown.status).toBe(503);
    for (const part of [unscanned, "A title typed"]) expect(shown.text).toContain(part);
    expect(kept()).toEqual(before);
    await expect
      .poll(server.logged)
      .toContain(content === "CONFUSED" ? '"reason":"no signatures\\n"' : "ended by SIGSEGV");
  },
);

test("simultaneous scans queue up, and pages still work meanwhile", async () => {
  const waiting = () => readFileSync(calls, "utf8").split("\n").length;
  const before = waiting();
  const files = Array.from({ length: 12 }, (_, n) => share(asha, text(`${n} WAITING`)));
  let isAnswered = false;
  for (const file of files) void file.then(() => (isAnswered = true));
  await waitUntil("a scan runs", () => waiting() > before);
  for (const path of ["/healthz", "/resources"]) expect((await page.get(path)).status).toBe(200);
  expect(isAnswered).toBe(false);
  writeFileSync(joinPath(folder, "released"), "");
  expect((await Promise.all(files)).map(({ status }) => status)).toEqual(Array(12).fill(201));
});

test("closing the connection ends the scan and every process it started", async () => {
  const isRunning = () => readFileSync(calls, "utf8").split("\n").length > linesBefore;
  const linesBefore = readFileSync(calls, "utf8").split("\n").length;
  const leaving = new AbortController();
  const form = new FormData();
  form.append("file", new File(["STUCK in here"], "a.jpg"));
  const sent = asha.fetch("/api/uploads", { method: "POST", body: form, signal: leaving.signal });
  sent.catch(() => {});
  await waitUntil("the scan", isRunning);
  const path = readFileSync(calls, "utf8").trim().split(" ").at(-1) ?? "";
  expect(existsSync(path)).toBe(true);
  leaving.abort();
  await waitUntil("the file is gone", () => !existsSync(path));
});

test("a scan that takes too long is stopped, and the file is not stored", async () => {
  const stuck = share(asha, text("STUCK"), { title: "Never stored" });
  await waitUntil("the scan", () => sleepers().length > 0);
  await passTime(server, 45_000);
  const answer = await stuck;
  expect([answer.status, answer.body]).toEqual([503, expect.objectContaining({ detail: unscanned })]);
  await expect.poll(server.logged).toContain('"reason":"it took too long"');
  expect(storedFiles(server).filter((name) => name.endsWith(".part"))).toEqual([]);
  await expect.poll(sleepers).toEqual([]);
});

/** @returns the processes that stuck scanners started */
const sleepers = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8") === `sleep\0${stuckSeconds}\0`;
      } catch {
        return false;
      }
    });

test("without its command the scanner refuses every file, and the server continues", async () => {
  const before = storedFiles(server);
  renameSync(scanner, `${scanner}-away`);
  expect((await share(asha, text("Clean"))).status).toBe(503);
  expect(storedFiles(server)).toEqual(before);
  await expect.poll(server.logged).toContain("ENOENT");
  renameSync(`${scanner}-away`, scanner);
  expect((await share(asha, text("Clean"))).status).toBe(201);
});

createTest({ RATE_LIMITS: "off", SCAN_COMMAND: `${scanner}` }, resolve("tests/support/short-idle-time.ts"))(
  "a file whose scan takes longer than a connection may be idle is stored",
  async ({ server: impatient }) => {
    const member = await join(impatient, "rohan");
    expect((await share(member, text("LONG"))).status).toBe(201);
    const socket = connect(impatient.port, "127.0.0.1");
    // Resolves: an idle connection is closed.
    await once(socket.resume(), "close");
  },
);
