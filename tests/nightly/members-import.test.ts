import { expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { measure, measuring, startMeasuring } from "../support/measure.ts";
import { isLong, sized } from "../support/nightly.ts";
import { join, makeAdmin, openSession } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer({ RATE_LIMITS: "off" }, measuring);
const count = sized(2_000, 20_000);

test(`a list of ${count} lines is checked and run while other requests are served`, async () => {
  const meera = await join(server, "meera");
  makeAdmin(server, meera);
  const admin = new Visitor(server.url);
  admin.cookies.set("session", openSession(server, meera.id, "browser"));
  const people = Array.from(
    { length: count },
    (_, n) =>
      `Person Number${n},person-${n}@college.example,${2020 + (n % 8)},98765 ${10_000 + n},"Chess, Go ${n % 7}"`,
  );
  const list = `Name,Email,Batch year,Phone,Skills\n${people.join("\n")}\n`;
  const form = new FormData();
  form.set("file", new File([list], "people.csv", { type: "text/csv" }));
  startMeasuring(server);
  const checked = await admin.fetch("/admin/members/import", {
    method: "POST",
    headers: { Origin: server.url },
    body: form,
  });
  const path = checked.headers.get("Location") ?? "";
  expect((await admin.get(path)).text).toContain(`${count.toLocaleString("en-IN")}`);
  let isDone = false;
  const run = admin.post(path, { intent: "run" }).finally(() => {
    isDone = true;
  });
  let answered = 0;
  while (!isDone) {
    expect((await new Visitor(server.url).get("/healthz")).status).toBe(200);
    answered++;
  }
  expect((await run).headers.get("Location")).toBe("/admin/members");
  const { longestBusyMs, changedRows } = await measure(server);
  // A large full-text index merges its segments meanwhile, and their pages count as rows.
  expect(changedRows).toBeLessThanOrEqual(sized(500, 1_000));
  if (!isLong) return;
  expect(answered).toBeGreaterThan(10);
  expect(longestBusyMs).toBeLessThan(250);
});
