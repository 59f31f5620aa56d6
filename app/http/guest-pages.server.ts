import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import { getTablesVersion } from "#db/table-versions.ts";
import { type Encoding, pickEncoding } from "./compression.server.ts";
import { hostCookieName } from "./cookies.server.ts";
import type { RequestContext } from "./request-context.server.ts";

/** What a route declares as `handle.guestPage` when its page is the same for every guest. */
export interface GuestPage {
  /** The query parameters that the page depends on. */
  params: readonly string[];
  /** The tables that the page shows. */
  tables: readonly string[];
}

const maxAgeMs = 60_000;
const maxTotalBytes = 24 * 1024 * 1024;
/** Longer queries are rendered for each request. */
const maxQueryLength = 500;

interface Entry {
  body: Buffer;
  headers: Record<string, string>;
  etag: string;
  version: number;
  expiresAt: number;
}

/** The request for a page that every guest may share. */
export interface GuestRequest {
  key: string;
  page: GuestPage;
  encoding: Encoding | null;
  /** The tables' version before the page was rendered. */
  version: number;
  /** Whether the address has exactly the parameters that the page depends on, so that its copy may be kept. */
  isCanonical: boolean;
}

/**
 * Keeps the pages of guests rendered and compressed, until something they show is written or a minute has passed.
 * Nothing that was made for a request with a session is ever kept or served from here.
 */
export class GuestPages {
  #patterns: { path: RegExp; page: GuestPage }[];
  #entries = new Map<string, Entry>();
  #totalBytes = 0;

  constructor(build: ServerBuild) {
    this.#patterns = Object.values(build.routes).flatMap((route) => {
      const page = (route?.module.handle as { guestPage?: GuestPage } | undefined)?.guestPage;
      if (!route || !page) return [];
      const segments = (route.path ?? "").split("/").filter(Boolean);
      const source = segments.map((part) => (part.startsWith(":") ? "/[^/]{1,100}" : `/${part}`)).join("");
      return [{ path: new RegExp(`^${source || "/"}$`), page }];
    });
  }

  /** What a request asks for, or null when its page cannot be shared. */
  match(req: IncomingMessage, requestContext: RequestContext): GuestRequest | null {
    if (!requestContext.isCanonical || (req.method !== "GET" && req.method !== "HEAD")) return null;
    const cookies = req.headers.cookie ?? "";
    if (cookies.includes(hostCookieName(requestContext, "session"))) return null;
    const page = this.#patterns.find(({ path }) => path.test(requestContext.pathname))?.page;
    const search = (req.url ?? "").slice(requestContext.pathname.length);
    if (!page || search.length > maxQueryLength) return null;
    const canonical = search === "" ? "" : canonicalQuery(search, page.params);
    const theme = /(?:^|; )theme=(light|dark)/.exec(cookies)?.[1] ?? "";
    const encoding = pickEncoding(req.headers["accept-encoding"]);
    const saveData = req.headers["save-data"] === "on" ? "save" : "";
    return {
      key: [requestContext.origin, requestContext.pathname, canonical, theme, encoding, saveData].join("\n"),
      page,
      encoding,
      version: getTablesVersion(page.tables),
      isCanonical: search === canonical,
    };
  }

  /** Sends the kept page. Returns false when there is none, or it is out of date. */
  send(request: GuestRequest, req: IncomingMessage, res: ServerResponse, requestId: string): boolean {
    const entry = this.#entries.get(request.key);
    if (!entry) return false;
    if (entry.version !== request.version || entry.expiresAt < Date.now()) {
      this.#delete(request.key, entry);
      return false;
    }
    const known = req.headers["if-none-match"];
    const isKnown = known?.split(",").some((tag) => tag.trim() === entry.etag) ?? false;
    res.writeHead(isKnown ? 304 : 200, { ...entry.headers, "X-Request-Id": requestId });
    res.end(isKnown || req.method === "HEAD" ? undefined : entry.body);
    return true;
  }

  /** Keeps a rendered page. @param headers all that it was sent with */
  keep(request: GuestRequest, body: Buffer, headers: Headers): void {
    const { "x-request-id": _, "content-length": __, ...kept } = Object.fromEntries(headers);
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
    const entry: Entry = {
      body,
      etag,
      headers: { ...kept, etag, "content-length": String(body.length) },
      version: request.version,
      expiresAt: Date.now() + maxAgeMs,
    };
    const before = this.#entries.get(request.key);
    if (before) this.#delete(request.key, before);
    this.#entries.set(request.key, entry);
    this.#totalBytes += body.length + request.key.length;
    for (const [key, oldest] of this.#entries) {
      if (this.#totalBytes <= maxTotalBytes) break;
      this.#delete(key, oldest);
    }
  }

  #delete(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#totalBytes -= entry.body.length + key.length;
  }
}

/** The known parameters of a query in one order, so that an address has one copy. */
function canonicalQuery(search: string, params: readonly string[]): string {
  const query = new URLSearchParams(search);
  for (const name of new Set(query.keys())) if (!params.includes(name)) query.delete(name);
  query.sort();
  return query.size > 0 ? `?${query}` : "";
}
