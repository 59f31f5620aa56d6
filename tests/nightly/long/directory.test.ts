import { expect, test } from "vitest";
import { shareServer, unlimited } from "../../support/integration.ts";
import { browse, join } from "../../support/people.ts";

const server = await shareServer(unlimited);

test("short texts are searched in the newest 5,000 members, and counts stop at 10,000", async () => {
  const pages = browse(server, await join(server, "asha"));
  await join(server, "rohan");
  server.database().exec(`insert into users (email, first_name, last_name, name, batch_year, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 10500)
    select 'zq' || i || '@college.example', 'Zqerson', 'P' || i, 'Zqerson P' || i, 2020 + i % 2, 0 from n`);
  const read = async (path: string) => (await pages.get(path)).text.replaceAll("<!-- -->", "");
  expect(await read("/qa-threads?search=zq")).toContain("Showing 5,000 people in 2 batches");
  const capped = await read("/qa-threads?search=college");
  expect(capped).toContain("Showing 10,000+ people in");
  expect(capped).toContain("10,502 people in 4 batches");
  expect(capped).toMatch(/5,\d{3}\+ alumni/);
});
