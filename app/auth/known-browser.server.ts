import { createHmac, randomUUID } from "node:crypto";
import { env } from "../env.server.ts";
import type { RequestContext } from "../http/request-context.server.ts";
import { signedCookie } from "./signed-cookie.server.ts";

// A known browser has its own rate limit, so that someone else's failed log-ins do not lock the owner out.

const yearSeconds = 31_536_000;
const maxAccounts = 5;

interface KnownBrowser {
  id: string;
  accountHashes: string[];
}

const knownBrowserCookie = (requestContext: RequestContext) =>
  signedCookie(requestContext, "known", yearSeconds);

async function readKnownBrowser(requestContext: RequestContext, request: Request): Promise<KnownBrowser> {
  const value: KnownBrowser | "" | null = await knownBrowserCookie(requestContext).parse(
    request.headers.get("Cookie"),
  );
  return value || { id: randomUUID(), accountHashes: [] };
}

/** Keyed, so that other users of the browser cannot find out the accounts. */
const hashAccount = (email: string) =>
  createHmac("sha256", env.SESSION_SECRET).update(`known:${email}`).digest("base64url");

export async function findKnownBrowser(
  requestContext: RequestContext,
  request: Request,
  email: string,
): Promise<string | undefined> {
  const { id, accountHashes } = await readKnownBrowser(requestContext, request);
  return accountHashes.includes(hashAccount(email)) ? id : undefined;
}

export async function rememberBrowser(
  requestContext: RequestContext,
  request: Request,
  email: string,
): Promise<void> {
  const { id, accountHashes } = await readKnownBrowser(requestContext, request);
  const accounts = new Set([hashAccount(email), ...accountHashes]);
  const value: KnownBrowser = { id, accountHashes: [...accounts].slice(0, maxAccounts) };
  requestContext.cookies.push(await knownBrowserCookie(requestContext).serialize(value));
}
