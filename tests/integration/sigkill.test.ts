import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { afterAll, expect, test } from "vitest";
import { job, join, type Member } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { keptFiles, share } from "../support/upload.ts";
import { waitUntil } from "../support/wait-until.ts";

const store = mkdtempSync(joinPath(tmpdir(), "quadrant-sigkill-"));
afterAll(() => rmSync(store, { recursive: true, force: true }));
const start = () => startServer({ RATE_LIMITS: "off" }, store);
const deaths = 6;

/** Writes of three kinds until the server dies. Adds to `titles` what was acknowledged, and nothing else. */
async function write(
  member: Member,
  round: number,
  titles: Record<"jobs" | "resources" | "messages", string[]>,
) {
  const until = async (act: (n: number) => Promise<void>) => {
    for (let n = 0; ; n++)
      if (
        await act(n).then(
          () => false,
          () => true,
        )
      )
        return;
  };
  const text = (kind: string, n: number) => `A ${kind}, ${round} ${n}`;
  await Promise.all([
    until(async (n) => {
      const title = text("job", n);
      if ((await member.call("POST", "/api/jobs", { ...job, title })).status === 201) titles.jobs.push(title);
    }),
    until(async (n) => {
      const title = text("file", n);
      const file = { name: "notes.txt", bytes: Buffer.from(`${title} `.repeat(20_000)) };
      if ((await share(member, file, { title })).status === 201) titles.resources.push(title);
    }),
    until(async (n) => {
      const content = text("line", n);
      if ((await member.call("POST", "/api/anonymous-messages", { content })).status < 300)
        titles.messages.push(content);
    }),
  ]);
}

const column = (server: TestServer, query: string) =>
  server.database().prepare(query).pluck().all() as string[];

test(`${deaths} times SIGKILL under mixed load: every acknowledged write is there, and no file without a row`, async () => {
  const acknowledged = { jobs: [] as string[], resources: [] as string[], messages: [] as string[] };
  let server = await start();
  const asha = await join(server, "asha");
  for (let round = 0; round < deaths; round++) {
    Object.assign(asha, { url: server.url });
    const counts = () => Object.values(acknowledged).map((kind) => kind.length);
    const before = counts();
    const writing = write(asha, round, acknowledged);
    await waitUntil("a write of each kind", () =>
      counts().every((count, kind) => count > (before[kind] ?? 0)),
    );
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
    await server.stop("SIGKILL");
    await writing;

    server = await start();
    expect(server.database().pragma("integrity_check", { simple: true })).toBe("ok");
    expect(server.database().pragma("foreign_key_check")).toEqual([]);
    expect(column(server, "select title from jobs")).toEqual(expect.arrayContaining(acknowledged.jobs));
    expect(column(server, "select title from resources")).toEqual(
      expect.arrayContaining(acknowledged.resources),
    );
    expect(column(server, "select content from room_lines")).toEqual(
      expect.arrayContaining(acknowledged.messages),
    );
    const hashes = column(server, "select sha256 from files order by sha256");
    await waitUntil("the files are those of the rows", () => keptFiles(server).join() === hashes.join());
    for (const hash of hashes) expect(existsSync(joinPath(store, "uploads", hash))).toBe(true);
  }
  await server.stop();
}, 90_000);
