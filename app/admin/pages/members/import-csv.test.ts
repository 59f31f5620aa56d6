import { expect, test } from "vitest";
import { countSteps } from "../../../../tests/support/count-steps.ts";
import { decodeText, parseCsv } from "./import-csv.server.ts";

const filled = (text: string) => [...parseCsv(text)].filter(({ cells }) => cells.length > 0);
const rows = (text: string) => filled(text).map(({ cells }) => cells);

test("commas, semicolons and tabs separate cells", () => {
  expect(rows("a,b;c\n1,2;3")).toEqual([
    ["a", "b;c"],
    ["1", "2;3"],
  ]);
  expect(rows("a;b;c,d\r\n1;2;3")).toEqual([
    ["a", "b", "c,d"],
    ["1", "2", "3"],
  ]);
  expect(rows("a\tb\r1\t2")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
});

test("quoted cells may contain separators, line breaks and quotes, and lines are counted as in spreadsheets", () => {
  const text = 'a,b\n"x, ""y""","two\r\nlines"\n\n , \nlast,"open';
  expect(rows(text)).toEqual([
    ["a", "b"],
    ['x, "y"', "two\r\nlines"],
    ["last", "open"],
  ]);
  expect(filled(text).map(({ line }) => line)).toEqual([1, 2, 6]);
});

test("a quote that is never closed ends with its line", () => {
  const open = (text: string) => filled(text).flatMap(({ line, isQuoteOpen }) => (isQuoteOpen ? [line] : []));
  const text = 'a,b\n1,"two\nlines"\n2,"open\n"3",x\n4,"y"\n"z"';
  expect(open(text)).toEqual([4]);
  expect(rows(text)).toEqual([["a", "b"], ["1", "two\nlines"], ["2", "open"], ["3", "x"], ["4", "y"], ["z"]]);
  expect(open('a\n"b')).toEqual([2]);
  expect(open('a\n"b" c')).toEqual([]);
});

test("an empty text has no rows, and cells may be empty", () => {
  expect(rows("")).toEqual([]);
  expect(rows("\n\r\n\n")).toEqual([]);
  expect(rows('a,,c\n"",x,')).toEqual([
    ["a", "", "c"],
    ["", "x", ""],
  ]);
});

test("hostile texts take linear time", async () => {
  const pieces = ['"', '""', '"a', ",", "\n", '"\n', "a", ',"', '"a\nb'];
  const texts = pieces.map((piece) => piece.repeat(80_000 / piece.length));
  const calls = texts.map((input) => ({ name: "parseCsv", input }));
  const steps = await countSteps(new URL("./import-csv.server.ts", import.meta.url), calls);
  for (const [index, text] of texts.entries())
    expect(steps[index], JSON.stringify(pieces[index])).toBeLessThan(30 * text.length);
});

test.each([
  ["UTF-8", Buffer.from("Zoë,é")],
  ["UTF-8 with its mark", Buffer.from("\ufeffZoë,é")],
  ["UTF-16", Buffer.from("\ufeffZoë,é", "utf16le")],
  ["UTF-16, the other way round", Buffer.from("\ufeffZoë,é", "utf16le").swap16()],
  ["Windows-1252", Buffer.from("Zoë,é", "latin1")],
])("a list in %s is read", (_, bytes) => expect(decodeText(bytes)).toBe("Zoë,é"));

test("a spreadsheet's own format and other binary files are refused", () => {
  expect(decodeText(Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]))).toBeNull();
  expect(decodeText(Buffer.from("a\u0000b"))).toBeNull();
});
