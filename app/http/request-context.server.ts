import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createContext, type RouterContextProvider } from "react-router";
import { env } from "../env.server.ts";
import type { HttpError } from "./problem.server.ts";

/** What we know about one request beyond the request itself. */
export interface RequestContext {
  /** In the log, in `X-Request-Id`, and on the page of an error that was logged. */
  id: string;
  /** The path of the address, without its query. */
  pathname: string;
  /** The site's origin as the visitor sees it, trusted proxies considered. */
  origin: string;
  /** Whether the visitor's side of the connection is https. */
  isSecure: boolean;
  /** The visitor's IP address, trusted proxies considered. */
  address: string;
  /** Allows this page's own scripts in its Content-Security-Policy. */
  nonce: string;
  /** `Set-Cookie` values to send with the response. */
  cookies: string[];
  /** Set when a page's request is rejected before a route runs; the error page shows it. */
  rejection?: HttpError;
  /** Set when the request has a session: its response is for one member only. */
  hasSession?: boolean;
  /** Set by the page that previews a chosen file: its policy lets blob: addresses into frames. */
  allowsBlobFrames?: boolean;
}

export const requestContextKey = createContext<RequestContext>();

/** The context of the request that a loader or action handles. */
export const getRequestContext = (context: Readonly<RouterContextProvider>): RequestContext =>
  context.get(requestContextKey);

export const isApiPath = (pathname: string): boolean => pathname === "/api" || pathname.startsWith("/api/");

/** Works out where a request comes from and under which origin its sender sees the site. */
export function createRequestContext(req: IncomingMessage): RequestContext {
  const proxies = env.TRUST_PROXY;
  const forwarded = (name: string) => (proxies > 0 ? forwardedEntry(req.headers[name], proxies) : undefined);
  const scheme = forwarded("x-forwarded-proto") === "https" ? "https" : "http";
  const host = forwarded("x-forwarded-host") ?? req.headers.host ?? "localhost";
  const origin = env.APP_URL ?? `${scheme}://${host}`;
  return {
    id: randomUUID(),
    pathname: (req.url ?? "/").split("?", 1)[0] ?? "/",
    origin,
    isSecure: origin.startsWith("https:"),
    address: forwarded("x-forwarded-for") ?? req.socket.remoteAddress ?? "",
    nonce: randomBytes(16).toString("base64url"),
    cookies: [],
  };
}

/** The entry written by the outermost of `proxies` trusted proxies; the sender controls everything to its left. */
function forwardedEntry(header: string | string[] | undefined, proxies: number): string | undefined {
  const entries = (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .map((entry) => entry.trim());
  return entries.at(-Math.min(proxies, entries.length)) || undefined;
}
