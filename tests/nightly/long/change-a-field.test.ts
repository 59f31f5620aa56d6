import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join as joinPath, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { job, join } from "../../support/people.ts";
import { startServer } from "../../support/server.ts";

/** A copy of the project to follow the instructions in. */
const copy = mkdtempSync(joinPath(tmpdir(), "quadrant-recipe-"));
afterAll(() => rmSync(copy, { recursive: true }));

const run = (command: string) => {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd: copy,
    encoding: "utf8",
    timeout: 1_200_000,
  });
  return { isOk: status === 0, text: stdout + stderr };
};

/** Inserts a line after the first one that contains `beside`. */
function addLine(file: string, beside: string, line: string): void {
  const path = joinPath(copy, file);
  const lines = readFileSync(path, "utf8").split("\n");
  const at = lines.findIndex((text) => text.includes(beside));
  expect([file, at]).not.toEqual([file, -1]);
  writeFileSync(path, lines.toSpliced(at + 1, 0, line).join("\n"));
}

test("docs/change-a-field.md adds a working field, and no member's change of it is lost", async () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const file of files.split("\n").filter(Boolean))
    cpSync(file, joinPath(copy, file), { recursive: true, preserveTimestamps: true });
  symlinkSync(resolve("node_modules"), joinPath(copy, "node_modules"));

  const [recipe = ""] = readFileSync("docs/change-a-field.md", "utf8").split("\n## ");
  const [column = "", migration = "", input = "", answer = "", serialized = "", field = ""] = [
    ...recipe.matchAll(/`([^`]*interview[^`]*)`/g),
  ].map(([, code]) => code);
  const [, detailsFile = ""] = /`(job-details\.tsx)`/.exec(recipe) ?? [];

  addLine("db/schema/jobs.ts", "education: text()", column);
  expect(migration).toMatch(/^npm run migration /);
  expect(run(migration).text).toContain("job_interview.sql");
  addLine("app/jobs/input.server.ts", "education: optionalLine", input);
  addLine("app/jobs/response.server.ts", "education: answerText", answer);
  expect(run("npm run types").text).toContain("app/jobs/api/job.server.ts");
  addLine("app/jobs/api/job.server.ts", "education: job.education", serialized);
  addLine("app/jobs/pages/form-fields.tsx", 'fields, "education"', field);
  addLine("app/jobs/pages/present-job.server.ts", "education: job.education", serialized);
  addLine(
    joinPath(dirname("app/jobs/pages/job.tsx"), detailsFile),
    "job.education]",
    '["Interview", job.interview],',
  );
  expect(run("npm run types")).toMatchObject({ isOk: true });
  expect(run("npm run build")).toMatchObject({ isOk: true });

  const server = await startServer({}, undefined, undefined, [], copy);
  try {
    const asha = await join(server, "asha");
    const interview = "Two rounds, by video";
    const { body } = await asha.call("POST", "/api/jobs", { ...job, interview });
    expect(body).toMatchObject({ interview });
    const path = `/jobs/${(body as { id: string }).id}`;
    expect((await asha.get(path)).text).toContain(interview);
    expect((await asha.get("/api/openapi.json")).text).toContain(interview);
    const tag = (await asha.get(`/api${path}`)).headers.get("ETag") ?? "";
    const change = (text: string) =>
      asha.call("PUT", `/api${path}`, { interview: text }, { "If-Match": tag });
    expect((await change("A colleague's")).status).toBe(200);
    expect((await change("Mine")).status).toBe(412);
  } finally {
    await server.stop();
  }
});
