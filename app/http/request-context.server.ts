import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createContext, type RouterContextProvider } from "react-router";
import type { Session } from "../auth/session.server.ts";
import { env } from "../env.server.ts";

/** What is known of one request beside the request itself. */
export interface RequestContext {
  /** In the log, and on the page of an error that is ours. */
  id: string;
  /** The site's own origin as the visitor sees it, proxies in front considered. */
  origin: string;
  /** Whether the visitor's side of the connection is https. */
  isSecure: boolean;
  /** The visitor's address, proxies in front considered. */
  address: string;
  /** Allows this page's own scripts in its Content-Security-Policy. */
  nonce: string;
  /** `Set-Cookie` values to send along with whatever is answered. */
  cookies: string[];
  /** Set when a page is refused before any route is asked; the error page shows it. */
  rejection?: { status: number; detail: string };
  /** Set by the page that shows a chosen file before it is sent: its policy lets such a file into a frame. */
  allowsBlobFrames?: boolean;
  /** The one session look-up of this request, see `sessionOf`. */
  session?: Promise<Session | null>;
}

export const requestContextKey = createContext<RequestContext>();

/** What is known of the request that a loader or action answers. */
export const getRequestContext = (context: Readonly<RouterContextProvider>): RequestContext =>
  context.get(requestContextKey);

/** Reads where a request comes from and under which origin its sender sees this site. */
export function createRequestContext(req: IncomingMessage): RequestContext {
  const proxies = env.TRUST_PROXY;
  const forwarded = (name: string) => (proxies > 0 ? forwardedEntry(req.headers[name], proxies) : undefined);
  const scheme = forwarded("x-forwarded-proto") === "https" ? "https" : "http";
  const host = forwarded("x-forwarded-host") ?? req.headers.host ?? "localhost";
  const origin = env.APP_URL ?? `${scheme}://${host}`;
  return {
    id: randomUUID(),
    origin,
    isSecure: origin.startsWith("https:"),
    address: forwarded("x-forwarded-for") ?? req.socket.remoteAddress ?? "",
    nonce: randomBytes(16).toString("base64url"),
    cookies: [],
  };
}

/** The entry that the outermost of `proxies` trusted proxies wrote: anything left of it the sender made up. */
function forwardedEntry(header: string | string[] | undefined, proxies: number): string | undefined {
  const entries = (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .map((entry) => entry.trim());
  return entries.at(-Math.min(proxies, entries.length)) || undefined;
}
