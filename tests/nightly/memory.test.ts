import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { isLong } from "../support/nightly.ts";
import { join, openSession } from "../support/people.ts";
import { openRaw } from "../support/raw.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { share } from "../support/upload.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer();
const memoryOf = ({ process: { pid } }: TestServer) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

test("a scanner that floods its output takes no memory", async () => {
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-scan-"));
  const scanner = joinPath(folder, "scanner");
  const flood = "yes | head -c 20000000";
  writeFileSync(scanner, `#!/bin/sh\n${flood}\n${flood} >&2\n`, { mode: 0o755 });
  const scanning = await startServer({ SCAN_COMMAND: scanner });
  const asha = await join(scanning, "asha");
  const before = memoryOf(scanning);
  expect((await share(asha, { name: "notes.txt", bytes: Buffer.from("Notes.") })).status).toBe(201);
  if (isLong) expect(memoryOf(scanning) - before).toBeLessThan(30);
  await scanning.stop();
  rmSync(folder, { recursive: true });
});

test("members who abort the download of their data leave neither memory nor files in use", async () => {
  const meera = await join(server, "meera");
  const bytes = Buffer.alloc(20 * 1024 * 1024, "tide ");
  await share(meera, { name: "long.txt", bytes });
  const session = openSession(server, meera.id, "browser");
  const openFiles = () =>
    readdirSync(`/proc/${server.process.pid}/fd`).filter((fd) => {
      try {
        return readlinkSync(`/proc/${server.process.pid}/fd/${fd}`).includes("/uploads/");
      } catch {
        return false;
      }
    }).length;
  const before = memoryOf(server);
  const head = `POST /account/data HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: 0\r\nCookie: session=${session}\r\n\r\n`;
  const readers = await Promise.all(Array.from({ length: 4 }, () => openRaw(server.port, head)));
  await waitUntil("all of them wait", () => server.logged().split('"data-downloaded"').length > 4);
  await waitUntil("every file of theirs is closed", () => openFiles() === 0);
  if (isLong) expect(memoryOf(server) - before).toBeLessThan(40);
  for (const reader of readers) reader.destroy();
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
