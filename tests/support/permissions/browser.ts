import { test as base } from "../browser.ts";
import { type Cast, gatherCast, renewSessions } from "./cast.ts";

let gathered: Cast | undefined;

/** The browser tests' `test`, with everybody who has a role. They are logged in when a test begins. */
export const test = base.extend<{ cast: Cast }>({
  cast: [
    async ({ server }, use) => {
      // Its worker's, but no fixture of the worker: Playwright would start others for the tests that have it.
      gathered ??= await gatherCast(server);
      // Other tests of this worker may have taken it away.
      gathered.things.clear();
      renewSessions(gathered);
      await use(gathered);
    },
    { auto: true },
  ],
});
