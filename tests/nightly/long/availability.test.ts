import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type WebSocket from "ws";
import { shareServer } from "../../support/integration.ts";
import { join, openSession } from "../../support/people.ts";
import { openRaw } from "../../support/raw.ts";
import { isOpen, Socket, tryToOpen } from "../../support/socket.ts";
import { share } from "../../support/upload.ts";
import { Visitor } from "../../support/visitor.ts";
import { waitUntil } from "../../support/wait-until.ts";

const appUrl = "http://community.example";
// The proxy's header lets a test use many addresses.
const server = await shareServer({ TRUST_PROXY: "1", APP_URL: appUrl });
const asha = await join(server, "asha");
const bytes = Buffer.from(randomBytes(10_000_000).toString("hex"));
const { body } = await share(asha, { name: "long.txt", bytes });
const fileHref = `/files/${body.data.id}`;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, "utf8"))?.[1]) / 1024;
const request = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`;

test("40 slow readers of a large file take almost no memory", async () => {
  const before = residentMb();
  const readers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      openRaw(server.port, request(`${fileHref}/${index % 2 ? "x.data" : "long.txt"}`)),
    ),
  );
  let most = 0;
  for (let second = 0; second < 4; second++) {
    await sleep(1_000);
    most = Math.max(most, residentMb() - before);
  }
  expect(most).toBeLessThan(80);
  for (const reader of readers) reader.destroy();
});

test("downloads in a loop are limited for each guest's address", async () => {
  const download = (address: string) =>
    new Visitor(server.url).get(`${fileHref}/long.txt`, { "X-Forwarded-For": address, Range: "bytes=0-0" });
  for (let sent = 0; sent < 2_000; sent += 100) {
    await Promise.all(Array.from({ length: 100 }, () => download("198.51.100.4")));
  }
  const refused = await download("198.51.100.4");
  expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect((await download("198.51.100.5")).status).toBe(206);
  expect((await asha.get(`${fileHref}/long.txt`, { Range: "bytes=0-0" })).status).toBe(206);
});

const open = (address: string, headers = {}) =>
  tryToOpen(server.url, { "X-Forwarded-For": address, ...headers });

test("an address can have few silent sockets, and 1,000 of them do not exclude any member", async () => {
  const cookie = `session=${openSession(server, asha.id, "browser")}`;

  const own = await Promise.all(Array.from({ length: 12 }, () => open("203.0.113.7:4711")));
  expect(own.filter(isOpen)).toHaveLength(5);
  expect(own.filter((result) => result === 429)).toHaveLength(7);

  const crowd: (WebSocket | number)[] = [...own];
  for (let index = 0; index < 210; index++) {
    crowd.push(...(await Promise.all(Array.from({ length: 5 }, () => open(`10.0.${index}.1`)))));
  }
  expect(crowd.filter(isOpen).length).toBe(1_000);
  expect(crowd.at(-1)).toBe(503);
  const member = await open("203.0.113.7", { Cookie: cookie, Origin: appUrl });
  expect(isOpen(member)).toBe(true);
  const program = await Socket.of(asha);
  await program.close();
  for (const each of [...crowd, member].filter(isOpen)) each.terminate();
  await waitUntil("the strangers are forgotten", async () => {
    const next = await open("203.0.113.7");
    if (isOpen(next)) next.terminate();
    return isOpen(next);
  });
});

test("images count towards the limit of 200 uploads a day", async () => {
  const meera = await join(server, "meera");
  const send = (path: string) => {
    const form = new FormData();
    form.append("file", new Blob(["no image"]), "x.png");
    return meera.call("POST", path, form);
  };
  for (let sent = 0; sent < 200; sent++) await send("/api/uploads");
  expect((await send("/api/uploads")).status).toBe(429);
  expect((await send("/api/resources")).status).toBe(429);
});
