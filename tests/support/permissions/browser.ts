import { test as base } from "../browser.ts";
import { type Cast, gatherCast, renewSessions } from "./cast.ts";

/** The browser tests' `test`, with everybody who has a role. They are logged in when a test begins. */
export const test = base.extend<{ sessions: undefined }, { cast: Cast }>({
  cast: [async ({ server }, use) => use(await gatherCast(server)), { scope: "worker" }],
  sessions: [
    async ({ cast }, use) => {
      renewSessions(cast);
      await use(undefined);
    },
    { auto: true },
  ],
});
