import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as path } from "node:path";
import { expect, test } from "vitest";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { sample } from "../support/nightly.ts";
import { join, people } from "../support/people.ts";
import { beginRegistration } from "../support/raw.ts";
import { startServer } from "../support/server.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

/** A module that makes the server fail on SIGUSR2, outside any code that could catch the error. */
const failing = (statement: string) =>
  `data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => { ${statement} });`)}`;

const failures = [
  ["an exception", failing(`setTimeout(() => { throw new Error("deliberate") }, 1)`)],
  ["a rejection", failing(`Promise.reject(new Error("deliberate"))`)],
] as const;
test.each(sample(failures, 2))(
  "%s that nothing caught is logged, lets responses in flight finish, and exits with 1",
  async (_, preload) => {
    const server = await startServer({ RATE_LIMITS: "off" }, undefined, preload);
    const inFlight = await beginRegistration(server);
    server.process.kill("SIGUSR2");
    expect(await inFlight.finish()).toBe(201);
    await waitUntil("the process has ended", () => server.process.exitCode !== null);
    expect(server.process.exitCode).toBe(1);
    const line = server
      .logged()
      .split("\n")
      .find((each) => each.includes("deliberate"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ level: "fatal", err: { message: "deliberate" } });
    await server.stop();
  },
);

test("a response that never ends does not keep a failed process alive", async () => {
  const server = await startServer(
    { RATE_LIMITS: "off" },
    undefined,
    failing(`Promise.reject(new Error("x"))`),
  );
  await beginRegistration(server);
  server.process.kill("SIGUSR2");
  await waitUntil("the process has ended", () => server.process.exitCode !== null);
  expect(server.process.exitCode).toBe(1);
  await server.stop();
});

test("a server answers requests and stops on a signal even if nobody reads its output", async () => {
  const server = await startServer({ RATE_LIMITS: "off" });
  server.process.stdout?.destroy();
  server.process.stderr?.destroy();
  for (let request = 0; request < 3; request++)
    expect((await new Visitor(server.url).get("/healthz")).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test("a process that fails while nobody reads its output exits with 1", async () => {
  const server = await startServer(
    { RATE_LIMITS: "off" },
    undefined,
    failing(`Promise.reject(new Error("x"))`),
  );
  server.process.stdout?.destroy();
  server.process.kill("SIGUSR2");
  await waitUntil("the process has ended", () => server.process.exitCode !== null);
  expect(server.process.exitCode).toBe(1);
  await server.stop();
});

test("other users of the host cannot read the store, even if its folder was readable before", async () => {
  const root = mkdtempSync(path(tmpdir(), "quadrant-modes-"));
  chmodSync(root, 0o755);
  const server = await startServer({ RATE_LIMITS: "off" }, root);
  const asha = await join(server, "asha");
  expect((await share(asha, { name: "notes.pdf", bytes: pdf("One") })).status).toBe(201);
  await new Visitor(server.url).post("/forgot-password", { email: people.asha.email });
  await waitUntil("a mail is in the outbox", () =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).some((name) => name.endsWith(".eml")),
  );
  const names = ["", ...readdirSync(root, { recursive: true, encoding: "utf8" })];
  for (const name of ["community.sqlite", "community.sqlite-wal", "community.sqlite-shm", "session-secret"]) {
    expect(names).toContain(name);
  }
  const open = names.filter((name) => (statSync(path(root, name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  expect(statSync(root).mode & 0o777).toBe(0o700);
  await server.stop();
  rmSync(root, { recursive: true });
});

test("older Nodes can parse the server's first lines, which name the required version", () => {
  const [head = ""] = readFileSync("build/server/index.js", "utf8").split("Quadrant needs Node 24.7");
  const named = [...head.matchAll(/import \{([^}]*)\} from "node:/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim()),
  );
  // Node 20 fails with a SyntaxError on imported names that it does not have.
  expect(named.filter((name) => !["createServer", "once"].includes(name))).toEqual([]);
});

const nodeOf = (file: string) => spawnSync(file, ["--version"], { encoding: "utf8" }).stdout ?? "";
const oldNode = ["/usr/bin/node", "/usr/local/bin/node"].find((file) => /^v2[0-3]\./.test(nodeOf(file)));
const commands = ["dev", "demo", "cluster", "make-admin", "backup", "restore", "move", "doctor"];

test.each(commands)("npm run %s checks the Node version before it loads TypeScript", (name) => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(scripts[name]).toMatch(/node --import \.\/scripts\/require-node\.js .*\.ts$/);
});

test.runIf(oldNode)(
  "commands on an older Node name the required version in one line (skipped without an older Node)",
  () => {
    const { status, stdout, stderr } = spawnSync(
      oldNode ?? "",
      ["--import", "./scripts/require-node.js", "scripts/backup.ts"],
      { encoding: "utf8" },
    );
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^Quadrant needs Node 24\.7 or newer; this is v2\d\..*\n$/);
  },
);
