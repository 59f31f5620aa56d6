import * as openid from "openid-client";
import { Strategy } from "remix-auth/strategy";
import { env } from "#app/platform/env.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { addressKey, RateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { email, optionalName } from "#app/platform/schemas/fields.server.ts";
import {
  clearGoogleCookie,
  type GoogleFlow,
  type GoogleIdentity,
  readGoogleCookie,
} from "./google-cookie.server.ts";
import { createGoogleRefusal, type RefuseGoogle } from "./google-refusal.server.ts";

// OpenID Connect with the authorization code flow, PKCE, state and nonce: docs/google.md.

/** A visitor returning from Google. */
interface GoogleReturn {
  identity: GoogleIdentity;
  redirectTo: string;
  refuse: RefuseGoogle;
}

/** Each return makes a request to Google. A whole hostel may share one IP address. */
const addressLimit = new RateLimit(200, 15 * 60);

/** Whether log-in with Google is configured. */
export const isGoogleSetUp = () => Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET);

let provider: Promise<openid.Configuration> | undefined;

/** Fetches Google's configuration once. @throws a redirect when Google is not set up or cannot be reached */
async function getConfiguration(refuse: RefuseGoogle): Promise<openid.Configuration> {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = env;
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) throw refuse("off");
  const issuer = new URL(GOOGLE_ISSUER);
  provider ??= openid.discovery(issuer, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, undefined, {
    timeout: 10,
    execute: [
      openid.enableNonRepudiationChecks,
      // The tests' provider runs on the same machine, over plain HTTP.
      ...(issuer.protocol === "http:" ? [openid.allowInsecureRequests] : []),
    ],
  });
  try {
    return await provider;
  } catch (cause) {
    provider = undefined;
    throw refuse("away", cause);
  }
}

const callbackUrl = ({ origin }: RequestContext) => `${origin}/auth/google/callback`;

/** Returns Google's address for a visitor, and the state to store in their browser until they return. */
export async function startGoogleFlow(
  requestContext: RequestContext,
  redirectTo: string,
  refuse: RefuseGoogle,
): Promise<{ url: URL; flow: GoogleFlow }> {
  const config = await getConfiguration(refuse);
  const flow = {
    verifier: openid.randomPKCECodeVerifier(),
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    redirectTo,
  };
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: callbackUrl(requestContext),
    scope: "openid email profile",
    code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: "S256",
    state: flow.state,
    nonce: flow.nonce,
  });
  return { url, flow };
}

/** Exchanges the authorization code for the visitor's identity. */
export class GoogleStrategy<User> extends Strategy<User, GoogleReturn> {
  name = "google";
  readonly #requestContext: RequestContext;

  constructor(requestContext: RequestContext, verify: Strategy.VerifyFunction<User, GoogleReturn>) {
    super(verify);
    this.#requestContext = requestContext;
  }

  /** @throws a redirect when the sign-in is refused */
  override async authenticate(request: Request): Promise<User> {
    const requestContext = this.#requestContext;
    const flow = await readGoogleCookie(requestContext, request, "flow");
    await clearGoogleCookie(requestContext, "flow");
    const refuse = createGoogleRefusal(requestContext, flow?.redirectTo);
    if (addressLimit.consume(addressKey(requestContext.address)) > 0) throw refuse("busy");
    if (!flow) throw refuse("failed");
    const config = await getConfiguration(refuse);
    // Behind a proxy the request's own address differs from the redirect address that Google received.
    const returnUrl = new URL(callbackUrl(requestContext));
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
    const identity = parseIdentity(claims);
    if (!identity) throw refuse("unverified");
    return this.verify({ identity, redirectTo: flow.redirectTo, refuse });
  }
}

const nameSchema = optionalName(60);
const emailSchema = email("Email is required");

/** Returns null when Google has not verified the email. */
function parseIdentity(claims: openid.IDToken): GoogleIdentity | null {
  const verified = emailSchema.safeParse(claims.email);
  if (claims.email_verified !== true || !verified.success) return null;
  const readName = (claim: unknown) =>
    typeof claim === "string" ? (nameSchema.safeParse(claim.slice(0, 60)).data ?? "") : "";
  const [first = "", ...rest] = readName(claims.name).split(" ");
  return {
    subject: claims.sub.slice(0, 255),
    email: verified.data,
    firstName: readName(claims.given_name) || first || verified.data.split("@", 1)[0]?.slice(0, 60) || "?",
    lastName: readName(claims.given_name) ? readName(claims.family_name) : rest.join(" "),
  };
}
