import { defineConfig } from "vitest/config";

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
          name: "engines",
          include: ["tests/integration/**/*.test.ts"],
          env: { SUITE: "engines" },
          setupFiles: ["tests/support/engines-setup.ts"],
          testTimeout: 40_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "nightly",
          include: ["tests/nightly/**/*.test.ts"],
          testTimeout: process.env.NIGHTLY === "long" ? 3_600_000 : 120_000,
          hookTimeout: 40_000,
        },
      },
    ],
  },
});
