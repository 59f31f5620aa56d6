import { test as base } from "../browser.ts";
import { type Cast, gatherCast, renewSessions } from "./cast.ts";

let gathered: Cast | undefined;

/** The browser tests' `test` with a cast, whose members are logged in when a test begins. */
export const test = base.extend<{ cast: Cast }>({
  cast: [
    async ({ server }, use) => {
      // One per worker, but not a worker fixture, for which Playwright would start more workers.
      gathered ??= await gatherCast(server);
      // Other tests of this worker may have deleted the things.
      gathered.things.clear();
      renewSessions(gathered);
      await use(gathered);
    },
    { auto: true },
  ],
});
