import { expect, test } from "vitest";
import { countSteps } from "../../../tests/support/count-steps.ts";
import { parseMediaType, readBoundary } from "./media-type.server.ts";

test.each([
  ["text/plain", "text/plain", {}],
  [" Application/JSON ;Charset=utf-8; ", "application/json", { charset: "utf-8" }],
  ['a/b; x="y; z=\\"1\\""; z=2', "a/b", { x: 'y; z="1"', z: "2" }],
])("%j has the type %s", (header, type, parameters) => {
  const parsed = parseMediaType(header);
  expect([parsed?.type, Object.fromEntries(parsed?.parameters ?? [])]).toEqual([type, parameters]);
});

test.each([
  null,
  "",
  "text",
  "text/plain, text/html",
  "text/plain x",
  "text/plain; x",
  "text/plain; x=1; X=2",
  'a/b; x="y',
])("%j has no valid type", (header) => {
  expect(parseMediaType(header)).toBeNull();
});

test.each([
  ["multipart/form-data; boundary=----WebKitFormBoundaryA1", "----WebKitFormBoundaryA1"],
  ['Multipart/Form-Data; boundary="a:b"', "a:b"],
  ['multipart/form-data; x="; boundary=a"; boundary=b', "b"],
  ["multipart/form-data; boundary=a; boundary=b", null],
  ["multipart/form-datax; boundary=a", null],
  ["multipart/mixed; boundary=a", null],
  ["multipart/form-data", null],
  [`multipart/form-data; boundary=${"a".repeat(71)}`, null],
  ['multipart/form-data; boundary="a\\"b"', null],
])("the boundary of %j is %j", (header, boundary) => {
  expect(readBoundary(header)).toBe(boundary);
});

test("a hostile header takes linear time", async () => {
  const parts = [" ", ";", '"', " ;", "; x=1", '; x="\\'];
  const headers = parts.map((part) => `a/b${part.repeat(16_000)}!(`);
  const calls = headers.map((input) => ({ name: "parseMediaType", input }));
  const steps = await countSteps(new URL("./media-type.server.ts", import.meta.url), calls);
  for (const [index, header] of headers.entries())
    expect(steps[index], parts[index]).toBeLessThan(5 * header.length);
});
