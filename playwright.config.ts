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
 * In the long form (`npm run test:nightly`) every test runs on a desktop with scripts and on a phone without, unless its tag
 * says otherwise: `@scripts` and `@no-scripts` name what a test needs, `@once` marks tests that depend on neither. `npm test`
 * skips `@nightly`, and runs only `@no-scripts` and `@both` on the phone. A test that needs another size uses `devices.ts`.
 */
export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results",
  // One more than the cores of CI, because tests often wait.
  workers: 3,
  fullyParallel: true,
  // Ends a test that hangs. In the long form some visit every page on every device.
  timeout: isLong ? 3_600_000 : 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.CI ? [["dot"]] : [["list"]],
  use: {
    // A service worker would answer instead of the tests' fake responses.
    serviceWorkers: "block",
    // Saves a seventh of the processor time. Storage and cookies are cleared between tests, everything else by `browser.ts`.
    reuseContext: true,
    launchOptions,
    // A click on what is not there must not wait until the test's end.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
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
