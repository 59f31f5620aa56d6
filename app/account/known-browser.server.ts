import { createHmac, randomUUID } from "node:crypto";
import { signedCookie } from "#app/platform/auth/signed-cookie.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { normalizeEmail } from "#app/platform/schemas/fields.server.ts";

// A known browser has its own rate limit, so that others' failed log-ins do not lock the owner out. Its cookie is bound
// to the second factor: cookies from before it was turned on are ignored.

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

export interface LoginAccount {
  email: string;
  factor: string | null;
}

/** Keyed, so that other users of the browser cannot find out which accounts logged in. */
const hashAccount = ({ email, factor }: LoginAccount) =>
  createHmac("sha256", env.SESSION_SECRET)
    .update(JSON.stringify(["known", normalizeEmail(email), factor]))
    .digest("base64url");

export async function findKnownBrowser(
  requestContext: RequestContext,
  request: Request,
  account: LoginAccount,
): Promise<string | undefined> {
  const { id, accountHashes } = await readKnownBrowser(requestContext, request);
  return accountHashes.includes(hashAccount(account)) ? id : undefined;
}

export async function rememberBrowser(
  requestContext: RequestContext,
  request: Request,
  account: LoginAccount,
): Promise<void> {
  const { id, accountHashes } = await readKnownBrowser(requestContext, request);
  const accounts = new Set([hashAccount(account), ...accountHashes]);
  const value: KnownBrowser = { id, accountHashes: [...accounts].slice(0, maxAccounts) };
  requestContext.cookies.push(await knownBrowserCookie(requestContext).serialize(value));
}
