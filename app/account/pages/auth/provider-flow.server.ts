import * as openid from "openid-client";
import { Strategy } from "remix-auth/strategy";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { addressKey, RateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { email, optionalName } from "#app/platform/schemas/fields.server.ts";
import {
  clearProviderCookie,
  type Identity,
  readProviderCookie,
  type SignInFlow,
} from "./provider-cookie.server.ts";
import { createRefusal, type RefuseSignIn } from "./provider-refusal.server.ts";
import type { Provider, ProviderId } from "./providers.server.ts";

// OpenID Connect with the authorization code flow, PKCE, state and nonce: docs/log-in-providers.md.

/** A visitor returning from a provider. */
interface ProviderReturn {
  identity: Identity;
  redirectTo: string;
  refuse: RefuseSignIn;
}

/** Each return makes a request to the provider. A whole hostel may share one IP address. */
const addressLimit = new RateLimit(200, 15 * 60);

const configurations: Partial<Record<ProviderId, Promise<openid.Configuration>>> = {};

/** Fetches a provider's configuration once. @throws a redirect when it is not set up or cannot be reached */
async function getConfiguration(
  { id, issuer, clientId, clientSecret }: Provider,
  refuse: RefuseSignIn,
): Promise<openid.Configuration> {
  if (!issuer || !clientId || !clientSecret) throw refuse("off");
  const server = new URL(issuer);
  configurations[id] ??= openid.discovery(server, clientId, clientSecret, undefined, {
    timeout: 10,
    execute: [
      openid.enableNonRepudiationChecks,
      // A provider on the same machine, as that of the tests, may use plain HTTP.
      ...(server.protocol === "http:" ? [openid.allowInsecureRequests] : []),
    ],
  });
  try {
    return await configurations[id];
  } catch (cause) {
    delete configurations[id];
    throw refuse("away", cause);
  }
}

const callbackUrl = ({ id }: Provider, { origin }: RequestContext) => `${origin}/auth/${id}/callback`;

/** Returns the provider's address for a visitor, and the state to store in their browser until they return. */
export async function startSignIn(
  provider: Provider,
  requestContext: RequestContext,
  redirectTo: string,
  refuse: RefuseSignIn,
): Promise<{ url: URL; flow: SignInFlow }> {
  const config = await getConfiguration(provider, refuse);
  const flow = {
    verifier: openid.randomPKCECodeVerifier(),
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    redirectTo,
  };
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: callbackUrl(provider, requestContext),
    scope: "openid email profile",
    code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: "S256",
    state: flow.state,
    nonce: flow.nonce,
  });
  return { url, flow };
}

/** Exchanges the authorization code for the visitor's identity. */
export class ProviderStrategy<User> extends Strategy<User, ProviderReturn> {
  readonly name: ProviderId;
  readonly #provider: Provider;
  readonly #requestContext: RequestContext;

  constructor(
    provider: Provider,
    requestContext: RequestContext,
    verify: Strategy.VerifyFunction<User, ProviderReturn>,
  ) {
    super(verify);
    this.name = provider.id;
    this.#provider = provider;
    this.#requestContext = requestContext;
  }

  /** @throws a redirect when the sign-in is refused */
  override async authenticate(request: Request): Promise<User> {
    const provider = this.#provider;
    const requestContext = this.#requestContext;
    const flow = await readProviderCookie(requestContext, request, provider.id, "flow");
    await clearProviderCookie(requestContext, provider.id, "flow");
    const refuse = createRefusal(provider, requestContext, flow?.redirectTo);
    if (addressLimit.consume(addressKey(requestContext.address)) > 0) throw refuse("busy");
    if (!flow) throw refuse("failed");
    const config = await getConfiguration(provider, refuse);
    // Behind a proxy the request's own address differs from the redirect address that the provider received.
    const returnUrl = new URL(callbackUrl(provider, requestContext));
    returnUrl.search = new URL(request.url).search;
    let claims: openid.IDToken | undefined;
    try {
      const tokens = await openid.authorizationCodeGrant(config, returnUrl, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      claims = tokens.claims();
    } catch (cause) {
      if (cause instanceof openid.AuthorizationResponseError && cause.error === "access_denied") {
        throw refuse("cancelled");
      }
      throw refuse("failed", cause);
    }
    if (!claims) throw refuse("failed");
    const identity = parseIdentity(provider, claims);
    if (!identity) throw refuse("unverified");
    return this.verify({ identity, redirectTo: flow.redirectTo, refuse });
  }
}

const nameSchema = optionalName(60);
const emailSchema = email("Email is required");

/** Returns null without an address that the provider has verified, or that the operator trusts. */
function parseIdentity({ verifiedClaims, isTrusted }: Provider, claims: openid.IDToken): Identity | null {
  const address = emailSchema.safeParse(claims.email);
  const isVerified = verifiedClaims.includes(claims.email_verified);
  const isAccepted = isVerified || (isTrusted && claims.email_verified === undefined);
  if (!isAccepted || !address.success) return null;
  const readName = (claim: unknown) =>
    typeof claim === "string" ? (nameSchema.safeParse(claim.slice(0, 60)).data ?? "") : "";
  const [first = "", ...rest] = readName(claims.name).split(" ");
  return {
    issuer: claims.iss,
    subject: claims.sub.slice(0, 255),
    email: address.data,
    isVerified,
    firstName: readName(claims.given_name) || first || address.data.split("@", 1)[0]?.slice(0, 60) || "?",
    lastName: readName(claims.given_name) ? readName(claims.family_name) : rest.join(" "),
  };
}
