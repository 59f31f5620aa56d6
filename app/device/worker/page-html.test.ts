import { expect, test } from "vitest";
import { addScript, fillOfflinePage, findHeader, linkTo, listLinkedFiles, markKept } from "./page-html.ts";

const offline =
  '<html lang="en"><body><header>guest</header><a href="/offline">Try again</a><ul class="a" data-pages="true"></ul><header>You</header></body></html>';

test("the files of a page are its styles, scripts and drawings", () => {
  const html =
    '<link href="/assets/a-1.css"><use href="/assets/icons-2.svg#file"><img src="/drawings/scene-boat.svg"><a href="/jobs">';
  expect(listLinkedFiles(html)).toEqual([
    "/assets/a-1.css",
    "/assets/icons-2.svg",
    "/drawings/scene-boat.svg",
  ]);
  expect(listLinkedFiles("<p>None</p>")).toEqual([]);
});

test("a stored page says so, and a member's has the header without a name", () => {
  expect(markKept('<html lang="en"><header>guest</header>', "away", 7)).toBe(
    '<html data-kept="away" data-kept-at="7" lang="en"><header>guest</header>',
  );
  expect(markKept('<html lang="en"><header>guest</header>', "away", 7, "<header>$& You</header>")).toBe(
    '<html data-reader="member" data-kept="away" data-kept-at="7" lang="en"><header>$& You</header>',
  );
  expect(findHeader(offline)).toBe("<header>You</header>");
});

test("the offline page leads to the page that did not load, or says that a form was not sent", () => {
  const page = fillOfflinePage(offline, "/jobs?a=1&b=$&", "<li>$1</li>", undefined);
  expect(page).toContain('<html data-kept="none" lang="en">');
  expect(page).toContain('href="/jobs?a=1&amp;b=$&amp;"');
  expect(page).toContain('data-pages="true"><li>$1</li></ul>');
  const unsent = fillOfflinePage(offline, undefined, "", "<header>You</header>");
  expect(unsent).toContain('<html data-kept="unsent" data-reader="member" lang="en">');
  expect(unsent).toContain('href="/"');
  expect(unsent).not.toContain("guest");
});

test("a stored page is listed by its title, without the number of notices and the site's name", () => {
  expect(linkTo("/jobs?a=1&b=2", "<title>(3+) Lamp keeper &amp; more · Quadrant</title>")).toBe(
    '<li><a href="/jobs?a=1&amp;b=2">Lamp keeper &amp; more</a></li>',
  );
  expect(linkTo("/jobs", "<p>No title</p>")).toBe('<li><a href="/jobs"></a></li>');
});

test("only a page without React gets the script for stored pages", () => {
  expect(addScript("<body></body>")).toBe('<body><script type="module" src="/kept-page.js"></script></body>');
  const react = "<body><script>window.__reactRouterContext = {}</script></body>";
  expect(addScript(react)).toBe(react);
});
