import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { demoLogIns, demoPassword } from "../../scripts/demo/log-ins.ts";
import { baseSettings, exitOf } from "../support/commands.ts";
import { checkMainFlows } from "../support/main-flows.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const [, student, alumna] = demoLogIns;
const start = (port: string) => {
  const demo = spawn("npm", ["run", "--silent", "demo"], {
    env: { ...baseSettings, HOST: "127.0.0.1", PORT: port },
    detached: true,
  });
  let output = "";
  demo.stdout.on("data", (chunk) => {
    output += chunk;
  });
  demo.stderr.on("data", (chunk) => {
    output += chunk;
  });
  return { demo, printed: () => output };
};

test("npm run demo serves the product, shows every write at once, and a second demo does not affect the first", {}, async () => {
  const { demo, printed } = start("0");
  const ended = exitOf(demo, printed);
  try {
    const address = /http:\/\/localhost:(\d+)/;
    const [, port = ""] = await waitUntil("the demo prints its address", () => address.exec(printed()));
    await waitUntil("the demo prints its accounts", () => printed().includes(student.email));
    await checkMainFlows(
      `http://127.0.0.1:${port}`,
      { email: student.email, password: demoPassword },
      { email: alumna.email, password: demoPassword },
    );
    const visitor = new Visitor(`http://127.0.0.1:${port}`);
    await visitor.post("/login", { email: student.email, password: demoPassword });
    expect((await visitor.get("/resources/courses/DA201")).text.replaceAll("<!-- -->", "")).toContain(
      "Ask about DA201",
    );
    const second = start(port);
    expect(await exitOf(second.demo, second.printed)).toEqual([1, null]);
    expect(second.printed()).toBe("A demo is running already. Stop it first.\n");
    expect((await fetch(`http://127.0.0.1:${port}/jobs`)).status).toBe(200);
  } finally {
    // The whole group: npm, its shell and the server.
    if (demo.pid) process.kill(-demo.pid, "SIGTERM");
  }
  await ended;
});
