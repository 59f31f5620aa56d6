import { createHmac, randomBytes } from "node:crypto";
import { env } from "../env.server.ts";
import { hostCookieName, readCookie, setCookie } from "../http/cookies.server.ts";
import type { RequestContext } from "../http/request-context.server.ts";

// A browser that has logged in to an account keeps a signed note of it and has a rate limit of its own, so that
// someone else's failed log-ins do not lock the owner out.

const yearSeconds = 31_536_000;
const maxNotes = 5;
const cookieName = (requestContext: RequestContext) => hostCookieName(requestContext, "known");

function readNotes(requestContext: RequestContext, request: Request): string[] {
  const notes = (readCookie(request, cookieName(requestContext)) ?? "").split(".");
  return notes.filter((note) => /^[\w-]{12}~[\w-]{22}$/.test(note));
}

const sign = (id: string, email: string) =>
  createHmac("sha256", env.SESSION_SECRET).update(`known:${id}:${email}`).digest("base64url").slice(0, 22);

/** The id under which this browser has logged in to an account before, if it has. */
export function findKnownBrowser(
  requestContext: RequestContext,
  request: Request,
  email: string,
): string | undefined {
  const note = readNotes(requestContext, request).find(
    (each) => sign(each.slice(0, 12), email) === each.slice(13),
  );
  return note?.slice(0, 12);
}

/** Remembers that this browser has logged in to an account. */
export function rememberBrowser(requestContext: RequestContext, request: Request, email: string): void {
  const id = randomBytes(9).toString("base64url");
  const notes = [`${id}~${sign(id, email)}`, ...readNotes(requestContext, request)].slice(0, maxNotes);
  setCookie(requestContext, cookieName(requestContext), notes.join("."), yearSeconds);
}
