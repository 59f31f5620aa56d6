import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join as joinPath } from "node:path";
import { join, type Member } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import type { Bench, Report } from "./report.ts";

const megabyte = 1024 * 1024;
const median = (list: number[]): number => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The memory of uploads, downloads compared with a bare pipe, and lists of a large community compared with a small one. */
export const bench: Bench = async (report) => {
  const settings = { RATE_LIMITS: "off", LOG_LEVEL: "silent" };
  const server = await startServer(settings);
  try {
    const member = await join(server, "asha");
    await uploads(server, member, report);
    await downloads(server, report);
  } finally {
    await server.stop();
  }
  await lists(settings, report);
};

/** The resident memory of the server's process in bytes. Linux only. */
function resident(server: TestServer): number {
  const status = readFileSync(`/proc/${server.process.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

/** The peak of the process's memory while something ran, in MB above the value before. */
async function peak(server: TestServer, work: () => Promise<unknown>): Promise<number> {
  const before = resident(server);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, resident(server));
  }, 5);
  await work();
  clearInterval(watch);
  return (most - before) / megabyte;
}

/** Streams some megabytes of text, with different bytes each time. */
function send(server: TestServer, member: Member, number: number, megabytes = 50): Promise<number> {
  const piece = Buffer.alloc(megabyte, `${number} `);
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `${field("title", `Scan ${number}`)}${field("categoryId", "1")}${field("year", "1")}--b\r\nContent-Disposition: form-data; name="file"; filename="scan.txt"\r\n\r\n`;
  const tail = "\r\n--b--\r\n";
  return new Promise((resolve, reject) => {
    const out = request(`${server.url}/api/resources`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${member.token}`,
        "Content-Type": "multipart/form-data; boundary=b",
        "Content-Length": head.length + megabytes * megabyte + tail.length,
      },
    });
    out.on("response", (answer) => answer.resume().on("end", () => resolve(answer.statusCode ?? 0)));
    out.on("error", reject);
    out.write(head);
    let sent = 0;
    const more = () => {
      while (sent < megabytes) {
        sent += 1;
        if (!out.write(piece)) return out.once("drain", more);
      }
      out.end(tail);
    };
    more();
  });
}

async function uploads(server: TestServer, member: Member, report: Report): Promise<void> {
  let number = 0;
  const one = async (megabytes = 50) => {
    const status = await send(server, member, ++number, megabytes);
    if (status !== 201) throw new Error(`an upload answered ${status}`);
  };
  // The steady state of a server that has shown pages and received small files, but never a large one.
  for (let turn = 0; turn < 100; turn++) await (await fetch(`${server.url}/resources`)).text();
  for (let turn = 0; turn < 20; turn++) await one(1);
  await wait(500);
  const began = performance.now();
  const single = await peak(server, () => one());
  report(
    `upload of 50 MB: ${single.toFixed(1)} MB over the steady ${(resident(server) / megabyte).toFixed(0)} MB of memory (goal at most 16), ${((performance.now() - began) / 1000).toFixed(2)} s`,
  );
  await wait(500);
  const pages: number[] = [];
  let running = true;
  const reading = (async () => {
    while (running) {
      const asked = performance.now();
      const page = await fetch(`${server.url}/resources`);
      await page.text();
      if (page.status !== 200) throw new Error(`a page answered ${page.status}`);
      pages.push(performance.now() - asked);
      await wait(20);
    }
  })();
  const ten = await peak(server, () => Promise.all(Array.from({ length: 10 }, () => one())));
  running = false;
  await reading;
  report(
    `ten uploads of 50 MB at once: ${ten.toFixed(1)} MB over it (goal at most 100); pages meanwhile in ${median(pages).toFixed(0)} ms, ${Math.max(...pages).toFixed(0)} ms at worst`,
  );
}

/** How long one download takes, in milliseconds. */
function take(url: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    request(url, (answer) => {
      answer.resume().on("end", () => resolve(performance.now() - began));
      answer.on("error", reject);
    })
      .on("error", reject)
      .end();
  });
}

async function downloads(server: TestServer, report: Report): Promise<void> {
  const file = joinPath(server.storage, "bare");
  writeFileSync(file, Buffer.alloc(50 * megabyte, "1 "));
  const program = `const { createServer } = require("node:http"), { createReadStream } = require("node:fs");
    createServer((req, res) => { res.writeHead(200, { "Content-Length": ${50 * megabyte} }); createReadStream(${JSON.stringify(file)}).pipe(res); })
    .listen(0, "127.0.0.1", function () { process.send(this.address().port); });`;
  const bareFile = joinPath(server.storage, "bare.cjs");
  writeFileSync(bareFile, program);
  const bare = fork(bareFile);
  const port = await new Promise((resolve) => bare.once("message", resolve));
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let turn = 0; turn < 14; turn++) {
    const [a, b] = [await take(`${server.url}/files/21/scan.txt`), await take(`http://127.0.0.1:${port}/`)];
    // The first rounds warm up both.
    if (turn > 3) {
      ours.push(a);
      theirs.push(b);
    }
  }
  bare.kill();
  const rate = (ms: number) => (50 / (ms / 1000)).toFixed(0);
  const [mine, other] = [median(ours), median(theirs)];
  report(
    `download of 50 MB: ${rate(mine)} MB/s, ${(other / mine).toFixed(2)} times a bare createReadStream pipe at ${rate(other)} MB/s (goal at least 0.9)`,
  );
}

/** Fills a community with resources. Only the oldest thousand contain the word. */
function fill(server: TestServer, many: number): void {
  const database = server.database();
  database.exec(`
    insert into files(sha256, size, created_at) values ('${"a".repeat(64)}', 8, 1);
    insert into resources(title, description, category_id, year, file_sha256, file_name, file_type, size, download_count, user_id, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})
    select 'Lecture ' || i || case when i % (${many} / 1000) = 0 then ' on thermodynamics' else ' on many other things' end,
      'What was said in the lecture of the ' || i || 'th day, written down', 1 + i % 5, 1 + i % 4,
      '${"a".repeat(64)}', 'x.txt', 'txt', 8, 0, 1, i from n`);
  database.exec("insert into resources_search(resources_search) values ('optimize'); analyze;");
}

async function lists(settings: Record<string, string>, report: Report): Promise<void> {
  const small = await startServer(settings);
  const large = await startServer(settings);
  try {
    for (const [server, many] of [
      [small, 1_000],
      [large, 100_000],
    ] as const) {
      await join(server, "asha");
      fill(server, many);
    }
    const cases = [
      ["browse, a search that finds 1,000", "/resources/browse?search=thermodynamics", 1.5],
      ["a category's first page", "/resources/browse?category=quantum", 1.15],
    ] as const;
    for (const [what, path, goal] of cases) {
      const times: [number[], number[]] = [[], []];
      for (let turn = 0; turn < 150; turn++) {
        const pair = [await take(small.url + path), await take(large.url + path)];
        if (turn < 50) continue;
        times[0].push(pair[0] ?? 0);
        times[1].push(pair[1] ?? 0);
      }
      const [few, many] = times.map(median) as [number, number];
      report(
        `${what}: ${many.toFixed(2)} ms among 100,000 resources, ${(many / few).toFixed(2)} times the ${few.toFixed(2)} ms among 1,000 (goal at most ${goal})`,
      );
    }
  } finally {
    await small.stop();
    await large.stop();
  }
}
