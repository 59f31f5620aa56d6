import { type ChildProcess, spawn } from "node:child_process";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { demoLogIns, demoPassword } from "../../scripts/demo/log-ins.ts";
import { exitOf } from "../support/commands.ts";
import { natsServer } from "../support/nats.ts";
import { job } from "../support/people.ts";
import { rqlited } from "../support/rqlite.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

function start(settings: Record<string, string>): { child: ChildProcess; printed(): string } {
  const command = ["--disable-warning=ExperimentalWarning", "scripts/cluster.ts"];
  const child = spawn(process.execPath, command, { env: settings });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  return { child, printed: () => output };
}

test("npm run cluster names missing programs", async () => {
  const { child, printed } = start({ PATH: dirname(process.execPath) });
  expect(await exitOf(child, printed)).toEqual([1, null]);
  expect(printed()).toBe("There is no rqlited. Put it on the PATH, or name it with RQLITED.\n");
});

test.skipIf(rqlited === null || natsServer === null)(
  "npm run cluster serves one community from two servers (skipped where rqlited or nats-server is missing)",
  async () => {
    const programs = { RQLITED: rqlited ?? "", NATS_SERVER: natsServer ?? "" };
    const { child, printed } = start({ PATH: process.env.PATH ?? "", ...programs, PORT: "0" });
    try {
      const found = await waitUntil("it prints what there is", () =>
        /Press Ctrl\+C|cannot start.*/.exec(printed()),
      );
      expect(found[0]).toBe("Press Ctrl+C");
      const [one = "", other = ""] = printed().match(/http:\/\/localhost:\d+/g) ?? [];
      const student = new Visitor(one);
      expect(
        (await student.post("/login", { email: demoLogIns[1].email, password: demoPassword })).status,
      ).toBe(303);
      const title = "Apprentice of both servers";
      const posted = await student.call("POST", "/api/jobs", { ...job, title }, { Origin: one });
      expect(posted.status).toBe(201);
      const there = Object.assign(new Visitor(other), { cookies: student.cookies });
      expect((await there.get("/jobs")).text).toContain(title);
      const resources = (await there.get("/api/resources")).body;
      expect(resources.data.length).toBeGreaterThan(3);
      for (const { fileUrl } of resources.data.slice(0, 3))
        expect([fileUrl, (await there.get(fileUrl)).status]).toEqual([fileUrl, 200]);
    } finally {
      child.kill("SIGTERM");
    }
    expect(await exitOf(child, printed)).toEqual([0, null]);
  },
  120_000,
);
