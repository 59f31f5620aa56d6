import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A person with an account at the provider. These claims override the provider's own. */
export interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
  [claim: string]: unknown;
}

export interface OpenIdProvider {
  issuer: string;
  /** The environment of a server that uses this provider. */
  settings: Record<string, string>;
  /** The person who is logged in there; null declines. */
  person: Person | null;
  /** Signs with an unpublished key. */
  forge: boolean;
  /** How many codes were exchanged for tokens, and how many were refused. */
  granted: number;
  refused: number;
  stop(): Promise<void>;
}

const base64 = (value: object | Buffer) =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString("base64url");

/** A small real OpenID provider (authorization code flow with PKCE) on a free port. */
export async function startOpenId(): Promise<OpenIdProvider> {
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const forgedKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const authorizations = new Map<string, URLSearchParams>();
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: "quadrant-tests", secret: "a secret between two" };
  const provider: OpenIdProvider = {
    issuer,
    settings: {
      GOOGLE_ISSUER: issuer,
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
    },
    person: null,
    forge: false,
    granted: 0,
    refused: 0,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    const json = (value: object, status = 200) =>
      response
        .writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" })
        .end(JSON.stringify(value));
    if (url.pathname === "/.well-known/openid-configuration") {
      json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        code_challenge_methods_supported: ["S256"],
      });
    } else if (url.pathname === "/keys") {
      json({ keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] });
    } else if (url.pathname === "/authorize") {
      authorize(url.searchParams, response);
    } else if (url.pathname === "/token") {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const tokens = exchange(request, new URLSearchParams(Buffer.concat(chunks).toString()));
      if (tokens) provider.granted++;
      else provider.refused++;
      json(tokens ?? { error: "invalid_grant" }, tokens ? 200 : 400);
    } else response.writeHead(404).end();
  }

  /** Redirects back at once: everyone is logged in already. */
  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("state", query.get("state") ?? "");
    if (provider.person) {
      const code = randomBytes(16).toString("hex");
      authorizations.set(code, query);
      back.searchParams.set("code", code);
    } else back.searchParams.set("error", "access_denied");
    response.writeHead(302, { Location: back.href }).end();
  }

  function exchange(request: IncomingMessage, form: URLSearchParams): object | null {
    const query = authorizations.get(form.get("code") ?? "");
    authorizations.delete(form.get("code") ?? "");
    const [id, secret] = Buffer.from(request.headers.authorization?.split(" ")[1] ?? "", "base64")
      .toString()
      .split(":")
      .map((part) => decodeURIComponent(part.replaceAll("+", " ")));
    const isClient =
      (id || form.get("client_id")) === client.id && (secret || form.get("client_secret")) === client.secret;
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isSameFlow =
      query?.get("code_challenge") === challenge && query.get("redirect_uri") === form.get("redirect_uri");
    if (!query || !isClient || !isSameFlow || !provider.person) return null;

    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: client.id,
      iat: now,
      exp: now + 300,
      nonce: query.get("nonce"),
      ...provider.person,
    };
    const content = `${base64({ alg: "RS256", kid: "1", typ: "JWT" })}.${base64(claims)}`;
    const signature = createSign("RSA-SHA256").update(content);
    const idToken = `${content}.${base64(signature.sign((provider.forge ? forgedKeys : keys).privateKey))}`;
    return {
      access_token: randomBytes(16).toString("hex"),
      token_type: "Bearer",
      expires_in: 300,
      id_token: idToken,
    };
  }
  return provider;
}
