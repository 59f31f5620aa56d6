/**
 * `node tools/page-html.ts FOLDER` writes the HTML of every page of the demo that links lead to, as guest, member and
 * administrator, without class names, ids and hashes. Compare two builds with `diff -r`: run it before and after a change
 * that must not change a page. Recreates the demo community, so stop a running demo first.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoLogIns, demoPassword } from "../scripts/demo/log-ins.ts";
import { pages } from "./screenshots/pages.ts";

const folder = process.argv[2];
if (!folder) throw new Error("Name a folder for the pages");
const maxPages = 400;

const server = fork("scripts/demo.ts", {
  env: { ...process.env, PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" },
  stdio: ["ignore", "ignore", "inherit", "ipc"],
});
const [{ port }] = (await once(server, "message")) as [{ port: number }];
const origin = `http://127.0.0.1:${port}`;

async function logIn(email: string): Promise<string> {
  const response = await fetch(`${origin}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin },
    body: new URLSearchParams({ email, password: demoPassword }),
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

/** Removes what differs between two builds or two moments. */
const normalize = (html: string): string =>
  html
    .replace(/ class="[^"]*"/g, "")
    .replace(/ nonce="[^"]*"/g, "")
    .replace(/ (id|for|aria-labelledby|aria-describedby|aria-controls|list|name)="_[^"]*"/g, ' $1=""')
    .replace(/<link [^>]*(?:modulepreload|stylesheet)[^>]*>/g, "")
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/\/assets\/[\w.~-]+/g, "/assets/")
    .replace(/(<time )dateTime="[^"]*">[^<]*/g, "$1>")
    .replace(/(datetime|value)="\d{4}-\d\d-\d\dT[\d:.]+Z?"/g, '$1=""')
    .replace(/\b\d+ (?:second|minute|hour)s? ago\b|\bjust now\b|\b\d\d:\d\d\b|\b[\d.]+ GB free/gi, "")
    // The room's labels and their signs are new each day, and in each store.
    .replace(/\bGuest \d+|data-tint="\d"|(?<=\/assets\/)#\w+|cursor=[\w.-]+/g, "")
    .replaceAll(String(port), "PORT")
    .replace(/></g, ">\n<");

async function save(who: string, cookie: string): Promise<void> {
  const waiting = pages.map(({ path }) => path).filter((path) => path.startsWith("/"));
  const seen = new Set(waiting);
  mkdirSync(join(folder ?? "", who), { recursive: true });
  for (
    let path = waiting.shift(), count = 0;
    path !== undefined && count < maxPages;
    path = waiting.shift()
  ) {
    const response = await fetch(origin + path, { redirect: "manual", headers: { Cookie: cookie } });
    const text = await response.text();
    if (!response.headers.get("Content-Type")?.startsWith("text/html")) continue;
    count += 1;
    const name = `${
      path
        .slice(1)
        .replace(/[^\w.-]+/g, "_")
        .slice(0, 150) || "home"
    }.html`;
    writeFileSync(join(folder ?? "", who, name), `${response.status}\n${normalize(text)}\n`);
    for (const [, link = ""] of text.matchAll(/ href="(\/[^"#]*)/g)) {
      const to = link.replaceAll("&amp;", "&");
      if (seen.has(to) || /^\/(files|assets|covers|logout)\b|\/delete\b/.test(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  }
}

try {
  const [admin, member] = demoLogIns;
  await save("guest", "");
  await save("member", await logIn(member.email));
  await save("admin", await logIn(admin.email));
} finally {
  server.kill();
}
