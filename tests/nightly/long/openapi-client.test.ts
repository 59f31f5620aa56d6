import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { generateSource } from "oazapfts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../../support/integration.ts";
import { readDocument } from "../../support/openapi.ts";
import { job, registration } from "../../support/people.ts";

// A third-party client generator.

const server = await shareServer(unlimited);
const folder = mkdtempSync("build/api-client-");
let source: string;
beforeAll(async () => {
  source = JSON.stringify(await readDocument(server));
});
afterAll(() => rmSync(folder, { recursive: true }));

const program = `
import { ok } from "@oazapfts/runtime";
import * as api from "./client.ts";

/** A program that posts a job and reads it again. */
export async function postJob(url: string, person: api.Registration, job: api.JobInput) {
  api.defaults.baseUrl = url;
  const { token } = await ok(api.registerUser(person));
  api.defaults.headers = { Authorization: \`Bearer \${token}\` };
  const created = await api.createJob(job);
  const jobs = await ok(api.listJobs({ opportunityType: ["internship"], limit: 1 }));
  const salary: number | null | undefined = jobs[0]?.salary?.maxAmount;
  const missing = await api.getJob("999999");
  return { created: created.status, title: jobs[0]?.title, salary, missing: missing.status };
}
`;
const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "dom"],
    types: [],
    allowImportingTsExtensions: true,
  },
  files: ["program.ts"],
};

const compile = async (project: string): Promise<string> =>
  (await promisify(execFile)("npx", ["tsc", "-p", project]).catch(({ stdout }) => ({ stdout }))).stdout;

test("a generated client passes strict type checks, and works", async () => {
  const file = join(folder, "openapi.json");
  writeFileSync(file, source);
  writeFileSync(join(folder, "client.ts"), await generateSource(file));
  writeFileSync(join(folder, "program.ts"), program);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  expect(await compile(folder)).toBe("");

  const { postJob } = await import(resolve(folder, "program.ts"));
  expect(await postJob(server.url, registration("asha"), job)).toEqual({
    created: 201,
    title: job.title,
    salary: 40_000,
    missing: 404,
  });
});
