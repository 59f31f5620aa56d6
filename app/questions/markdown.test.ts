import { expect, test } from "vitest";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { countSteps } from "../../tests/support/count-steps.ts";
import { renderDescription, renderMarkdown, toPlainText } from "./markdown.server.ts";

const length = 20_000;
const fill = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

const hostileParts = [
  ...["[", "[]", "[a](", "*a", "**a *b ", "*", "_a_ *", "> ", "- ", "> - ", "` `` ``` ", "<http://", "\\"],
  ...[
    "&amp",
    "```\n",
    "[a](<b",
    "1. a\n",
    "> a\nb\n",
    "- a\n  - b\n    - c\n",
    "http://a.b ",
    "http://",
    "https://a",
    "//",
    "http:",
    "://",
    "www.a.b@c.d ",
    "mailto:a@",
    "\n",
  ],
];

test("any 20,000 characters take at most 50 steps each to render, or are refused", async () => {
  const calls = hostileParts.map((part) => ({ name: "renderDescription", input: fill(part) }));
  const steps = await countSteps(new URL("./markdown.server.ts", import.meta.url), calls);
  for (const [index, part] of hostileParts.entries())
    expect(steps[index], JSON.stringify(part)).toBeLessThan(50 * length);
});

test.each(hostileParts)("20,000 characters of %j render, or are refused with 422", (part) => {
  try {
    expect(renderMarkdown(fill(part))).not.toBe("");
  } catch (error) {
    expect(error).toBeInstanceOf(HttpError);
    expect((error as HttpError).status).toBe(422);
  }
});

test.each([
  ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"],
  ["[a](javascript:alert(1))", "<p>[a](javascript:alert(1))</p>\n"],
  ["[a](//evil.example)", "<p>[a](//evil.example)</p>\n"],
  ["[a](data:text/html,x)", "<p>[a](data:text/html,x)</p>\n"],
  [
    "![a](https://b.example/c.png)",
    '<p>!<a href="https://b.example/c.png" rel="nofollow ugc noopener">a</a></p>\n',
  ],
  [
    "https://b.example",
    '<p><a href="https://b.example" rel="nofollow ugc noopener">https://b.example</a></p>\n',
  ],
  ["# A heading", "<p># A heading</p>\n"],
])("the Markdown %j is rendered as %j", (text, html) => {
  expect(renderMarkdown(text)).toBe(html);
});

test.each([
  ["Hi *there*, **you**\nand `code`", "Hi there, you\nand code"],
  ["- one\n- two\n  - deep\n\n3. x", "- one\n- two\n  - deep\n\n3. x"],
  ["> [Map](https://b.example)\n\n<https://c.example>", "Map (https://b.example)\n\nhttps://c.example"],
  ["```\na *b*\n```", "a *b*"],
  ["2 * 3 < 7 & so on", "2 * 3 < 7 & so on"],
])("the Markdown %j has the plain text %j", (text, plain) => {
  expect(toPlainText(text)).toBe(plain);
});

test.each(["> ", "- "])("%j may be nested five levels deep, not six", (mark) => {
  expect(renderMarkdown(`${mark.repeat(5)}a`)).toContain("a");
  expect(() => renderMarkdown(`${mark.repeat(6)}a`)).toThrow(HttpError);
  expect(renderDescription(`${mark.repeat(6)}a`)).toBe(`<p>${mark.replace(">", "&gt;").repeat(6)}a</p>`);
});

test.each([
  `${"> ".repeat(19)}a\n\n`,
  "> > > > > a\n\n",
  "- - - - - a\n\n",
  "http://a.b ",
  '"',
  "**a** ",
  "> a\n\nb\n\n",
])("20,000 characters of %j render to at most 100,000 characters of HTML", (part) => {
  const text = fill(part);
  const description = renderDescription(text);
  // At most the escaped source: escaping turns one character into up to six.
  expect(description.length).toBeLessThanOrEqual(6 * text.length + "<p></p>".length);
  try {
    expect(renderMarkdown(text).length).toBeLessThanOrEqual(100_000);
  } catch (error) {
    expect((error as HttpError).status).toBe(422);
  }
});
