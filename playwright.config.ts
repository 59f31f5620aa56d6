import { defineConfig } from "@playwright/test";

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
const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

/** Without scripts and without a network there is only the browser's own error page. */
const testIgnore = /offline\.spec\.ts/;

/** Every other test runs four times: with scripts and without, on a phone's width and on a desktop's. */
export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  // On a busy machine a browser may time out once. The report names the tests that needed a second try.
  retries: process.env.CI ? 1 : 0,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: process.env.CI ? [["dot"]] : [["list"]],
  use: { launchOptions, timezoneId: "Asia/Kolkata", locale: "en-IN" },
  projects: [
    { name: "desktop", use: { viewport: desktop } },
    { name: "phone", use: { viewport: phone, hasTouch: true } },
    { name: "desktop-no-scripts", testIgnore, use: { viewport: desktop, javaScriptEnabled: false } },
    {
      name: "phone-no-scripts",
      testIgnore,
      use: { viewport: phone, hasTouch: true, javaScriptEnabled: false },
    },
  ],
});
