import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Chromium without windows: a page takes half the processor time. */
const shell = "/usr/bin/chromium-headless-shell";
const known = [
  shell,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** Annotates a test that was open when Chromium crashed. */
export const chromiumCrashed = "Chromium crashed";

/**
 * Finds a Chromium for the browser tests, or installs Playwright's or Debian's.
 * @returns the path of its executable, or "" for Playwright's, which Playwright itself starts as its headless shell
 * @throws if there is none and none can be installed
 */
export function findBrowser(): string {
  const own = chromium.executablePath();
  const found = [process.env.BROWSER_PATH, own, ...known].find((path) => path && existsSync(path));
  if (found) return found === own ? "" : found;

  const errors: string[] = [];
  const quietly = (command: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(command, args, { encoding: "utf8", timeout: 600_000 });
    if (status !== 0) errors.push(`${[command, ...args].join(" ")}: ${stderr}`);
    return status === 0;
  };
  console.log("No browser found. Installing one…");
  if (quietly("npx", "playwright", "install", "--with-deps", "chromium") && existsSync(own)) return "";
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args: string[]) => quietly("env", ...sudo, "apt-get", "-qq", ...args);
  apt("update");
  for (const name of ["chromium-headless-shell", "chromium"]) {
    if (apt("install", "-y", name) && existsSync(`/usr/bin/${name}`)) return `/usr/bin/${name}`;
  }
  throw new Error(
    `No browser for the tests. Install Chromium, or set BROWSER_PATH to one.\n${errors.join("\n")}`,
  );
}
