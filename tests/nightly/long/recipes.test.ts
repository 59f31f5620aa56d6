import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join as joinPath, resolve } from "node:path";
import { expect, test } from "vitest";
import { browse, job, join, makeAdmin } from "../../support/people.ts";
import { readSteps, type Step } from "../../support/recipes.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { idIn } from "../../support/visitor.ts";

// Each recipe is performed in a copy of the project, step by step. What it forgets fails there.

/** A copy of the project to follow a recipe in. */
function copyProject(): string {
  const copy = mkdtempSync(joinPath(tmpdir(), "quadrant-recipe-"));
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const file of files.split("\n").filter(Boolean))
    cpSync(file, joinPath(copy, file), { recursive: true, preserveTimestamps: true });
  symlinkSync(resolve("node_modules"), joinPath(copy, "node_modules"));
  return copy;
}

function run(copy: string, command: string) {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd: copy,
    encoding: "utf8",
    timeout: 1_200_000,
    // Without the variables of this test run, such as vitest's own.
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  return { status, text: stdout + stderr };
}
const succeed = (copy: string, command: string) => {
  const { status, text } = run(copy, command);
  if (status !== 0) throw new Error(`${command}: ${text.slice(-8_000)}`);
};

function write(copy: string, { file, beside, code }: Step): void {
  const path = joinPath(copy, file);
  if (!beside) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${code}\n`, { flag: "wx" });
    return;
  }
  const lines = readFileSync(path, "utf8").split("\n");
  const at = lines.findIndex((line) => line.includes(beside.text));
  expect([file, beside.text, at]).not.toEqual([file, beside.text, -1]);
  const changed = beside.place === "after" ? lines.toSpliced(at + 1, 0, code) : lines.toSpliced(at, 1, code);
  writeFileSync(path, changed.join("\n"));
}

/**
 * Performs a recipe, which builds the copy, checks types and format, and runs the integration tests that it names.
 * @param check tries what it made, on a server of the copy
 */
async function perform(
  recipe: string,
  tests: string[],
  check: (server: TestServer) => Promise<void>,
): Promise<void> {
  const copy = copyProject();
  try {
    const steps = readSteps(recipe);
    expect(steps.length).toBeGreaterThan(4);
    for (const step of steps) {
      if (step.isNamed) expect(run(copy, "npm run types").text).toContain(step.file);
      else if (step.command) succeed(copy, step.command);
      if (step.file) write(copy, step);
    }
    succeed(copy, "npm run types");
    const changed = steps.map(({ file }) => file).filter(Boolean);
    succeed(copy, `npx biome check --write --vcs-enabled=false ${[...new Set(changed)].join(" ")}`);
    const server = await startServer({}, undefined, undefined, [], copy);
    try {
      await check(server);
    } finally {
      await server.stop();
    }
    const files = tests.map((name) => `tests/integration/${name}.test.ts`);
    succeed(copy, `npx vitest run --project integration ${files.join(" ")}`);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

test("docs/recipes/change-a-field.md adds a working field, and no member's change of it is lost", () =>
  perform("change-a-field", ["member-columns", "openapi", "walls"], async (server) => {
    const asha = await join(server, "asha");
    const interview = "Two rounds, by video";
    const { body } = await asha.call("POST", "/api/jobs", { ...job, interview });
    expect(body).toMatchObject({ interview });
    const path = `/jobs/${body.id}`;
    expect((await asha.get(path)).text).toContain(interview);
    expect((await asha.get("/api/openapi.json")).text).toContain(interview);
    const tag = (await asha.get(`/api${path}`)).headers.get("ETag") ?? "";
    const change = (text: string) =>
      asha.call("PUT", `/api${path}`, { interview: text }, { "If-Match": tag });
    expect((await change("A colleague's")).status).toBe(200);
    expect((await change("Mine")).status).toBe(412);
  }));

test("docs/recipes/add-a-page-with-its-call.md adds a page and a call with the same permissions", () =>
  perform(
    "add-a-page-with-its-call",
    ["permissions", "openapi", "openapi-answers", "walls"],
    async (server) => {
      const asha = await join(server, "asha");
      const rohan = await join(server, "rohan");
      const { body } = await asha.call("POST", "/api/jobs", job);
      const path = `/jobs/${body.id}`;
      await browse(server, rohan).post(path, { intent: "save" });
      expect((await asha.get(`/api${path}/saves`)).body).toEqual({ saves: "<5" });
      expect((await browse(server, asha).get(`${path}/saves`)).text).toMatch(/Saved by: (<!-- -->)?&lt;5</);
      expect((await rohan.get(`/api${path}/saves`)).status).toBe(404);
      expect((await browse(server, rohan).get(`${path}/saves`)).status).toBe(404);
    },
  ));

test("docs/recipes/add-a-notice-kind.md adds a notice that reaches the page and the settings", () =>
  perform("add-a-notice-kind", ["notice-kinds", "walls"], async (server) => {
    const asha = await join(server, "asha");
    const rohan = await join(server, "rohan");
    const { body } = await asha.call("POST", "/api/jobs", job);
    const path = `/jobs/${body.id}`;
    const browser = browse(server, rohan);
    await browser.post(path, { intent: "save" });
    await asha.call("PUT", `/api${path}`, { salaryMax: 45_000 });
    expect((await browser.get("/notices")).text).toContain(job.title);
    expect((await browser.get("/account/notices")).text).toContain("A job that I saved is changed");
    expect((await asha.get("/api/notices")).body).toMatchObject({ data: [] });
  }));

test("docs/recipes/add-a-kind-of-thing.md adds a thing that can be deleted, restored, reported and removed", () =>
  perform(
    "add-a-kind-of-thing",
    [
      "permissions",
      "openapi",
      "openapi-answers",
      "member-columns",
      "account-data",
      "areas",
      "idempotency",
      "walls",
    ],
    async (server) => {
      const [asha, rohan, meera] = [
        await join(server, "asha"),
        await join(server, "rohan"),
        await join(server, "meera"),
      ];
      makeAdmin(server, meera);
      const title = "Signals and Systems";
      const offered = await asha.call("POST", "/api/books", { title, condition: "A few notes" });
      const id = idIn(offered);
      const path = `/api/books/${id}`;
      const restore = (by: typeof asha) => by.call("POST", `${path}/restore`);
      expect((await rohan.call("DELETE", path)).status).toBe(403);
      expect((await asha.call("DELETE", path)).status).toBe(204);
      expect((await browse(server, asha).get("/bin")).text).toContain(title);
      expect((await restore(rohan)).status).toBe(404);
      expect((await restore(asha)).body).toMatchObject({ id, title });

      const form = `/reports/new?subject=book&id=${id}`;
      const report = { reason: "It is not a book" };
      expect((await browse(server, rohan).post(form, report)).status).toBe(303);
      const admin = browse(server, meera);
      expect((await admin.get("/admin/reports")).text).toContain(title);
      expect((await admin.post("/admin/reports/1", { intent: "remove" })).status).toBe(303);
      expect((await asha.get(path)).status).toBe(404);
      expect((await restore(asha)).status).toBe(403);
      expect((await restore(meera)).status).toBe(200);
    },
  ));
