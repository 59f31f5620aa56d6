import { expect, test } from "vitest";
import { mailHref } from "./mail-href.ts";

test("a mail link has one receiver and only our own fields", () => {
  expect(mailHref("ila@northlight.example")).toBe("mailto:ila@northlight.example");
  const href = new URL(mailHref("a?bcc=x&body=y#%40b@c.example", "Application: C & C++?"));
  expect(decodeURIComponent(href.pathname)).toBe("a?bcc=x&body=y#%40b@c.example");
  expect([...href.searchParams]).toEqual([["subject", "Application: C & C++?"]]);
  expect(href.hash).toBe("");
});
