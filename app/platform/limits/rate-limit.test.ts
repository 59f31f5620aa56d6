import { expect, test, vi } from "vitest";
import { nodes } from "../cluster/nodes.server.ts";

vi.stubEnv("SESSION_SECRET", "a secret for the tests of limits only");
const { consumeAll, limitAction, limitListSearch, RateLimit, SharedRateLimit } = await import(
  "./rate-limit.server.ts"
);

test("200,000 emails from one refused address add no keys", () => {
  const [address, account, both] = [new RateLimit(100, 900), new RateLimit(50, 900), new RateLimit(10, 900)];
  for (let index = 0; index < 200_000; index++) {
    const email = `nobody${index}@college.example`;
    consumeAll([
      [address, "192.0.2.1"],
      [account, email],
      [both, `192.0.2.1:${email}`],
    ]);
  }
  expect([address.size, account.size, both.size]).toEqual([1, 100, 100]);
});

test("a refusal refunds the broader limits and leaves no key", () => {
  const [address, account] = [new RateLimit(10, 900), new RateLimit(2, 900)];
  const attempt = (from: string) =>
    consumeAll([
      [address, from],
      [account, "asha"],
    ]);
  expect([attempt("a"), attempt("a")]).toEqual([0, 0]);
  for (let index = 0; index < 20; index++) expect(attempt(`b${index}`)).toBeGreaterThan(0);
  expect(address.size).toBe(1);
});

test("a limit drops its oldest keys beyond the maximum", () => {
  const limit = new RateLimit(1, 900, 1_000);
  for (let index = 0; index < 5_000; index++) expect(limit.consume(String(index))).toBe(0);
  expect(limit.size).toBe(1_000);
  expect(limit.consume("4999")).toBeGreaterThan(0);
  expect(limit.consume("0")).toBe(0);
});

test("windows that have ended are removed", () => {
  vi.useFakeTimers();
  try {
    const limit = new RateLimit(1, 60);
    for (let index = 0; index < 100; index++) limit.consume(String(index));
    vi.advanceTimersByTime(59_000);
    expect(limit.consume("0")).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(limit.consume("0")).toBe(0);
    expect(limit.size).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test("setting the clock back an hour does not lengthen a window", () => {
  vi.useFakeTimers();
  try {
    const limit = new RateLimit(1, 60);
    limit.consume("before");
    vi.setSystemTime(Date.now() - 3_600_000);
    limit.consume("after");
    expect([limit.consume("before"), limit.consume("after")]).toEqual([60, 60]);
    vi.advanceTimersByTime(60_000);
    expect([limit.consume("before"), limit.consume("after")]).toEqual([0, 0]);
  } finally {
    vi.useRealTimers();
  }
});

test("one refund allows one more action, never two", () => {
  const limit = new RateLimit(1, 60);
  limit.consume("a");
  limit.refund("a");
  limit.refund("a");
  expect([limit.consume("a"), limit.consume("a") > 0]).toEqual([0, true]);
});

test("amounts are counted in full, and refunded amounts can be used again", () => {
  const limit = new RateLimit(100, 900);
  expect([limit.consume("asha", 60), limit.consume("rohan", 100)]).toEqual([0, 0]);
  expect(limit.consume("asha", 41)).toBeGreaterThan(0);
  limit.refund("asha", 30);
  expect([limit.consume("asha", 70), limit.consume("asha") > 0]).toEqual([0, true]);
  limit.refund("rohan", 100);
  expect(limit.size).toBe(1);
});

test("a first amount above the maximum is refused and leaves no key", () => {
  const limit = new RateLimit(100, 900);
  expect([limit.consume("asha", 101), limit.size, limit.consume("asha", 100)]).toEqual([900, 0, 0]);
});

test("a shared limit includes what other nodes count and refund", () => {
  const limit = new SharedRateLimit("test", 3, 900);
  const tell = (amount: number, name = "test") =>
    nodes.emit("count", { limit: name, key: "asha", amount }, "node b");
  for (const amount of [1, 1, 1, -1, 1]) tell(amount);
  tell(1, "another");
  expect(limit.consume("asha")).toBeGreaterThan(0);
  tell(-1);
  expect([limit.consume("asha"), limit.consume("rohan")]).toEqual([0, 0]);
});

test("sixty people behind one address can search every two seconds, and a flood gets a Retry-After", () => {
  const now = vi.spyOn(performance, "now");
  const start = 1_000_000_000;
  const search = (address: string, filter: object = { search: "kite" }) =>
    limitListSearch(null, { address }, filter);
  for (let second = 0; second < 180; second += 2) {
    now.mockReturnValue(start + second * 1_000);
    for (let person = 0; person < 60; person++) search("203.0.113.60");
  }
  const flood = () => {
    for (let sent = 0; sent < 2_401; sent++) search("203.0.113.61");
  };
  expect(flood).toThrow(expect.objectContaining({ status: 429, retryAfter: 60 }));
  // Other addresses, and lists without a search, are not limited.
  search("203.0.113.60");
  search("203.0.113.61", { search: undefined, sort: "newest" });
  now.mockReturnValue(start + 400_000);
  search("203.0.113.61");
  now.mockRestore();
});

test("the 10,001st form of a member within an hour is refused", () => {
  for (let sent = 0; sent < 10_000; sent++) limitAction("form", 7);
  expect(() => limitAction("form", 7)).toThrow(expect.objectContaining({ status: 429 }));
  expect(() => limitAction("form", 8)).not.toThrow();
});

test("members who share a page are limited one by one", () => {
  const reader = { isAdmin: false, isModerator: false, mute: null, avatarFile: null };
  const search = (searcherId: number) =>
    limitListSearch(reader, { address: "203.0.113.62", searcherId }, { search: "kite" });
  const flood = () => {
    for (let sent = 0; sent < 301; sent++) search(7);
  };
  expect(flood).toThrow(expect.objectContaining({ status: 429 }));
  search(8);
});
