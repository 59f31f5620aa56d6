import { expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect.server.ts";

const outside = [
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\\/evil.example",
  "//\\evil.example",
  "/.//evil.example",
  "/./\\evil.example",
  "/..//evil.example",
  "/../\\evil.example",
  "/x/..//evil.example",
  "/x/../\\evil.example",
  "/x/y/../..//evil.example",
  "/.//./evil.example",
  "/././/evil.example",
  "/./.././/evil.example",
  "/%2e//evil.example",
  "/%2e%2e//evil.example",
  "/%2E%2E/%2e//evil.example",
  "/.%2e//evil.example",
  "/x/%2e%2e//evil.example",
  "/x/%2e%2e\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "/.\t//evil.example",
  "/.\n/\\evil.example",
  "/\t.//evil.example",
  "\t//evil.example",
  " //evil.example",
  "http://evil.example",
  "https:/evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "mailto:a@b.example",
  "//user:password@evil.example",
  "/.//evil.example/..//x",
  "//[::1]/x",
  "evil.example",
  "?x",
  "#x",
  "",
  null,
  `/${"a".repeat(5_000)}`,
];

test.each(outside)("%j redirects to the home page", (redirectTo) => {
  expect(safeRedirect(redirectTo)).toBe("/");
});

test.each([
  ["/", "/"],
  ["/jobs", "/jobs"],
  ["/jobs?search=a%20b&x=//y#z", "/jobs?search=a%20b&x=//y#z"],
  ["/messages/7?anonymous=1", "/messages/7?anonymous=1"],
  ["/a/../jobs", "/jobs"],
  ["/jobs//evil.example", "/jobs//evil.example"],
  ["/%2f/evil.example", "/%2f/evil.example"],
  ["/%5cevil.example", "/%5cevil.example"],
])("%s redirects to %s on our own site", (redirectTo, path) => {
  expect(safeRedirect(redirectTo)).toBe(path);
  expect(new URL(path, "http://own.example/login").origin).toBe("http://own.example");
});
