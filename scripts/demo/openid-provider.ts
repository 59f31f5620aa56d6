import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// A small OpenID provider (authorization code flow with PKCE) that replaces Google and other providers in the demo and in tests.

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

/** How the provider handles a visitor. */
export interface ProviderOptions {
  /**
   * The person who logs in, null when they decline, or the HTML of a page that lets them choose.
   * @param url the address that the visitor came to
   */
  choosePerson(url: URL): Person | null | { page: string };
  /** Called with whether a code was exchanged for tokens. */
  onExchange?(isGranted: boolean): void;
  /** Whether to sign with an unpublished key. */
  isForging?(): boolean;
}

const client = { id: "quadrant", secret: "a secret between two" };

const base64 = (value: object | Buffer) =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString("base64url");

/** Starts a provider on a free port of this machine. */
export async function startOpenIdProvider({ choosePerson, onExchange, isForging }: ProviderOptions) {
  let keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  let keyId = 1;
  const forgedKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const authorizations = new Map<string, { query: URLSearchParams; person: Person }>();
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "localhost");
  await once(server, "listening");
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

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
      json({
        keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: String(keyId), alg: "RS256", use: "sig" }],
      });
    } else if (url.pathname === "/authorize" && URL.canParse(url.searchParams.get("redirect_uri") ?? "")) {
      authorize(url, response);
    } else if (url.pathname === "/token") {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const tokens = exchange(request, new URLSearchParams(Buffer.concat(chunks).toString()));
      onExchange?.(tokens !== null);
      json(tokens ?? { error: "invalid_grant" }, tokens ? 200 : 400);
    } else response.writeHead(404).end();
  }

  function authorize(url: URL, response: ServerResponse): void {
    const query = url.searchParams;
    const person = choosePerson(url);
    if (person && "page" in person && typeof person.page === "string") {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(person.page);
      return;
    }
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("state", query.get("state") ?? "");
    if (person && "sub" in person) {
      const code = randomBytes(16).toString("hex");
      authorizations.set(code, { query, person });
      back.searchParams.set("code", code);
    } else back.searchParams.set("error", "access_denied");
    response.writeHead(302, { Location: back.href }).end();
  }

  function exchange(request: IncomingMessage, form: URLSearchParams): object | null {
    const code = form.get("code") ?? "";
    const authorization = authorizations.get(code);
    authorizations.delete(code);
    const [id, secret] = Buffer.from(request.headers.authorization?.split(" ")[1] ?? "", "base64")
      .toString()
      .split(":")
      .map((part) => decodeURIComponent(part.replaceAll("+", " ")));
    const isClient =
      (id || form.get("client_id")) === client.id && (secret || form.get("client_secret")) === client.secret;
    if (!authorization || !isClient) return null;
    const { query, person } = authorization;
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isSameFlow =
      query.get("code_challenge") === challenge && query.get("redirect_uri") === form.get("redirect_uri");
    if (!isSameFlow) return null;

    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: client.id,
      iat: now,
      exp: now + 300,
      nonce: query.get("nonce"),
      ...person,
    };
    const content = `${base64({ alg: "RS256", kid: String(keyId), typ: "JWT" })}.${base64(claims)}`;
    const { privateKey } = isForging?.() ? forgedKeys : keys;
    const idToken = `${content}.${base64(createSign("RSA-SHA256").update(content).sign(privateKey))}`;
    return {
      access_token: randomBytes(16).toString("hex"),
      token_type: "Bearer",
      expires_in: 300,
      id_token: idToken,
    };
  }

  return {
    issuer,
    /** Publishes a new key in place of the old one. */
    rotateKeys() {
      keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
      keyId++;
    },
    client,
    /** The environment of a server that uses this provider as Google. */
    settings: {
      GOOGLE_ISSUER: issuer,
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
