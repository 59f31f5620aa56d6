import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "../../env.server.ts";
import { readCookie } from "../../http/cookies.server.ts";
import type { RequestContext } from "../../http/request-context.server.ts";
import type { GoogleFlow, GoogleIdentity } from "./google-flow.server.ts";

/** What a browser keeps for us between two requests of a sign-in, signed, and for how long in seconds. */
interface CookieValues {
  journey: GoogleFlow;
  identity: GoogleIdentity & { redirectTo: string };
}
const seconds = { journey: 600, identity: 1800 };

const nameOf = (requestContext: RequestContext, what: keyof CookieValues) =>
  `${requestContext.isSecure ? "__Host-" : ""}google-${what}`;
const sign = (what: keyof CookieValues, text: string) =>
  createHmac("sha256", env.SESSION_SECRET).update(`google-${what}:${text}`).digest();

/** Gives it to the browser. */
export function setGoogleCookie<What extends keyof CookieValues>(
  requestContext: RequestContext,
  what: What,
  value: CookieValues[What],
  now = Date.now(),
): void {
  const until = now + seconds[what] * 1000;
  const text = Buffer.from(JSON.stringify({ value, until })).toString("base64url");
  pushCookie(requestContext, what, `${text}.${sign(what, text).toString("base64url")}`, seconds[what]);
}

/** Takes it back from the browser, which has it no more. Answers null unless it is ours and in time. */
export function takeGoogleCookie<What extends keyof CookieValues>(
  requestContext: RequestContext,
  request: Request,
  what: What,
): CookieValues[What] | null {
  const value = readGoogleCookie(requestContext, request, what);
  pushCookie(requestContext, what, "", 0);
  return value;
}

/** Reads it without taking it. */
export function readGoogleCookie<What extends keyof CookieValues>(
  requestContext: RequestContext,
  request: Request,
  what: What,
  now = Date.now(),
): CookieValues[What] | null {
  const [text = "", signature = ""] = (readCookie(request, nameOf(requestContext, what)) ?? "").split(".");
  const given = Buffer.from(signature, "base64url");
  const expected = sign(what, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { value, until } = JSON.parse(Buffer.from(text, "base64url").toString()) as {
    value: CookieValues[What];
    until: number;
  };
  return until > now ? value : null;
}

function pushCookie(
  requestContext: RequestContext,
  what: keyof CookieValues,
  value: string,
  maxAge: number,
): void {
  const secure = requestContext.isSecure ? "; Secure" : "";
  requestContext.cookies.push(
    `${nameOf(requestContext, what)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`,
  );
}
