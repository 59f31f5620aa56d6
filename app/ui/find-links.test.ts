import { expect, test } from "vitest";
import { countSteps } from "../../tests/support/count-steps.ts";
import { findLinks } from "./find-links.ts";

const linksIn = (text: string) => findLinks(text).flatMap((part) => (part.isLink ? [part.text] : []));

test("http and https addresses are found without the sentence's punctuation", () => {
  expect(
    linksIn(
      "See https://a.example/x?y=1#z, then HTTP://B.example. (https://c.example/d_(e)) [https://f.example]",
    ),
  ).toEqual([
    "https://a.example/x?y=1#z",
    "HTTP://B.example",
    "https://c.example/d_(e)",
    "https://f.example",
  ]);
  expect(linksIn("“https://a.example/क्वांटम”…")).toEqual(["https://a.example/क्वांटम"]);
});

test("punctuation of other scripts ends an address", () => {
  for (const end of ["।", "॥", "।।", "۔", "؟", "،", "。", "、", "！", "？」", "）", "।और", "。次に"]) {
    expect(linksIn(`देखें https://a.example/x${end}`), end).toEqual(["https://a.example/x"]);
  }
  expect(linksIn("देखें https://a.example/ज्ञान। और http://b.example।")).toEqual([
    "https://a.example/ज्ञान",
    "http://b.example",
  ]);
});

test("everything else is left as text", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://a.example",
    "www.a.example",
    "https://",
    "http://]",
    "https://bank.example@other.example/",
    "<a href=x>",
    "",
    `https://a.example/${"x".repeat(3_000)}`,
  ]) {
    expect(linksIn(text), text).toEqual([]);
  }
});

test("every character of the text is kept", () => {
  const texts = [
    "",
    "a\n\nb",
    "x https://a.example/). y",
    "https://a.example",
    "https://https://a.example!!",
  ];
  for (const text of texts) {
    expect(
      findLinks(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  }
});

test("a hostile text takes linear time", async () => {
  const hostile = [
    "https://",
    "h",
    "http://a.example ",
    ")",
    "https://a.example/(",
    "https://a.example/)",
    ". ",
  ];
  const texts = hostile.map((piece) => `https://a.example/${piece.repeat(100_000 / piece.length)}`);
  const calls = texts.map((input) => ({ name: "findLinks", input }));
  const steps = await countSteps(new URL("./find-links.ts", import.meta.url), calls);
  for (const [index, text] of texts.entries())
    expect(steps[index], hostile[index]).toBeLessThan(10 * text.length);
});
