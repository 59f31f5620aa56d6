import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkMainFlows } from "../support/main-flows.ts";
import { password, people, registration } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

test("npm run dev serves pages, their scripts, data and the API from the sources", {
  timeout: 60_000,
}, async () => {
  const storage = mkdtempSync(join(tmpdir(), "quadrant-dev-"));
  const server = fork("server.ts", {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "development",
      PORT: "0",
      HOST: "127.0.0.1",
      STORAGE_DIR: storage,
    },
  });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      server.once("message", (message) => resolve((message as { port: number }).port));
      server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const html = await (await get("/login")).text();
    expect(html).toContain("Welcome back");
    const [entry = "/no-entry"] = /\/app\/entry\.client[^"]*/.exec(html) ?? [];
    expect((await get(entry)).headers.get("Content-Type")).toContain("javascript");
    for (const path of ["/", "/jobs", "/jobs.data", "/api/openapi.json"]) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
    expect((await get("/nowhere")).status).toBe(404);
    const url = `http://127.0.0.1:${port}`;
    const guest = new Visitor(url);
    for (const name of ["asha", "rohan"] as const) {
      expect((await guest.call("POST", "/api/users/register", registration(name))).status).toBe(201);
    }
    const { asha, rohan } = people;
    await checkMainFlows(url, { email: asha.email, password }, { email: rohan.email, password });
  } finally {
    if (server.kill()) await once(server, "exit");
    rmSync(storage, { recursive: true, force: true });
  }
});
