import { defineConfig } from "vitest/config";

const isLong = process.env.NIGHTLY === "long";

export default defineConfig({
  test: {
    // One more than the cores of CI: a test that waits leaves its core to another.
    maxWorkers: 3,
    // On a busy machine a process may start late. The report names the tests that needed another try.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        test: {
          name: "integration",
          include: ["{app,db,scripts}/**/*.test.ts", "tests/integration/**/*.test.ts"],
          testTimeout: 20_000,
          hookTimeout: 40_000,
        },
      },
      {
        test: {
          name: "nightly",
          // What has no short form is in a folder of its own.
          include: [isLong ? "tests/nightly/**/*.test.ts" : "tests/nightly/*.test.ts"],
          testTimeout: isLong ? 3_600_000 : 120_000,
          hookTimeout: 40_000,
        },
      },
    ],
  },
});
