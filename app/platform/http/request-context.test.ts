import { expect, test } from "vitest";
import { canonicalizePath, parseForwardedAddress } from "./request-context.server.ts";

test.each([
  ["/%6dessages/82", "/messages/82"],
  ["//messages///82", "/messages/82"],
  ["/x/../messages/82", "/messages/82"],
  ["/x/%2E%2e/messages", "/messages"],
  ["/\\messages", "/messages"],
  ["/files/1/Notes%20%28A%29.pdf", "/files/1/Notes%20%28A%29.pdf"],
  ["/files/1/%E0%A4%A8.pdf", "/files/1/%E0%A4%A8.pdf"],
  ["/a%2Fb%25", "/a%2Fb%25"],
  ["*", "*"],
])("%s has the canonical path %s, which is its own canonical path", (path, canonical) => {
  expect(canonicalizePath(path)).toBe(canonical);
  expect(canonicalizePath(canonical)).toBe(canonical);
});

test.each([
  ["198.51.100.7", "198.51.100.7"],
  ["198.51.100.7:52110", "198.51.100.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["unknown", null],
  ["", null],
  ["198.51.100.7, x", null],
])("the address of the forwarded entry %j is %j", (entry, address) => {
  expect(parseForwardedAddress(entry)).toBe(address);
});
