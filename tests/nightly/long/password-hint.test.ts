import { expect } from "vitest";
import { createTest } from "../../support/integration.ts";

const test = createTest();

test("the password hint has a rate limit", async ({ guest }) => {
  const statuses = new Set<number>();
  for (let index = 0; index < 1_010; index++) {
    statuses.add((await guest.post("/password-hint", { password: "x" })).status);
  }
  expect([...statuses]).toEqual([200, 429]);
});
