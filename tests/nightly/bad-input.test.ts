import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { sized } from "../support/nightly.ts";
import { job, join, type Member, password, registration } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
let member: Member;
let browser: Visitor;
beforeAll(async () => {
  member = await join(server, "asha");
  browser = new Visitor(server.url);
  await browser.post("/login", { email: member.email, password });
});

/** Values that programs send by mistake, and attackers deliberately. */
const oddities: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e",
  "😀".repeat(300),
  [],
  [null],
  [[]],
  ["a", 1],
  {},
  { toString: 1 },
  { length: { toString: 1 } },
  [{ length: { toString: [] } }],
  { __proto__: null },
  "__proto__",
  "constructor",
  "'; drop table users; --",
  "<script>alert(1)</script>",
  "%00",
  "../../etc/passwd",
  "9".repeat(400),
  "NaN",
  "Infinity",
  "-0",
  "1e999",
  "a".repeat(20_000),
  "2024-13-45",
  "0000-00-00",
  "http://",
  "https://[::1",
  "mailto:a@b.example",
  "\r\nSet-Cookie: a=b",
  '"',
  "\\",
  "*",
  "(",
  "AND",
];

let asked = 0;
/** @returns the values for a field: in the short form some of them, different for each field */
const someOddities = () => {
  asked++;
  return oddities.filter((_, n) => (n + asked) % sized(29, 1) === 0);
};

/** Expects a response without a 500. */
function expectCalm(status: number, what: unknown): void {
  expect(status, JSON.stringify(what)).toBeLessThan(500);
}

test.each([
  ["/api/users/register", "POST", registration("kabir") as object],
  ["/api/users/login", "POST", { email: "a@b.example", password: "x" }],
  ["/api/jobs", "POST", job as object],
  ["/api/jobs/1", "PUT", job as object],
])("%s survives any value in any field without a 500", async (path, method, right) => {
  for (const field of Object.keys(right)) {
    for (const odd of someOddities()) {
      const answer = await member.call(method, path, { ...right, [field]: odd });
      expectCalm(answer.status, { field, odd });
    }
  }
  expect(server.logged()).not.toContain('"level":"error"');
});

test.each(["/api/jobs", "/jobs", "/login", "/post-job", "/"])(
  "%s survives any query without a 500",
  async (path) => {
    const names = [
      "search",
      "locations",
      "industry",
      "opportunityType",
      "showOpenOnly",
      "limit",
      "cursor",
      "step",
      "redirectTo",
      "__proto__",
    ];
    for (const name of names) {
      for (const odd of someOddities()) {
        const value = typeof odd === "string" ? odd.toWellFormed().slice(0, 8_000) : JSON.stringify(odd);
        const answer = await browser.get(`${path}?${name}=${encodeURIComponent(value)}`);
        expectCalm(answer.status, { name, odd });
      }
    }
    expect(server.logged()).not.toContain('"level":"error"');
  },
);

test.each([
  ["/post-job?step=1", { intent: "next", ...job }],
  ["/post-job?step=3", { intent: "submit", ...job }],
  ["/jobs/1", { intent: "close" }],
  ["/jobs/1/edit", job],
  ["/theme", { theme: "dark", back: "/" }],
])("the form of %s survives any value in any field without a 500", async (path, right) => {
  for (const field of [
    ...Object.keys(right),
    "step",
    "__intent__",
    "__state__",
    "__proto__.x",
    "a[9999999].b",
    "title[0]",
  ]) {
    for (const odd of someOddities()) {
      const value = typeof odd === "string" ? odd.toWellFormed() : JSON.stringify(odd);
      const fields = Object.fromEntries(Object.entries(right).map(([name, each]) => [name, String(each)]));
      const answer = await browser.post(path, { ...fields, [field]: value });
      expectCalm(answer.status, { field, odd });
    }
  }
  expect(server.logged()).not.toContain('"level":"error"');
});
