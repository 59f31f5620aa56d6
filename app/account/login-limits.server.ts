import { HttpError } from "#app/platform/http/problem.server.ts";
import type { ProblemCode } from "#app/platform/http/problem-codes.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import {
  addressKey,
  type CountedLimit,
  consumeAll,
  refundAll,
  SharedRateLimit,
} from "#app/platform/limits/rate-limit.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { normalizeEmail } from "#app/platform/schemas/fields.server.ts";
import { findKnownBrowser, rememberBrowser } from "./known-browser.server.ts";
import { findFactor } from "./second-factor.server.ts";
import { authTexts } from "./texts.ts";

/** Length of the window of failed attempts. */
export const windowSeconds = 15 * 60;
const accountAndAddressLimit = new SharedRateLimit("login-account-address", 10, windowSeconds);
const accountLimit = new SharedRateLimit("login-account", 50, windowSeconds);
/** A whole hostel may share one IP address. */
const addressLimit = new SharedRateLimit("login-address", 100, windowSeconds);
/** Limits correct log-ins, because each costs a hash. */
export const rightLoginLimit = new SharedRateLimit("login-right", 30, 60 * 60);
const knownBrowserLimit = new SharedRateLimit("login-browser", 10, windowSeconds);
/** Wrong codes per account and day, from all browsers. Three of a million codes are valid at any time. */
const accountCodeLimit = new SharedRateLimit("code-account", 60, 24 * 60 * 60);
/** Lower for unknown browsers, so that somebody who knows the password cannot lock the owner out. */
const strangerCodeLimit = new SharedRateLimit("code-stranger", 30, 24 * 60 * 60);

/** Counts an attempt before it is checked, so that parallel attempts all count. @throws HttpError 429 */
export async function countAttempt(
  typed: string,
  requestContext: RequestContext,
  request: Request,
  isCode = false,
) {
  const email = normalizeEmail(typed);
  const address = addressKey(requestContext.address);
  const account = { email, factor: await findFactor(typed) };
  const knownBrowserId = await findKnownBrowser(requestContext, request, account);
  const limits: CountedLimit[] = isCode ? [[accountCodeLimit, email]] : [];
  if (knownBrowserId) limits.push([knownBrowserLimit, `${knownBrowserId}:${email}`]);
  else {
    if (isCode) limits.push([strangerCodeLimit, email]);
    limits.push(
      [addressLimit, address],
      [accountLimit, email],
      [accountAndAddressLimit, `${address}:${email}`],
    );
  }
  const right = rightLoginLimit.describe(email);
  const retryAfter = !isCode && right.left <= 0 ? right.resetSeconds : consumeAll(limits);
  const refuse = (code: ProblemCode, reason: string, detail: string, memberId?: number) => {
    logSecurityEvent("login-refused", { memberId, reason, requestId: requestContext.id });
    return HttpError.withCode(code, detail, { retryAfter: retryAfter || undefined });
  };
  if (retryAfter > 0)
    throw refuse("too-many-requests", "too many attempts", authTexts.tooManyAttempts(retryAfter));
  const remember = async () => {
    if (!knownBrowserId) await rememberBrowser(requestContext, request, account);
  };
  const refund = () => refundAll(limits);
  // Attempts refused before the check do not count.
  const inTurn = <T>(check: Promise<T>) =>
    check.catch((error: unknown) => {
      refund();
      throw error;
    });
  // Attempts from unknown browsers cannot take a known browser's position in the queue.
  const sender = { address, account: `${knownBrowserId ?? ""}:${email}` };
  return { refuse, refund, inTurn, remember, sender };
}
