import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { generate } from "openapi-typescript-codegen";
import { generateApi } from "swagger-typescript-api";
import { expect, test } from "vitest";
import { shareServer } from "../../support/integration.ts";
import { readDocument } from "../../support/openapi.ts";

const server = await shareServer({ RATE_LIMITS: "off" });
const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  module: "esnext",
  moduleResolution: "bundler",
  target: "es2024",
  lib: ["es2024", "dom"],
  types: [],
  allowImportingTsExtensions: true,
};

test("clients of two other generators compile in strict mode", async ({ onTestFinished }) => {
  const folder = mkdtempSync("build/api-clients-");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(await readDocument(server)));
  await generateApi({ input: resolve(file), output: resolve(folder, "one"), silent: true });
  await generate({ input: file, output: join(folder, "two"), httpClient: "fetch" });
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["one", "two"] }));
  for (const client of ["one", "two"]) expect(readdirSync(join(folder, client))).not.toEqual([]);
  expect(spawnSync("npx", ["tsc", "-p", folder], { encoding: "utf8" }).stdout).toBe("");
});
