import { signedCookie } from "#app/platform/auth/signed-cookie.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { allProviders, type ProviderId } from "./providers.server.ts";

/** The state in a visitor's cookie while they are at the provider. */
export interface SignInFlow {
  verifier: string;
  state: string;
  nonce: string;
  redirectTo: string;
}

/** A person as the provider describes them. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string;
  /** Whether the provider has verified the address. If not, the operator trusts it anyway: `OIDC_TRUST_EMAIL`. */
  isVerified: boolean;
  firstName: string;
  lastName: string;
}

/** The values stored in a visitor's browser during a sign-in, by cookie. */
interface CookieValues {
  flow: SignInFlow;
  identity: Identity & { redirectTo: string };
}
const lifetimeSeconds = { flow: 600, identity: 1800 };

const providerCookie = (requestContext: RequestContext, id: ProviderId, name: keyof CookieValues) =>
  signedCookie(requestContext, `${id}-${name}`, lifetimeSeconds[name]);

export async function setProviderCookie<Name extends keyof CookieValues>(
  requestContext: RequestContext,
  id: ProviderId,
  name: Name,
  value: CookieValues[Name],
): Promise<void> {
  const expiresAt = Date.now() + lifetimeSeconds[name] * 1000;
  requestContext.cookies.push(await providerCookie(requestContext, id, name).serialize({ value, expiresAt }));
}

/** Returns null unless the cookie has our signature and has not expired. */
export async function readProviderCookie<Name extends keyof CookieValues>(
  requestContext: RequestContext,
  request: Request,
  id: ProviderId,
  name: Name,
): Promise<CookieValues[Name] | null> {
  const stored: { value: CookieValues[Name]; expiresAt: number } | "" | null = await providerCookie(
    requestContext,
    id,
    name,
  ).parse(request.headers.get("Cookie"));
  return stored && stored.expiresAt > Date.now() ? stored.value : null;
}

export async function clearProviderCookie(
  requestContext: RequestContext,
  id: ProviderId,
  name: keyof CookieValues,
): Promise<void> {
  requestContext.cookies.push(await providerCookie(requestContext, id, name).serialize("", { maxAge: 0 }));
}

/** @returns where somebody continues who logs in while their account waits to be linked */
export async function findLinkPage(
  requestContext: RequestContext,
  request: Request,
): Promise<string | undefined> {
  for (const { id } of allProviders) {
    const identity = await readProviderCookie(requestContext, request, id, "identity");
    if (identity && !identity.isVerified) return `/auth/${id}/complete`;
  }
  return undefined;
}
