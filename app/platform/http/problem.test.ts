import { expect, test } from "vitest";
import { HttpError } from "./problem.server.ts";

test("every 429 and 503 has a Retry-After header", () => {
  expect(new HttpError(429).headers()).toEqual({ "Retry-After": "60" });
  expect(HttpError.withCode("too-many-requests").headers()).toEqual({ "Retry-After": "60" });
  expect(new HttpError(429, "Later", { retryAfter: 10 }).headers()).toEqual({ "Retry-After": "10" });
  expect(new HttpError(503).headers()).toEqual({ "Retry-After": "5" });
  expect(new HttpError(404).headers()).toEqual({});
});
