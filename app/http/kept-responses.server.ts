import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import { getTablesVersion } from "#db/table-versions.ts";
import { pickEncoding } from "./compression.server.ts";
import { hostCookieName, readChoices } from "./cookies.server.ts";
import type { RequestContext } from "./request-context.server.ts";

/** What a response depends on besides its path. */
interface Kept {
  /** The query parameters. */
  params: readonly string[];
  /** The tables that it shows. */
  tables: readonly string[];
}

/** What a route declares as `handle.guestPage` when its page is the same for every guest and needs no React. */
export type GuestPage = Kept;

/** What the loader of a call of the API has as its `keptAnswer`. `handle` is for what browsers may know too. */
export interface KeptAnswer extends Kept {
  /** `audiences`: members share one copy and guests another. `members`: each member has a copy of their own. */
  by: "audiences" | "members";
}

/** The id of a call's member, null for a guest, undefined when the call itself has to say who asks. */
type Caller = number | null | undefined;

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
  /** The tag as it is compared: without the mark of a weak one. */
  opaqueTag: string;
  version: string;
  expiresAt: number;
}

/** A request whose response is kept. */
export interface KeptRequest {
  key: string;
  /** Whether the copy is for members only. */
  isForMembers: boolean;
  /** The address without the parameters that the route does not know: the one to answer. */
  url: string;
  /** The tags that the client has. */
  known: string | undefined;
  /** The tables' version before the response was made. */
  version: string;
}

/**
 * Keeps the pages of guests and the answers of calls complete and compressed, until something they show is written or a
 * minute has passed. No page that was made for a request with a session is ever kept. Answers are kept for programs,
 * which send a token or nothing: a request of the API with cookies is never served from here.
 */
export class KeptResponses {
  #routes: { path: RegExp; kept: Kept; by: "guests" | KeptAnswer["by"] }[];
  #entries = new Map<string, Entry>();
  #totalBytes = 0;

  constructor(build: Pick<ServerBuild, "routes">) {
    this.#routes = Object.values(build.routes).flatMap((route) => {
      const page = (route?.module.handle as { guestPage?: GuestPage } | undefined)?.guestPage;
      const answer = (route?.module.loader as { keptAnswer?: KeptAnswer } | undefined)?.keptAnswer;
      const kept = page ?? answer;
      if (!route || !kept) return [];
      const segments = getFullPath(build.routes, route.id).split("/").filter(Boolean);
      const source = segments.map((part) => (part.startsWith(":") ? "/[^/]{1,100}" : `/${part}`)).join("");
      return [{ path: new RegExp(`^${source || "/"}$`), kept, by: answer?.by ?? "guests" }];
    });
  }

  /** What a request asks for, or null when its response is not kept. */
  async match(
    req: IncomingMessage,
    requestContext: RequestContext,
    findCaller: () => Promise<Caller>,
  ): Promise<KeptRequest | null> {
    if (!requestContext.isCanonical || (req.method !== "GET" && req.method !== "HEAD")) return null;
    const { pathname, origin } = requestContext;
    const search = (req.url ?? "").slice(pathname.length);
    // A body would have to be read first.
    const hasBody = req.headers["transfer-encoding"] ?? req.headers["content-length"];
    // The data that React Router's scripts fetch has the page's address with this ending.
    if (hasBody || pathname.endsWith(".data") || search.length > maxQueryLength) return null;
    const route = this.#routes.find(({ path }) => path.test(pathname));
    if (!route) return null;
    const { cookie = "", authorization } = req.headers;
    if (route.by === "guests") {
      const hasSession = cookie.includes(hostCookieName(requestContext, "session"));
      if (authorization !== undefined || hasSession) return null;
    } else if (cookie !== "") return null;
    const member = authorization === undefined ? null : await findCaller();
    if (member === undefined || (member === null && route.by === "members")) return null;
    const { params, tables } = route.kept;
    const query = search === "" ? "" : canonicalQuery(search, params);
    const { theme, hasNoScripts } = readChoices(cookie);
    const encoding = pickEncoding(req.headers["accept-encoding"]);
    const savesData = req.headers["save-data"] === "on";
    const reader = member === null ? "guest" : route.by === "members" ? member : "member";
    return {
      key: [origin, pathname, query, reader, theme, hasNoScripts, encoding, savesData].join("\n"),
      isForMembers: member !== null,
      url: pathname + query,
      known: req.headers["if-none-match"],
      version: getTablesVersion(tables),
    };
  }

  /** Sends the kept response. Returns false when there is none, or it is out of date. */
  send(request: KeptRequest, req: IncomingMessage, res: ServerResponse, requestId: string): boolean {
    const entry = this.#entries.get(request.key);
    if (!entry) return false;
    if (entry.version !== request.version || entry.expiresAt < performance.now()) {
      this.#delete(request.key, entry);
      return false;
    }
    // Proxies that compress mark a tag as weak.
    const known = request.known?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
    const isKnown = known.includes(entry.opaqueTag) || known.includes("*");
    const headers = isKnown ? entry.knownHeaders : entry.headers;
    res.writeHead(isKnown ? 304 : 200, { ...headers, "x-request-id": requestId });
    res.end(isKnown || req.method === "HEAD" ? undefined : entry.body);
    return true;
  }

  /** Keeps a response. @param headers all that it was sent with; a missing `ETag` is made of the body */
  keep(request: KeptRequest, body: Buffer, headers: Headers): void {
    const etag =
      headers.get("ETag") ?? `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
    const sent = { ...Object.fromEntries(headers), etag };
    const entry: Entry = {
      body,
      opaqueTag: etag.replace(/^W\//, ""),
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
