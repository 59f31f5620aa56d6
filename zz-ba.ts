/**
 * `npm run screenshots`: pictures of every page and state of the demo community at three sizes, light and dark, for guests
 * and members, with scripts and without, on one sheet per part of the site: `screenshots/index.html`. Words after `--`
 * take only the pages whose name contains one of them. Makes the demo community afresh, so stop a running demo first.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { findBrowser } from "./scripts/browser.ts";
import { demoLogIns, demoPassword } from "./scripts/demo/log-ins.ts";
import { pages, type Shot, type Who } from "./tools/screenshots/pages.ts";

const folder = process.argv[2] as string;
const sizes = [
  [360, 740],
  [1280, 800],
] as const;
const themes = ["light", "dark"] as const;
const newcomer = { email: "newcomer@demo.example", password: demoPassword };

const wanted = process.argv.slice(3);
const chosen = pages.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
mkdirSync(folder, { recursive: true });

const server = fork("scripts/demo.ts", {
  env: { ...process.env, PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" },
  stdio: ["ignore", "ignore", "inherit", "ipc"],
});
const [{ port }] = (await once(server, "message")) as [{ port: number }];
const url = `http://127.0.0.1:${port}`;
const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
const taken: { shot: Shot; file: string }[] = [];
try {
  await registerNewcomer();
  const cookies = {
    guest: [],
    member: await logIn(browser, demoLogIns[1].email, demoPassword),
    alumna: await logIn(browser, demoLogIns[2].email, demoPassword),
    admin: await logIn(browser, demoLogIns[0].email, demoPassword),
    newcomer: await logIn(browser, newcomer.email, newcomer.password),
  } satisfies Record<Who, unknown[]>;
  for (const who of Object.keys(cookies) as Who[]) {
    for (const hasScripts of [true]) {
      for (const theme of themes) {
        for (const [width, height] of sizes) {
          const context = await browser.newContext({
            baseURL: url,
            viewport: { width, height },
            colorScheme: theme,
            reducedMotion: "reduce",
            javaScriptEnabled: hasScripts,
            timezoneId: "Asia/Kolkata",
          });
          await context.addCookies(cookies[who]);
          // No state leaves its draft to the next one.
          await context.addInitScript(() => localStorage.clear());
          const label = `${who}-${width}-${theme}${hasScripts ? "" : "-no-scripts"}`;
          for (const shot of chosen) {
            if (shot.who.includes(who) && (hasScripts || !shot.needsScripts))
              await take(context, shot, label);
          }
          await context.close();
        }
      }
    }
  }
  writeSheets();
} finally {
  await browser.close();
  server.kill();
}

async function registerNewcomer(): Promise<void> {
  const response = await fetch(`${url}/api/users/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      ...newcomer,
      firstName: "Navya",
      lastName: "Tandon",
      phone: "98765 43210",
      batchYear: new Date().getFullYear() + 3,
      skills: [],
    }),
  });
  if (response.status !== 201) throw new Error(`registering the newcomer: ${response.status}`);
}

async function logIn(browser: Browser, email: string, password: string) {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("/");
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

async function take(context: BrowserContext, shot: Shot, label: string): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const file = `${shot.name}-${label}.png`;
  const hasScripts = !label.endsWith("no-scripts");
  // Without scripts a dialog is part of the page.
  const fullPage = !shot.isWindow || !hasScripts;
  try {
    await page.goto(shot.path);
    // Pages with scripts are ready once theirs have run.
    if (hasScripts) await page.waitForLoadState("networkidle");
    if ((await shot.prepare?.(page)) === false) return;
    await page.mouse.move(0, 0);
    if (fullPage) await page.locator("img").evaluateAll(loadImages);
    await page.waitForTimeout(150);
    await page.screenshot({ path: `${folder}/${file}`, fullPage });
    taken.push({ shot, file });
  } catch (error) {
    // One state that cannot be reached does not stop the others.
    console.log(`${file}: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  } finally {
    await page.close();
  }
}

/** Also those below the window, which wait for the reader. */
async function loadImages(images: (HTMLElement | SVGElement)[]): Promise<void> {
  await Promise.all(
    images.map(async (image) => {
      if (!(image instanceof HTMLImageElement)) return;
      image.loading = "eager";
      await image.decode().catch(() => {});
    }),
  );
}

/** The first word of a page's address. */
function partOf({ path }: Shot): string {
  return path.split(/[/?]/)[1] || "home";
}

function writeSheets(): void {
  const parts = Map.groupBy(taken, ({ shot }) => partOf(shot));
  for (const [part, pictures] of parts) {
    const sections = [...Map.groupBy(pictures, ({ shot }) => shot.name)].map(([name, shown]) => {
      const figures = shown.map(({ file }) => {
        const caption = file.slice(name.length + 1, -4);
        return `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a><figcaption>${caption}</figcaption></figure>`;
      });
      return `<h2>${name}</h2><div>${figures.join("")}</div>`;
    });
    writePage(part, sections.join("\n"));
  }
  const links = [...parts.keys()].map((part) => `<li><a href="${part}.html">${part}</a></li>`);
  writePage("index", `<ul>${links.join("")}</ul>`);
  console.log(`${taken.length} pictures: ${folder}/index.html`);
}

function writePage(name: string, content: string): void {
  writeFileSync(
    `${folder}/${name}.html`,
    `<!doctype html><meta charset="utf-8"><title>Screenshots: ${name}</title>
<style>
body { font: 14px system-ui; margin: 24px; background: #777; color: #fff }
a { color: inherit }
div { display: flex; flex-wrap: wrap; gap: 12px; align-items: start }
figure { margin: 0; width: 220px }
img { width: 100%; max-height: 480px; object-fit: cover; object-position: top }
</style>${content}`,
  );
}
