import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import { getTablesVersion } from "#db/table-versions.ts";
import { pickEncoding } from "./compression.server.ts";
import { hostCookieName, readChoices } from "./cookies.server.ts";
import type { RequestContext } from "./request-context.server.ts";

/** What a route declares as `handle.guestPage` when its page is the same for every guest and needs no React. */
export interface GuestPage {
  /** The query parameters that the page depends on. */
  params: readonly string[];
  /** The tables that the page shows. */
  tables: readonly string[];
}

const maxAgeMs = 60_000;
const maxTotalBytes = 24 * 1024 * 1024;
/** Counted for an entry's headers and bookkeeping, so that many small pages are bounded too. */
const entryOverheadBytes = 2_048;
/** Longer queries are rendered for each request. */
const maxQueryLength = 500;

interface Entry {
  body: Buffer;
  headers: OutgoingHttpHeaders;
  /** The same without those that describe a body, for a 304. */
  knownHeaders: OutgoingHttpHeaders;
  etag: string;
  version: string;
  expiresAt: number;
}

/** The request for a page that every guest may share. */
export interface GuestRequest {
  key: string;
  /** The address without the parameters that the page does not know: the one to render. */
  url: string;
  /** The tables' version before the page was rendered. */
  version: string;
}

/**
 * Keeps the pages of guests rendered and compressed, until something they show is written or a minute has passed.
 * Nothing that was made for a request with a session is ever kept or served from here.
 */
export class GuestPages {
  #patterns: { path: RegExp; page: GuestPage }[];
  #entries = new Map<string, Entry>();
  #totalBytes = 0;

  constructor(build: Pick<ServerBuild, "routes">) {
    this.#patterns = Object.values(build.routes).flatMap((route) => {
      const page = (route?.module.handle as { guestPage?: GuestPage } | undefined)?.guestPage;
      if (!route || !page) return [];
      const segments = getFullPath(build.routes, route.id).split("/").filter(Boolean);
      const source = segments.map((part) => (part.startsWith(":") ? "/[^/]{1,100}" : `/${part}`)).join("");
      return [{ path: new RegExp(`^${source || "/"}$`), page }];
    });
  }

  /** What a request asks for, or null when its page cannot be shared. */
  match(req: IncomingMessage, requestContext: RequestContext): GuestRequest | null {
    if (!requestContext.isCanonical || (req.method !== "GET" && req.method !== "HEAD")) return null;
    const { pathname, origin } = requestContext;
    const { cookie = "", authorization } = req.headers;
    if (authorization !== undefined || cookie.includes(hostCookieName(requestContext, "session")))
      return null;
    // A body would have to be read first.
    if (req.headers["transfer-encoding"] ?? req.headers["content-length"]) return null;
    const page = this.#patterns.find(({ path }) => path.test(pathname))?.page;
    const search = (req.url ?? "").slice(pathname.length);
    // The data that React Router's scripts fetch has the page's address with this ending.
    if (!page || pathname.endsWith(".data") || search.length > maxQueryLength) return null;
    const query = search === "" ? "" : canonicalQuery(search, page.params);
    const { theme, hasNoScripts } = readChoices(cookie);
    const encoding = pickEncoding(req.headers["accept-encoding"]);
    const savesData = req.headers["save-data"] === "on";
    return {
      key: [origin, pathname, query, theme, hasNoScripts, encoding, savesData].join("\n"),
      url: pathname + query,
      version: getTablesVersion(page.tables),
    };
  }

  /** Sends the kept page. Returns false when there is none, or it is out of date. */
  send(request: GuestRequest, req: IncomingMessage, res: ServerResponse, requestId: string): boolean {
    const entry = this.#entries.get(request.key);
    if (!entry) return false;
    if (entry.version !== request.version || entry.expiresAt < performance.now()) {
      this.#delete(request.key, entry);
      return false;
    }
    const known = req.headers["if-none-match"];
    // Proxies that compress mark a tag as weak.
    const isKnown = known?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === entry.etag) ?? false;
    const headers = isKnown ? entry.knownHeaders : entry.headers;
    res.writeHead(isKnown ? 304 : 200, { ...headers, "x-request-id": requestId });
    res.end(isKnown || req.method === "HEAD" ? undefined : entry.body);
    return true;
  }

  /** Keeps a rendered page. @param headers all that it was sent with */
  keep(request: GuestRequest, body: Buffer, headers: Headers): void {
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
    const sent = { ...Object.fromEntries(headers), etag };
    const entry: Entry = {
      body,
      etag,
      headers: { ...sent, "content-length": body.length },
      knownHeaders: Object.fromEntries(
        Object.entries(sent).filter(([name]) => !/^content-(type|encoding)$/.test(name)),
      ),
      version: request.version,
      expiresAt: performance.now() + maxAgeMs,
    };
    const before = this.#entries.get(request.key);
    if (before) this.#delete(request.key, before);
    this.#entries.set(request.key, entry);
    this.#totalBytes += countBytes(request.key, entry);
    for (const [key, oldest] of this.#entries) {
      if (this.#totalBytes <= maxTotalBytes) break;
      this.#delete(key, oldest);
    }
  }

  #delete(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#totalBytes -= countBytes(key, entry);
  }
}

const countBytes = (key: string, { body }: Entry): number => body.length + key.length + entryOverheadBytes;

/** The known parameters of a query in the order of their declaration, so that an address has one copy. */
function canonicalQuery(search: string, params: readonly string[]): string {
  const query = new URLSearchParams(search);
  const known = params.flatMap((name) => query.getAll(name).map((value) => [name, value]));
  return known.length > 0 ? `?${new URLSearchParams(known)}` : "";
}

/** The path of a route below its parents'. One that begins with a slash is whole already. */
function getFullPath(routes: ServerBuild["routes"], id: string): string {
  const route = routes[id];
  const path = route?.path ?? "";
  if (!route?.parentId || path.startsWith("/")) return path;
  return `${getFullPath(routes, route.parentId)}/${path}`;
}
