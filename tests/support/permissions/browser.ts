import { test as base } from "../browser.ts";
import { type Cast, gatherCast, renewSessions } from "./cast.ts";

let gathered: Cast | undefined;

/** The browser tests' `test`, with everybody who has a role. They are logged in when a test begins. */
export const test = base.extend<{ cast: Cast }>({
  cast: [
    async ({ server }, use) => {
      // One for each worker, but not a worker fixture: Playwright would start further workers for the tests that use it.
      gathered ??= await gatherCast(server);
      // Other tests of this worker may have deleted what was made.
      gathered.things.clear();
      renewSessions(gathered);
      await use(gathered);
    },
    { auto: true },
  ],
});
