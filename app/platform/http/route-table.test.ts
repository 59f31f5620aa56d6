import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { Random } from "../../../tools/fuzz/random.ts";
import { RouteTable, routesOf } from "./route-table.server.ts";

const printed = execFileSync("npx", ["react-router", "routes", "--json"], { encoding: "utf8" });
const [root] = JSON.parse(printed) as RouteConfigEntry[];

const routes: ServerBuild["routes"] = {
  root: { id: "root", parentId: undefined, path: "", module: { default: () => null } },
} as unknown as ServerBuild["routes"];
function addRoute({ id, file, path, index, caseSensitive, children }: RouteConfigEntry, parentId: string) {
  const routeId = id ?? file.replace(/\.tsx?$/, "");
  const module = { default: file.endsWith(".tsx") ? () => null : undefined };
  Object.assign(routes, { [routeId]: { id: routeId, parentId, path, index, caseSensitive, module } });
  for (const child of children ?? []) addRoute(child, routeId);
}
for (const entry of root?.children ?? []) addRoute(entry, "root");
// `routes.ts` has a catch-all route for each noun of the API. The calls are in each feature's `api.ts` or `api/`.
for (const file of globSync(["app/*/api.ts", "app/*/api/*.ts"]))
  for (const [, found = ""] of readFileSync(file, "utf8").matchAll(/^ {2}"(\/api\/.+)": /gm)) {
    const path = found.replace(/\{(\w+)\}/g, ":$1");
    Object.assign(routes, { [path]: { id: path, parentId: "root", path, caseSensitive: true, module: {} } });
  }

const table = new RouteTable(routesOf({ routes }));
const patternOf = (pathname: string) => table.find(pathname)?.route.pattern ?? "none";

const toObject = (parentId?: string): RouteObject[] =>
  Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id, path = "", index, caseSensitive = false } = route as { id: string } & RouteObject;
      return index ? { id, path, index, caseSensitive } : { id, path, caseSensitive, children: toObject(id) };
    });
const tree = toObject();

/** Returns the pattern of the route that React Router matches. */
function patternOfMatch(pathname: string): string {
  const matches = matchRoutes(tree, pathname) ?? [];
  const pattern = matches.reduce(
    (start, { route: { path = "" } }) => (path.startsWith("/") ? path : `${start}/${path}`),
    "",
  );
  if (matches.length === 0) return "none";
  return pattern.replace(/\/+/g, "/").replace(/(.)\/$/, "$1");
}

test("the table finds the same route as React Router", () => {
  const random = new Random(1);
  const patterns = Object.values(routes).map((route) => route?.path ?? "");
  const parts = patterns.flatMap((pattern) => pattern.split("/").filter(Boolean));
  const values = ["", "7", "new", "jobs", "a.ics", "%6Aobs", "x%2Fy", "NEW", "_", "नोट"];
  const found = new Set<string>();
  for (let turn = 0; turn < 800; turn++) {
    const start = random.pick(patterns).split("/").filter(Boolean);
    const pathname = [...start, ...random.several(2, () => random.pick(parts))]
      .map((part) => (random.isTrue(0.05) ? random.pick(values) : part))
      .map((part) => part.replace(/^:\w+\??|^\*/, random.pick(values)))
      .map((part) => (random.isTrue(0.05) ? part.toUpperCase() : part))
      .reduce((path, part) => `${path}/${part}`, random.pick(["", "", "/api", "/admin", "/account"]))
      // `canonicalizePath` has joined repeated slashes before a path is looked up.
      .replace(/\/{2,}$/, "/");
    const pattern = patternOfMatch(pathname || "/");
    found.add(pattern);
    expect([pathname, patternOf(pathname || "/")]).toEqual([pathname, pattern]);
  }
  expect(found.size).toBeGreaterThan(85);
});

test("the table finds an address's route, with and without the `.data` of a data request", () => {
  expect(patternOf("/jobs/7")).toBe("/jobs/:id");
  expect(patternOf("/jobs/7.data")).toBe("/jobs/:id");
  expect(patternOf("/_.data")).toBe("/");
  expect(patternOf("/wp-login.php")).toBe("/*");
});

test("the table decodes an address's parameters like React Router", () => {
  for (const path of [
    "/api/jobs/7",
    "/api/jobs/x%2Fy",
    "/api/jobs/%E0%A4%A8",
    "/api/messages/history/7/anon_1",
  ]) {
    expect(table.find(path)?.params, path).toEqual(matchRoutes(tree, path)?.at(-1)?.params);
  }
  expect(table.find("/api/jobs/x%2Fy")?.params).toEqual({ id: "x/y" });
});
