import {
  createRequestHandler,
  matchRoutes,
  type RequestHandler,
  type RouteObject,
  type ServerBuild,
} from "react-router";

/** What asks the product's routes. */
export interface Router {
  /** Has the route of an address respond. */
  route: RequestHandler;
  /** Whether an address belongs to a route with a page. Like the one below, it takes the `.data` of data requests, too. */
  hasPage(pathname: string): boolean;
  /** The pattern of the route that an address belongs to, such as `/jobs/:id`, or `other`. */
  patternOf(pathname: string): string;
}

/** The routes for addresses that start with the same two parts. */
interface Section {
  tree: RouteObject[];
  handle: RequestHandler;
}

/**
 * Routes each request among the few routes its address can match. React Router's work grows with the number of routes
 * it knows (docs/decisions/0028).
 */
export function createRouter(build: ServerBuild): Router {
  const ids = Object.keys(build.routes);
  const patterns = new Map(ids.map((id) => [id, patternOfRoute(build, id)]));
  const everything = createSection(build, ids);
  const sections = new Map<string, Section | null>(
    [...patterns.values()].flatMap((pattern) => staticStarts(partsOf(pattern))).map((start) => [start, null]),
  );

  function sectionOf(pathname: string): Section {
    const parts = partsOf(decodePath(pathWithoutData(pathname)));
    const start = [parts.join("/"), parts.slice(0, 1).join("/")].find((key) => sections.has(key));
    if (start === undefined) return everything;
    let section = sections.get(start);
    if (!section) {
      const owned = ids.filter((id) => mayStartWith(partsOf(patterns.get(id) ?? ""), partsOf(start)));
      section = createSection(build, withParents(build, owned));
      sections.set(start, section);
    }
    return section;
  }
  const idOf = (pathname: string) =>
    matchRoutes(sectionOf(pathname).tree, pathWithoutData(pathname))?.at(-1)?.route.id ?? "";

  return {
    route: (request, context) => sectionOf(new URL(request.url).pathname).handle(request, context),
    hasPage: (pathname) => build.routes[idOf(pathname)]?.module.default !== undefined,
    patternOf: (pathname) => {
      const pattern = patterns.get(idOf(pathname));
      return pattern === undefined || pattern.includes("*") ? "other" : pattern;
    },
  };
}

const pathWithoutData = (pathname: string) => pathname.replace(/(\/_)?\.data$/, "") || "/";

/** An address as React Router compares it: one that cannot be decoded as it is. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const partsOf = (path: string): string[] => path.split("/").filter(Boolean).slice(0, 2);
const isVariable = (part: string | undefined) => part !== undefined && /^[:*]|\?$/.test(part);

/** The starts of a pattern without its variables: for `/jobs/:id` nothing at all, and `jobs`. */
const staticStarts = (parts: string[]): string[] =>
  [[], parts.slice(0, 1), parts].filter((start) => !start.some(isVariable)).map((start) => start.join("/"));

/** Whether a route may belong to an address whose longest known start this is. */
function mayStartWith(parts: string[], start: string[]): boolean {
  for (const index of [0, 1]) {
    const part = parts[index];
    // What may be left out shifts the parts behind it, and a `*` takes them all.
    if (part?.startsWith("*") || part?.endsWith("?")) return true;
    if (part !== start[index] && !isVariable(part)) return false;
  }
  return true;
}

function patternOfRoute(build: ServerBuild, id: string | undefined): string {
  const route = id === undefined ? undefined : build.routes[id];
  if (!route) return "";
  const { path = "", parentId } = route;
  const pattern = path.startsWith("/") ? path : `${patternOfRoute(build, parentId)}/${path}`;
  return pattern.replace(/\/+/g, "/").replace(/(.)\/$/, "$1");
}

function withParents(build: ServerBuild, ids: string[]): string[] {
  const all = new Set<string>();
  for (const own of ids) {
    for (let id: string | undefined = own; id !== undefined; id = build.routes[id]?.parentId) all.add(id);
  }
  return Object.keys(build.routes).filter((id) => all.has(id));
}

function createSection(build: ServerBuild, ids: string[]): Section {
  const pick = <T>(routes: Record<string, T>) =>
    Object.fromEntries(ids.flatMap((id) => (id in routes ? [[id, routes[id]]] : []))) as Record<string, T>;
  const routes = pick(build.routes);
  const childrenOf = (parentId?: string): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route !== undefined)
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index, caseSensitive }) =>
        index ? { id, path, index, caseSensitive } : { id, path, caseSensitive, children: childrenOf(id) },
      );
  const assets = { ...build.assets, routes: pick(build.assets.routes) };
  return {
    tree: childrenOf(),
    handle: createRequestHandler({ ...build, routes, assets }, process.env.NODE_ENV),
  };
}
