import type { ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

export interface KnownRoute {
  pattern: string;
  module: NonNullable<Routes[string]>["module"];
}

/** React Router's `matchRoutes` ranks all routes again at each call, which takes half a millisecond. */
export class RouteTable {
  #routes: Map<string, (KnownRoute & { path: RegExp })[]>;

  constructor({ routes }: Pick<ServerBuild, "routes">) {
    const known = Object.values(routes)
      .flatMap((route) => (route?.path || route?.index ? [route] : []))
      .map(({ id, module }) => ({ pattern: patternOf(routes, id), module }))
      .sort((a, b) => rank(b.pattern) - rank(a.pattern))
      .map((route) => ({ ...route, path: toRegExp(route.pattern) }));
    this.#routes = Map.groupBy(known, ({ pattern }) => segmentsOf(pattern)[0] ?? "");
  }

  /** @param pathname with or without the `.data` of a data request */
  find(pathname: string): KnownRoute | undefined {
    const page = pathname.endsWith(".data") ? pathname.replace(/(\/_)?\.data$/, "") || "/" : pathname;
    const path = page.includes("%") ? decodePath(page) : page;
    const start = path.split("/", 2)[1] ?? "";
    const byPath = (route: { path: RegExp }) => route.path.test(path);
    return this.#routes.get(start)?.find(byPath) ?? this.#routes.get("*")?.find(byPath);
  }
}

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
    const segment = `/${part.replaceAll(".", "\\.").replace(/:\w+/, "[^/]+")}`;
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
