import { HtmlValidate } from "html-validate";
import { matchRoutes } from "react-router";
import { beforeAll, describe, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { sample, sized } from "../support/nightly.ts";
import { readDocument } from "../support/openapi.ts";
import { ask, type Question } from "../support/permissions/ask.ts";
import { type Cast, gatherCast, reenter } from "../support/permissions/cast.ts";
import { describePermissions } from "../support/permissions/document.ts";
import { findForms, formKey } from "../support/permissions/forms.ts";
import { subjects } from "../support/permissions/index.ts";
import { moderatorStatuses } from "../support/permissions/moderator.ts";
import { findRoutes, routed } from "../support/permissions/routes.ts";
import { type Role, type Row, roles } from "../support/permissions/row.ts";

const server = await shareServer(unlimited);
let cast: Cast;
beforeAll(async () => {
  cast = await gatherCast(server);
});

const rows = Object.values(subjects).flat();
const isCall = ([, send]: Row) => send.includes(" /api");
/** A 422 is not a refusal: the sender was allowed to send the form. */
const isRefusal = (status = "") => status === "login" || (Number(status) >= 400 && status !== "422");
const endsSessions = (row: Row) => /logout|end-others/.test(JSON.stringify(row));
const shownForms = new Set<string>();
/** What the HTML standard does not allow, with the first page that has it. */
const invalidHtml = new Map<string, string>();
const validator = new HtmlValidate({ extends: ["html-validate:standard"] });

function validate({ address, answer }: Question): void {
  if (!answer.headers.get("Content-Type")?.startsWith("text/html")) return;
  for (const { messages } of validator.validateStringSync(answer.text).results) {
    for (const { ruleId, message, selector } of messages) {
      const finding = `${ruleId}: ${message}, at ${selector}`;
      if (!invalidHtml.has(finding)) invalidHtml.set(finding, address);
    }
  }
}

/** @returns the address where scripts fetch the data of a page's innermost route */
function dataAddress(address: string): string {
  const [path = "", query] = address.split("?");
  const parameters = new URLSearchParams(query);
  parameters.set("_routes", findRoutes(path).at(-1)?.id ?? "");
  return `${path === "/" ? "/_" : path}.data?${parameters}`;
}

/** Drawing a picture takes a quarter of a second. */
const drawsPicture = ([, , , body]: Row) => JSON.stringify(body ?? {}).includes("@image");

/**
 * The roles to test in the short form: every refused role, the first role for each success status, and one more in
 * rotation unless a picture is drawn.
 */
function pickRoles(row: Row, turn: number): Role[] {
  const [, , statuses] = row;
  const all = statuses.split(" ");
  const others = all.flatMap((status, at) => (isRefusal(status) || all.indexOf(status) === at ? [] : [at]));
  const next = drawsPicture(row) ? undefined : others[turn % others.length];
  return roles.filter((_, at) => at in all && sized(!others.includes(at) || at === next, true));
}

describe.each(Object.entries(subjects))("%s", (_subject, subjectRows) => {
  const cases = subjectRows.map((row, turn) => ({ does: row[0], row, askers: pickRoles(row, turn) }));
  test.each(cases)("$does", async ({ row, askers }) => {
    const [, , statuses] = row;
    const got = statuses.split(" ");
    const validated = new Set<string>();
    expect(got.length).toBe(isCall(row) ? roles.length : roles.length - 1);
    for (const role of askers) {
      const question = await ask(cast, role, row);
      got[roles.indexOf(role)] = question.status;
      // Refusals with the same status are the same page, so the short form validates one of them.
      const isKnown = isRefusal(question.status) && validated.has(question.status);
      if (sized(!isKnown, true)) validate(question);
      validated.add(question.status);
      if (question.answer.status === 200) for (const form of findForms(question)) shownForms.add(form);
      if (endsSessions(row)) await reenter(cast, role);
    }
    expect(got.join(" ")).toBe(statuses);
  });

  const pages = cases.filter(({ row }) => !isCall(row) && sized(row[2].split(" ").some(isRefusal), true));
  const isRead = ({ row }: (typeof cases)[number]) => row[1].startsWith("GET");
  // A page's action is the same function at both addresses, so a sample of posts is enough.
  const asData = [
    ...pages.filter(isRead),
    ...sample(
      pages.filter((page) => !isRead(page)),
      2,
    ),
  ];
  test.each(asData)("$does, at the address of its data", async ({ row }) => {
    const [, send, statuses] = row;
    const [method, address = ""] = send.split(" ");
    const hasData = method === "POST" || findRoutes(address).at(-1)?.isPage;
    const all = statuses.split(" ");
    for (const [index, expected] of all.entries()) {
      // Only the first role for each refusal, because the test above covers all roles.
      if (sized(!isRefusal(expected) || all.indexOf(expected) < index, false)) continue;
      const role = roles[index] ?? "guest";
      const { status } = await ask(cast, role, row, dataAddress);
      // Redirects are sent as data, with status 202.
      const asData = expected === "login" || expected.startsWith("30") ? "202" : expected;
      // Scripts keep what was typed, so only a document is shown again with the texts.
      const asDocument = role === "guest" && expected === "401" && status === "202";
      expect([role, asDocument ? "401" : status]).toEqual([role, hasData ? asData : "404"]);
      if (endsSessions(row)) await reenter(cast, role);
    }
  });
});

describe("The permission table", () => {
  const sends = rows.map(([, send, , body]) => {
    const [method = "", address = ""] = send.split(" ");
    return { method, address, intent: String(body?.intent ?? "") };
  });

  test("every page in `routes.ts` has a row for its loader and its action", () => {
    const loaded = new Set(
      sends
        .filter(({ method }) => method === "GET")
        .flatMap(({ address }) => findRoutes(address).map(({ id }) => id)),
    );
    const posted = new Set(
      sends.filter(({ method }) => method !== "GET").map(({ address }) => findRoutes(address).at(-1)?.id),
    );
    const pages = [...routed.values()].filter(({ path, isPage }) => isPage || !path.startsWith("/api/"));
    expect(pages.length).toBeGreaterThan(60);
    const missing = pages.flatMap(({ id, hasLoader, hasAction }) => [
      ...(hasLoader && !loaded.has(id) ? [`GET ${id}`] : []),
      ...(hasAction && !posted.has(id) ? [`POST ${id}`] : []),
    ]);
    expect(missing).toEqual([]);
  });

  test("every call of the API has a row", async () => {
    const { paths } = await readDocument(server);
    const patterns = Object.keys(paths).map((path) => ({
      path: path.replace(/\{(\w+)\}/g, ":$1"),
      caseSensitive: true,
    }));
    const patternOf = (address: string) =>
      matchRoutes(patterns, address.split("?")[0] ?? "")?.at(-1)?.route.path;
    const asked = new Set(sends.map(({ method, address }) => `${method} ${patternOf(address)}`));
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
    );
    expect(calls.length).toBeGreaterThan(40);
    expect(calls.filter((call) => !asked.has(call))).toEqual([]);
  });

  test("every form and button that a page has shown has a row", () => {
    const posts = sends.filter(({ method }) => method === "POST");
    const tried = new Set(
      posts.flatMap(({ address, intent }) => [formKey(address, intent), formKey(address, "")]),
    );
    expect(shownForms.size).toBeGreaterThan(30);
    expect([...shownForms].filter((form) => !tried.has(form))).toEqual([]);
  });

  test("every page that a role has seen, error pages included, is valid HTML", () => {
    expect([...invalidHtml].map((finding) => finding.join(" of "))).toEqual([]);
  });

  test("every answer that only moderators get belongs to a row", () => {
    const names = rows.map(([does]) => does);
    expect(Object.keys(moderatorStatuses).filter((does) => !names.includes(does))).toEqual([]);
  });

  test("the generated table in the documentation has every row, and shows redirects as such", () => {
    const lines = describePermissions().split("\n");
    for (const [does, send] of rows) {
      expect(lines.filter((line) => line.startsWith(`| ${does} | \`${send}`))).not.toEqual([]);
    }
    expect(lines).toContain(
      "| see the log-in page | `GET /login` | yes | redirect | redirect | redirect | redirect | redirect | – |",
    );
  });
});
