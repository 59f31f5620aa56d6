import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { aliasFor, sendHidden } from "../support/messages.ts";
import { join, type Member, openSession } from "../support/people.ts";
import { sendRaw } from "../support/raw.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);
let rohan: Member;
let page: Visitor;
let alias: string;
beforeAll(async () => {
  const asha = await join(server, "asha");
  rohan = await join(server, "rohan");
  await sendHidden(asha, rohan, "Who runs the robotics club?");
  alias = await aliasFor(rohan);
  page = new Visitor(server.url);
  page.cookies.set("session", openSession(server, rohan.id, "browser"));
});

/** Calls a function. @returns the lines that the server logged meanwhile */
async function linesOf(act: () => Promise<unknown>): Promise<string[]> {
  const before = server.logged().length;
  await act();
  const end = `/end-${Math.random()}`;
  await new Visitor(server.url).get(end);
  await waitUntil("the last line", () => server.logged().includes(end));
  return server
    .logged()
    .slice(before)
    .split("\n")
    .filter((line) => line !== "" && !line.includes(end));
}

test("no log line has an alias or the address of someone who requested one, on any path", async () => {
  const paths = [
    `/api/users/${alias}`,
    `/api/users/${alias}/connection`,
    `/api/users/${alias}/block`,
    `/qa-threads/${alias}`,
    `/qa-threads/${alias}.data`,
    `/resources/${alias}`,
    `/${alias}`,
    `/nowhere/${alias.replace("_", "%5F")}/more`,
    `/nowhere/${alias.replace("_", "%255f")}`,
    `/nowhere/${alias.replace("anon", "%61non")}`,
    "/blocks",
    "/reports",
    `/reports/new?subject=alias&id=${alias}`,
    "/api/users/me/blocks",
  ];
  const secret = alias.slice("anon_".length);
  for (const visitor of [rohan, page]) {
    for (const path of paths) {
      const lines = await linesOf(() => visitor.get(path));
      expect(lines.join("\n"), path).toContain("…");
      expect(lines.join("\n"), path).not.toContain(secret);
      expect(lines.join("\n"), path).not.toContain("127.0.0.1");
    }
  }
  const [line] = await linesOf(() => rohan.get("/api/users/1"));
  expect(line).toContain('"path":"/api/users/1"');
  expect(line).toContain("127.0.0.1");
});

test("a request for an absolute URL is logged by its path, under the same rules", async () => {
  const host = `127.0.0.1:${server.port}`;
  const pathOf = async (target: string) => {
    const [line = "{}"] = await linesOf(() =>
      sendRaw(server.port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    expect(line).not.toContain("http:");
    return JSON.parse(line) as { path: string; address?: string };
  };
  for (const start of [`http://${host}`, "HTTP://elsewhere.example", `http://asha@${host}`]) {
    for (const path of ["/messages/5?before=3", `/messages/${alias}`, `/x/../messages/${alias}`]) {
      expect(await pathOf(start + path)).not.toHaveProperty("address");
      expect((await pathOf(start + path)).path).toBe("/messages…");
    }
  }
  expect(await pathOf(`http://${host}/jobs/5?search=x`)).toMatchObject({
    path: "/jobs/5",
    address: "127.0.0.1",
  });
  expect((await pathOf(`http://${host}`)).path).toBe("/");
});

test("a query that fails is logged without its values", async () => {
  const database = server.database();
  database.exec("alter table reports rename to away");
  try {
    const lines = await linesOf(() => page.get(`/reports/new?subject=alias&id=${alias}`));
    const failure = lines.find((line) => line.includes('"level":"error"')) ?? "";
    expect(failure).toContain("no such table");
    expect(lines.join("\n")).not.toContain(alias);
    expect(failure).not.toMatch(/127\.0\.0\.1/);
  } finally {
    database.exec("alter table away rename to reports");
  }
});
