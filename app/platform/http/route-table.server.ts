import type { ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

/** What the server needs to know about a page or an API call before React Router runs. */
export interface KnownRoute {
  /** As in `routes.ts`, such as `/jobs/:id`. */
  pattern: string;
  hasPage: boolean;
  handle: unknown;
}

/** Every route of `routes.ts` that has an address. It knows API calls only by their catch-all routes. */
export const routesOf = ({ routes }: Pick<ServerBuild, "routes">): KnownRoute[] =>
  Object.values(routes)
    .flatMap((route) => (route?.path || route?.index ? [route] : []))
    .map(({ id, module }) => ({
      pattern: patternOf(routes, id),
      hasPage: module.default !== undefined,
      handle: module.handle,
    }));

/** Needed because React Router's `matchRoutes` ranks all routes on each call, which takes half a millisecond. */
export class RouteTable<Route extends { pattern: string }> {
  #routes: Map<string, { route: Route; path: RegExp }[]>;

  constructor(routes: readonly Route[]) {
    const ranked = routes
      .toSorted((a, b) => rank(b.pattern) - rank(a.pattern))
      .map((route) => ({ route, path: toRegExp(route.pattern) }));
    this.#routes = Map.groupBy(ranked, ({ route }) => segmentsOf(route.pattern)[0] ?? "");
  }

  /** @param pathname with or without the `.data` of a data request */
  find(pathname: string): { route: Route; params: Record<string, string | undefined> } | undefined {
    const page = pathname.endsWith(".data") ? pathname.replace(/(\/_)?\.data$/, "") || "/" : pathname;
    const path = page.includes("%") ? decodePath(page) : page;
    const start = path.split("/", 2)[1] ?? "";
    for (const { route, path: pattern } of [
      ...(this.#routes.get(start) ?? []),
      ...(this.#routes.get("*") ?? []),
    ]) {
      const found = pattern.exec(path);
      if (found) return { route, params: decodeSlashes(found.groups) };
    }
    return undefined;
  }
}

const decodeSlashes = (groups: Record<string, string | undefined> = {}) =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value?.replaceAll("%2F", "/")]));

function patternOf(routes: Routes, id: string): string {
  const { path = "", parentId } = routes[id] ?? {};
  const pattern = path.startsWith("/") || !parentId ? path : `${patternOf(routes, parentId)}/${path}`;
  return `/${pattern}`.replace(/\/+/g, "/").replace(/(.)\/$/, "$1");
}

const segmentsOf = (pattern: string): string[] => pattern.split("/").filter(Boolean);

const rank = (pattern: string): number =>
  segmentsOf(pattern).reduce((sum, part) => sum + (part === "*" ? -2 : /^:\w+\??$/.test(part) ? 4 : 11), 0);

function toRegExp(pattern: string): RegExp {
  const source = segmentsOf(pattern).map((part) => {
    if (part === "*") return "(?:/.*)?";
    const segment = `/${part.replaceAll(".", "\\.").replace(/:(\w+)/, "(?<$1>[^/]+)")}`;
    return segment.endsWith("?") ? `(?:${segment.slice(0, -1)})?` : segment;
  });
  return new RegExp(`^${source.join("")}/?$`);
}

function decodePath(pathname: string): string {
  try {
    return pathname
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return pathname;
  }
}
