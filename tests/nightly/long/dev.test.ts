import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { checkMainFlows } from "../../support/main-flows.ts";
import { password, people, registration } from "../../support/people.ts";
import { Visitor } from "../../support/visitor.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** Tries pages, their scripts and data, the API, and members' actions. */
async function checkPages(url: string): Promise<void> {
  const get = (path: string) => fetch(url + path);
  const html = await (await get("/login")).text();
  expect(html).toContain("Welcome back");
  for (const path of ["/", "/jobs", "/jobs.data", "/api/openapi.json"]) {
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  }
  expect((await get("/nowhere")).status).toBe(404);
  const guest = new Visitor(url);
  for (const name of ["asha", "rohan"] as const) {
    expect((await guest.call("POST", "/api/users/register", registration(name))).status).toBe(201);
  }
  const { asha, rohan } = people;
  const { email } = people.asha;
  await guest.post("/login", { email, password });
  const [entry = "/no-entry"] = /\/app\/entry\.client[^"]*/.exec((await guest.get("/jobs")).text) ?? [];
  expect((await get(entry)).headers.get("Content-Type")).toContain("javascript");
  await checkMainFlows(url, { email: asha.email, password }, { email: rohan.email, password });
}

test("npm run dev serves the sources, survives a syntax error, and says what an edited schema needs", {}, async () => {
  const copy = mkdtempSync(join(tmpdir(), "quadrant-sources-"));
  const names = [
    "app",
    "db",
    "scripts",
    "public",
    "examples",
    "CHANGELOG.md",
    "server.ts",
    "package.json",
    "tsconfig.json",
  ];
  for (const name of [...names, "vite.config.ts", "react-router.config.ts"]) {
    cpSync(name, join(copy, name), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  const server = fork("server.ts", {
    cwd: copy,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { PATH: process.env.PATH, NODE_ENV: "development", PORT: "0", HOST: "127.0.0.1" },
  });
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (chunk) => (said += chunk));
  try {
    const [{ port }] = (await once(server, "message")) as [{ port: number }];
    const getAbout = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/about`);
      return { status: answer.status, text: await answer.text() };
    };
    const url = `http://127.0.0.1:${port}`;
    await checkPages(url);
    expect(said).toMatch(/^\d\d:\d\d:\d\d info {2}listening port=/m);

    const file = join(copy, "app/home/pages/about/about.tsx");
    const source = readFileSync(file, "utf8");
    writeFileSync(file, `${source}\nconst unfinished = ;\n`);
    const mistaken = await waitUntil("the mistake", async () => {
      const page = await getAbout();
      return page.status === 500 && page;
    });
    expect(mistaken.text).toContain("about.tsx");
    expect(mistaken.text).toContain("Correct it and save the file.");
    expect(said).toContain("about.tsx");
    writeFileSync(file, source);
    await waitUntil("it works again", async () => (await getAbout()).status === 200);

    const table = join(copy, "db/schema/users.ts");
    writeFileSync(table, `${readFileSync(table, "utf8")}\n`);
    await waitUntil("the advice", () =>
      said.includes(
        "db/schema/users.ts changed. Run: npm run migration -- --name WHAT, and restart npm run dev.",
      ),
    );
    const migration = join(copy, "db/migrations/9999_test.sql");
    writeFileSync(migration, "select 1;");
    await waitUntil("the advice to restart", () =>
      said.includes("db/migrations/9999_test.sql changed. Restart npm run dev: it upgrades the database."),
    );
    expect((await getAbout()).status).toBe(200);
    expect(server.exitCode).toBeNull();
  } finally {
    if (server.kill()) await once(server, "exit");
    rmSync(copy, { recursive: true, force: true });
  }
});
