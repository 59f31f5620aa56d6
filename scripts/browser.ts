import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** A Chromium without its windows: the tests take half the time with it. */
const shell = "/usr/bin/chromium-headless-shell";
const known = [
  shell,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/**
 * Finds a Chromium for the browser tests, or installs one: Playwright's own, the system's, Debian's package.
 * @returns the path to start it by
 * @throws when this machine has none and can get none
 */
export function findBrowser(): string {
  const own = chromium.executablePath();
  const found = [process.env.BROWSER_PATH, own, ...known].find((path) => path && existsSync(path));
  if (found) return found;

  const quietly = (command: string, ...words: string[]) =>
    spawnSync(command, words, { stdio: ["ignore", "ignore", "inherit"], timeout: 600_000 }).status === 0;
  console.log("No browser found: installing one");
  if (quietly("npx", "playwright", "install", "--with-deps", "chromium") && existsSync(own)) return own;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...words: string[]) => quietly("env", ...sudo, "apt-get", "-qq", ...words);
  apt("update");
  for (const name of ["chromium-headless-shell", "chromium"]) {
    if (apt("install", "-y", name) && existsSync(`/usr/bin/${name}`)) return `/usr/bin/${name}`;
  }
  throw new Error("No browser for the tests: install Chromium, or name one in BROWSER_PATH");
}
