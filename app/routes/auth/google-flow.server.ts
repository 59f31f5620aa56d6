import * as openid from "openid-client";
import { Strategy } from "remix-auth/strategy";
import { env } from "../../env.server.ts";
import { normalizeText } from "../../schemas/fields.ts";
import { loginSchema } from "../../schemas/user.ts";

// OpenID Connect with the authorization code flow, PKCE, state and nonce. What is checked where: docs/google.md.

/** What a visitor's browser keeps while they are at Google. */
export interface GoogleFlow {
  verifier: string;
  state: string;
  nonce: string;
  redirectTo: string;
}

/** Who Google says someone is. The address is verified. */
export interface GoogleIdentity {
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** Why somebody can not come in by Google: the notice that the log-in page shows. */
export class GoogleRefusal extends Error {
  readonly notice: string;
  constructor(notice: string, options?: ErrorOptions) {
    super(`google sign-in refused: ${notice}`, options);
    this.notice = `google-${notice}`;
  }
}

/** The log-in page with the notice of a refusal, which still leads on to where the visitor wanted to go. */
export function loginNoticePath({ notice }: GoogleRefusal, redirectTo = "/"): string {
  return `/login?notice=${notice}${redirectTo === "/" ? "" : `&redirectTo=${encodeURIComponent(redirectTo)}`}`;
}

let provider: Promise<openid.Configuration> | undefined;

/** Google's configuration, asked for once. @throws GoogleRefusal when it is not set up or can not be reached */
async function getConfiguration(): Promise<openid.Configuration> {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = env;
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) throw new GoogleRefusal("off");
  const issuer = new URL(GOOGLE_ISSUER);
  provider ??= openid.discovery(issuer, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, undefined, {
    timeout: 10,
    execute: [
      openid.enableNonRepudiationChecks,
      // A provider on the same machine, as the tests have one.
      ...(issuer.protocol === "http:" ? [openid.allowInsecureRequests] : []),
    ],
  });
  try {
    return await provider;
  } catch (cause) {
    provider = undefined;
    throw new GoogleRefusal("away", { cause });
  }
}

/** Where to send a visitor, and what their browser has to keep until they are back. */
export async function startGoogleFlow(
  callback: string,
  redirectTo: string,
): Promise<{ url: URL; journey: GoogleFlow }> {
  const config = await getConfiguration();
  const journey = {
    verifier: openid.randomPKCECodeVerifier(),
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    redirectTo,
  };
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: "openid email profile",
    code_challenge: await openid.calculatePKCECodeChallenge(journey.verifier),
    code_challenge_method: "S256",
    state: journey.state,
    nonce: journey.nonce,
  });
  return { url, journey };
}

/** What a visitor brings back from Google, turned into who they are, by OpenID Connect. */
export class GoogleStrategy<User> extends Strategy<User, GoogleIdentity> {
  name = "google";
  #journey: GoogleFlow;
  #callback: string;

  constructor(journey: GoogleFlow, callback: string, verify: Strategy.VerifyFunction<User, GoogleIdentity>) {
    super(verify);
    this.#journey = journey;
    this.#callback = callback;
  }

  /** @throws GoogleRefusal */
  override async authenticate(request: Request): Promise<User> {
    const config = await getConfiguration();
    const { verifier, state, nonce } = this.#journey;
    // The address as the visitor's browser sees it, which is what Google was told.
    const back = new URL(this.#callback);
    back.search = new URL(request.url).search;
    let claims: openid.IDToken | undefined;
    try {
      const tokens = await openid.authorizationCodeGrant(config, back, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      claims = tokens.claims();
    } catch (cause) {
      if (cause instanceof openid.AuthorizationResponseError && cause.error === "access_denied") {
        throw new GoogleRefusal("cancelled");
      }
      throw new GoogleRefusal("failed", { cause });
    }
    if (!claims) throw new GoogleRefusal("failed");
    return this.verify(parseIdentity(claims));
  }
}

function parseIdentity(claims: openid.IDToken): GoogleIdentity {
  const email = loginSchema.shape.email.safeParse(claims.email);
  if (claims.email_verified !== true || !email.success) throw new GoogleRefusal("unverified");
  const text = (claim: unknown) =>
    typeof claim === "string" ? normalizeText(claim).replace(/\s+/g, " ").slice(0, 60).trim() : "";
  const [first = "", ...rest] = text(claims.name).split(" ");
  return {
    subject: claims.sub.slice(0, 255),
    email: email.data,
    firstName: text(claims.given_name) || first || email.data.split("@", 1)[0]?.slice(0, 60) || "?",
    lastName: text(claims.given_name) ? text(claims.family_name) : rest.join(" "),
  };
}
