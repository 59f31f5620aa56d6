import { signedCookie } from "#app/platform/auth/signed-cookie.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";

/** The state in a visitor's cookie while they are at Google. */
export interface GoogleFlow {
  verifier: string;
  state: string;
  nonce: string;
  redirectTo: string;
}

/** A person as Google describes them. The email is verified. */
export interface GoogleIdentity {
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** The values stored in a visitor's browser during a sign-in, by cookie. */
interface CookieValues {
  flow: GoogleFlow;
  identity: GoogleIdentity & { redirectTo: string };
}
const lifetimeSeconds = { flow: 600, identity: 1800 };

const googleCookie = (requestContext: RequestContext, name: keyof CookieValues) =>
  signedCookie(requestContext, `google-${name}`, lifetimeSeconds[name]);

export async function setGoogleCookie<Name extends keyof CookieValues>(
  requestContext: RequestContext,
  name: Name,
  value: CookieValues[Name],
): Promise<void> {
  const expiresAt = Date.now() + lifetimeSeconds[name] * 1000;
  requestContext.cookies.push(await googleCookie(requestContext, name).serialize({ value, expiresAt }));
}

/** Returns null unless the cookie has our signature and has not expired. */
export async function readGoogleCookie<Name extends keyof CookieValues>(
  requestContext: RequestContext,
  request: Request,
  name: Name,
): Promise<CookieValues[Name] | null> {
  const stored: { value: CookieValues[Name]; expiresAt: number } | "" | null = await googleCookie(
    requestContext,
    name,
  ).parse(request.headers.get("Cookie"));
  return stored && stored.expiresAt > Date.now() ? stored.value : null;
}

export async function clearGoogleCookie(
  requestContext: RequestContext,
  name: keyof CookieValues,
): Promise<void> {
  requestContext.cookies.push(await googleCookie(requestContext, name).serialize("", { maxAge: 0 }));
}
