import { expect, test } from "vitest";
import { shareServer } from "../../support/integration.ts";
import { join } from "../../support/people.ts";
import { share } from "../../support/upload.ts";
import { problemOf } from "../../support/visitor.ts";

const server = await shareServer();

test("a member can upload 2 GB a day, not counting refused files", async () => {
  const asha = await join(server, "asha");
  const bytes = Buffer.alloc(50 * 1024 * 1024, "tide ");
  const send = (title: string) => share(asha, { name: "tide.txt", bytes }, { title });
  for (let n = 0; n < 3; n++) expect((await send("")).status).toBe(422);
  for (let n = 0; n < 40; n++) expect((await send(`Part ${n}`)).status).toBe(201);
  const refused = await send("One too many");
  expect([refused.status, problemOf(refused).detail]).toEqual([
    429,
    "You've uploaded 2 GB within a day. Please continue tomorrow.",
  ]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(80_000);
  expect((await share(await join(server, "rohan"), { name: "tide.txt", bytes })).status).toBe(201);
});
