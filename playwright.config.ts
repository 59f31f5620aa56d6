import { defineConfig } from "@playwright/test";
import { desktop, phone } from "./tests/support/devices.ts";

const executablePath = process.env.BROWSER_PATH;
const launchOptions = {
  ...(executablePath && { executablePath }),
  args: [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
};

const isLong = process.env.NIGHTLY === "long";

/**
 * In the long form (`npm run test:nightly`) every test runs on a desktop with scripts and on a phone without. Its tag says
 * otherwise: `@scripts` and `@no-scripts` name what a test needs, `@once` what depends on neither. `npm test` leaves out
 * what is tagged `@nightly`, and takes to the phone only `@no-scripts` and `@both`: the ways that people walk daily. A test
 * that needs another size asks for it: `devices.ts`.
 */
export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results",
  // One more than the cores of CI: a test that waits leaves its core to another.
  workers: 3,
  fullyParallel: true,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.CI ? [["dot"]] : [["list"]],
  use: {
    // A service worker would answer in place of the responses that tests make up.
    serviceWorkers: "block",
    // A seventh less processor time. Its storage and cookies are emptied between tests; `browser.ts` does the rest.
    reuseContext: true,
    launchOptions,
    timezoneId: "Asia/Kolkata",
    locale: "en-IN",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "desktop", grepInvert: isLong ? /@no-scripts\b/ : /@(no-scripts|nightly)\b/, use: desktop },
    {
      name: "phone-no-scripts",
      grep: isLong ? /./ : /@(no-scripts|both)\b/,
      grepInvert: isLong ? /@(scripts|once)\b/ : /@nightly\b/,
      use: { ...phone, javaScriptEnabled: false },
    },
  ],
});
