import { redirect } from "react-router";
import { startSecondStep } from "../../auth/pending-login.server.ts";
import { requireGuest, startBrowserSession } from "../../auth/session.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { addressKey, RateLimit } from "../../limits/rate-limit.server.ts";
import type { Route } from "./+types/google-callback.ts";
import { findOrLinkAccount } from "./google-account.server.ts";
import { clearGoogleCookie, readGoogleCookie, setGoogleCookie } from "./google-cookie.server.ts";
import { GoogleStrategy } from "./google-flow.server.ts";
import { createGoogleRefusal } from "./google-refusal.server.ts";

/** Each call makes a request to Google. A whole hostel may share one address. */
const addressLimit = new RateLimit(200, 15 * 60);

/** Google sends visitors here: members are logged in, new ones go to the page that completes their account. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  const requestContext = getRequestContext(context);
  const flow = await readGoogleCookie(requestContext, request, "flow");
  await clearGoogleCookie(requestContext, "flow");
  const refuse = createGoogleRefusal(requestContext, flow?.redirectTo);
  if (addressLimit.consume(addressKey(requestContext.address)) > 0) throw refuse("busy");
  if (!flow) throw refuse("failed");
  const strategy = new GoogleStrategy(
    flow,
    `${requestContext.origin}/auth/google/callback`,
    refuse,
    async (identity) => ({ identity, member: await findOrLinkAccount(identity, refuse) }),
  );
  const { identity, member } = await strategy.authenticate(request);
  const { redirectTo } = flow;
  if (member === null) {
    await setGoogleCookie(requestContext, "identity", { ...identity, redirectTo });
    throw redirect("/auth/google/complete", 303);
  }
  const { userId, needsCode } = member;
  if (needsCode) throw await startSecondStep(requestContext, { userId, passwordHash: null }, redirectTo);
  await startBrowserSession(requestContext, request, userId);
  throw redirect(redirectTo, 303);
}
