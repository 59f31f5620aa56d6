import { expect, test } from "vitest";
import { drillLoad } from "../../tools/drill/load.ts";
import { listProblems } from "../../tools/drill/outcome.ts";
import { drillSockets } from "../../tools/drill/sockets.ts";
import { isLong, sized } from "../support/nightly.ts";

test("sockets cut at the same time reconnect without an error or a blocked event loop", async () => {
  expect(listProblems(await drillSockets(sized(500, 2_000), sized(1, 5)))).toEqual([]);
});

test(`mixed load causes no error${isLong ? " and no memory growth" : ""}`, async () => {
  const load = sized(
    { minutes: 0.08, sockets: 100, requestsPerSecond: 30 },
    { minutes: 10, sockets: 2_000, requestsPerSecond: 50 },
  );
  expect(listProblems(await drillLoad(load))).toEqual([]);
});
