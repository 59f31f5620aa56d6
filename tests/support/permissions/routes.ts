import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";

/** A route of `app/routes.ts`. */
export interface Routed {
  id: string;
  /** Relative to `app/`. */
  file: string;
  path: string;
  isPage: boolean;
  hasLoader: boolean;
  hasAction: boolean;
}

// `routes.ts` resolves file names against this folder.
(globalThis as { __reactRouterAppDirectory?: string }).__reactRouterAppDirectory = "app";
const { default: entries } = await import("../../../app/routes.ts");

const exportsOf = (file: string) => {
  const source = readFileSync(`app/${file}`, "utf8");
  const has = (name: string) =>
    new RegExp(`^export (?:async )?(?:function|const) ${name}\\b|^export \\{[^}]*\\b${name}\\b`, "m").test(
      source,
    );
  return {
    isPage: has("default") || /^export default/m.test(source),
    hasLoader: has("loader"),
    hasAction: has("action"),
  };
};

/** Every route by React Router's id. */
export const routed = new Map<string, Routed>();

const toObject = ({ id, path, file, index, children }: RouteConfigEntry, parent: string): RouteObject => {
  const routeId = id ?? file.replace(/\.tsx?$/, "");
  const whole = path?.startsWith("/") ? path : `${parent}/${path ?? ""}`.replace(/\/$/, "");
  routed.set(routeId, { id: routeId, file, path: whole || "/", ...exportsOf(file) });
  if (index) return { id: routeId, index: true, ...(path !== undefined && { path }) };
  return {
    id: routeId,
    caseSensitive: true,
    ...(path !== undefined && { path }),
    ...(children && { children: children.map((child) => toObject(child, whole)) }),
  };
};
const objects = (entries as RouteConfigEntry[]).map((entry) => toObject(entry, ""));

/** A cache by path, because `matchRoutes` compiles every route on each call. */
const found = new Map<string, Routed[]>();

/** @returns the nested routes that match an address. The last one answers */
export function findRoutes(address: string): Routed[] {
  const [path = ""] = address.split("?");
  const known = found.get(path);
  if (known) return known;
  const matches = matchRoutes(objects, path) ?? [];
  const routes = matches.flatMap(({ route }) => routed.get(route.id ?? "") ?? []);
  found.set(path, routes);
  return routes;
}
