import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { createContext, type RouterContextProvider } from "react-router";
import type { UnsentForm } from "#app/ui/forms/form.tsx";
import { env } from "../env.server.ts";
import type { HttpError } from "./problem.server.ts";

/** What a shared response may use about its reader: only what is the same for everyone who gets it. */
export interface SharedReader {
  isAdmin: boolean;
  isModerator: boolean;
  mute: null;
  avatarFile: string | null;
}

export interface RequestContext {
  id: string;
  /** The canonical path, without the query. Every decision about paths uses it. */
  pathname: string;
  isCanonical: boolean;
  origin: string;
  isSecure: boolean;
  address: string;
  readonly nonce: string;
  cookies: string[];
  pageCookies: string[];
  /** Headers to add to the route's. A page with `Retry-After` becomes a 503. */
  readonly responseHeaders: Headers;
  /** Whether the response has the site's header, which shows unread counts. */
  readonly isPage: boolean;
  rejection?: HttpError;
  /** Set for a response shared by many readers, with placeholders for each reader's own texts. */
  isShared?: boolean;
  /** Set when several members get the same response. The request then has no session. */
  sharedReader?: SharedReader;
  /** The member to count a search against. Set together with `sharedReader`. */
  searcherId?: number;
  allowsBlobFrames?: boolean;
  endedSession?: "expired" | "ended";
  /** Set by a form that was refused. */
  unsentForm?: UnsentForm;
}

export const requestContextKey = createContext<RequestContext>();

export const getRequestContext = (context: Readonly<RouterContextProvider>): RequestContext =>
  context.get(requestContextKey);

export const isApiPath = (pathname: string): boolean => pathname === "/api" || pathname.startsWith("/api/");

export function createRequestContext(
  req: IncomingMessage,
  isOfPage?: (req: IncomingMessage, pathname: string) => boolean,
): RequestContext {
  const origin = env.APP_URL ?? `http://${req.headers.host ?? "localhost"}`;
  const sentPath = (req.url ?? "/").split("?", 1)[0] ?? "/";
  const pathname = canonicalizePath(sentPath.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, "") || "/");
  let nonce: string | undefined;
  return {
    id: randomUUID(),
    pathname,
    isCanonical: pathname === sentPath,
    isPage: isOfPage?.(req, pathname) ?? false,
    origin,
    isSecure: origin.startsWith("https:"),
    address: readAddress(req),
    // Created on demand: most responses need none, and random bytes cost 3 % of a small call.
    get nonce() {
      nonce ??= randomBytes(16).toString("base64url");
      return nonce;
    },
    cookies: [],
    pageCookies: [],
    responseHeaders: new Headers(),
  };
}

const plainPath = /^(?:\/[\w-]+)*\/?$/;
const unreservedEscape = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi;

/** Removes dot segments, empty segments and unnecessary escapes, so that each path has one spelling. */
export function canonicalizePath(path: string): string {
  if (path.length < 200 && plainPath.test(path)) return path;
  const pathname = path.startsWith("/") ? URL.parse(`http://localhost${path}`)?.pathname : undefined;
  return (pathname ?? path)
    .replace(unreservedEscape, (encoded) => decodeURIComponent(encoded))
    .replace(/\/{2,}/g, "/");
}

function readAddress(req: IncomingMessage): string {
  const connected = req.socket.remoteAddress ?? "";
  if (env.TRUST_PROXY === 0) return connected;
  // Clients can forge everything to the left of that proxy's entry.
  const entries = String(req.headers["x-forwarded-for"] ?? "").split(",");
  const entry = entries.at(-Math.min(env.TRUST_PROXY, entries.length))?.trim() ?? "";
  return parseForwardedAddress(entry) ?? connected;
}

/** Some proxies add the port, and put an IPv6 address into brackets. Returns null if it is not an address. */
export function parseForwardedAddress(entry: string): string | null {
  const [, bracketed, plain] = /^(?:\[([^\]]{1,64})\]|([\d.]{7,15}))(?::\d{1,5})?$/.exec(entry) ?? [];
  const address = bracketed ?? plain ?? entry;
  return isIP(address) ? address : null;
}

interface SentRequest {
  headers: Pick<Headers, "get">;
}

const readReferer = ({ headers }: SentRequest): URL | null => URL.parse(headers.get("Referer") ?? "");

/** The site that made the browser send a request. "unknown" for typed addresses, links in mails and programs. */
export function findInitiator(
  request: SentRequest,
  { origin }: RequestContext,
): "own-page" | "other-site" | "unknown" {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === "same-origin") return "own-page";
  if (site !== null) return site === "none" ? "unknown" : "other-site";
  const referer = readReferer(request);
  if (!referer) return "unknown";
  return referer.origin === origin ? "own-page" : "other-site";
}

/** Whether a browser loads a page that may never be shown, which must mark nothing as read. */
export const isPrefetch = ({ headers }: SentRequest): boolean =>
  (headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "").includes("prefetch");

export function findPreviousPage(request: SentRequest, requestContext: RequestContext): URL | null {
  const referer = readReferer(request);
  const isOwn = findInitiator(request, requestContext) === "own-page";
  return isOwn && referer?.origin === requestContext.origin ? referer : null;
}
