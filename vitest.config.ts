import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,db,scripts}/**/*.test.ts", "tests/integration/**/*.test.ts"],
    // Two cores: a server and its test each take one.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 40_000,
  },
});
