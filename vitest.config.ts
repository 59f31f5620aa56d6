import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { leftOut, shortForm } from "./tests/support/engines-files.ts";
import { natsServer } from "./tests/support/nats.ts";
import { rqlited } from "./tests/support/rqlite.ts";

const isLong = process.env.NIGHTLY === "long";
const pathOf = (name: string) => `tests/integration/${name}.test.ts`;

/** These end a test that hangs. They do not measure speed: a busy machine needs ten times as long. */
const limits = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 120_000 } },
};

/** The integration tests again, each store with its own rqlite, NATS and bucket. */
const engines = {
  test: {
    name: "engines",
    include: isLong ? [pathOf("*")] : shortForm.map(pathOf),
    exclude: Object.values(leftOut).flat().map(pathOf),
    env: { SUITE: "engines" },
    setupFiles: ["tests/support/failures.ts", "tests/support/engines-setup.ts"],
    ...limits,
  },
};

/** Tests that measure processor time. Their long form runs alone, one file after the other. */
const measured = [
  ...["faults-load", "fuzz", "members-import"],
  ...["long/longest-turn", "long/search-turns", "long/turns"],
].map((name) => `tests/nightly/${name}.test.ts`);
const nightly = {
  isolate: false,
  setupFiles: ["tests/support/failures.ts"],
  ...limits,
  ...(isLong && { testTimeout: 3_600_000, hookTimeout: 3_600_000 }),
};

/** Large files first, but before them the permissions: a small file with the longest test, during which others can run. */
class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith("/permissions.test.ts");
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/** For `npm run test:repeat -- --reversed`: no file may depend on those before it. */
class ReversedSequencer extends Sequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toReversed();
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: process.env.TEST_ORDER === "reversed" ? ReversedSequencer : Sequencer },
    // Tests wait half of their time, so six workers share two cores.
    maxWorkers: 6,
    projects: [
      // Each file has a process of its own, because some load modules with another time zone or secret.
      { test: { name: "unit", include: ["{app,db,scripts}/**/*.test.ts"], ...limits } },
      {
        test: {
          name: "integration",
          // A worker's files share their modules, which takes a quarter less processor time.
          isolate: false,
          include: ["tests/integration/**/*.test.ts"],
          setupFiles: ["tests/support/failures.ts"],
          ...limits,
        },
      },
      ...(rqlited && natsServer ? [engines] : []),
      {
        test: {
          name: "nightly",
          // Tests without a short form are in `long/`.
          include: [isLong ? "tests/nightly/**/*.test.ts" : "tests/nightly/*.test.ts"],
          exclude: isLong ? measured : [],
          ...nightly,
        },
      },
      ...(isLong ? [{ test: { name: "measured", include: measured, ...nightly } }] : []),
    ],
  },
});
