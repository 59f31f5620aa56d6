import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "../../http/env.server.ts";
import { readCookie } from "../../http/session.server.ts";
import type { Visit } from "../../http/visit.server.ts";
import type { GoogleIdentity, Journey } from "./google.server.ts";

/** What a browser keeps for us between two requests of a sign-in, signed, and for how long in seconds. */
interface Kept {
  journey: Journey;
  identity: GoogleIdentity & { redirectTo: string };
}
const seconds = { journey: 600, identity: 1800 };

const nameOf = (visit: Visit, what: keyof Kept) => `${visit.secure ? "__Host-" : ""}google-${what}`;
const sign = (what: keyof Kept, text: string) =>
  createHmac("sha256", env.SESSION_SECRET).update(`google-${what}:${text}`).digest();

/** Gives it to the browser. */
export function keep<What extends keyof Kept>(
  visit: Visit,
  what: What,
  value: Kept[What],
  now = Date.now(),
): void {
  const until = now + seconds[what] * 1000;
  const text = Buffer.from(JSON.stringify({ value, until })).toString("base64url");
  send(visit, what, `${text}.${sign(what, text).toString("base64url")}`, seconds[what]);
}

/** Takes it back from the browser, which has it no more. Answers null unless it is ours and in time. */
export function takeBack<What extends keyof Kept>(
  visit: Visit,
  request: Request,
  what: What,
): Kept[What] | null {
  const value = peek(visit, request, what);
  send(visit, what, "", 0);
  return value;
}

/** Reads it without taking it. */
export function peek<What extends keyof Kept>(
  visit: Visit,
  request: Request,
  what: What,
  now = Date.now(),
): Kept[What] | null {
  const [text = "", signature = ""] = (readCookie(request, nameOf(visit, what)) ?? "").split(".");
  const given = Buffer.from(signature, "base64url");
  const expected = sign(what, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { value, until } = JSON.parse(Buffer.from(text, "base64url").toString()) as {
    value: Kept[What];
    until: number;
  };
  return until > now ? value : null;
}

function send(visit: Visit, what: keyof Kept, value: string, maxAge: number): void {
  const secure = visit.secure ? "; Secure" : "";
  visit.cookies.push(
    `${nameOf(visit, what)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`,
  );
}
