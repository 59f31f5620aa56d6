import { type ActionFunctionArgs, redirect } from "react-router";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { startBrowserSession } from "#app/platform/auth/guards.server.ts";
import { PostedForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.server.ts";
import { verifyCredentials } from "../../credentials.server.ts";
import { loginSchema } from "../../input.server.ts";
import { startSecondStep } from "./pending-login.server.ts";
import { findOrLinkAccount } from "./provider-account.server.ts";
import { findLinkPage, setProviderCookie } from "./provider-cookie.server.ts";
import { ProviderStrategy } from "./provider-flow.server.ts";
import { allProviders, type ProviderId } from "./providers.server.ts";

type LogInArgs = Pick<ActionFunctionArgs, "request" | "context" | "url">;

/** A member whose identity is verified, except for a code that may still be required. */
interface LogIn {
  userId: number;
  /** Null after a log-in with a provider. */
  passwordHash: string | null;
  needsCode: boolean;
  redirectTo: string;
}

export const loginFields = Object.keys(loginSchema.shape);

/**
 * The log-in strategies. Created per request, because a strategy receives a copy of the request without its
 * context.
 */
function createAuthenticator({ request, context, url }: LogInArgs): Authenticator<LogIn> {
  const requestContext = getRequestContext(context);
  const formStrategy = new FormStrategy<LogIn>(async ({ form }) => {
    const credentials = new PostedForm(loginFields, form).parse(loginSchema);
    const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
    const member = await verifyCredentials(credentials, requestContext, request, redirectTo);
    return { ...member, redirectTo };
  });
  const authenticator = new Authenticator<LogIn>().use(formStrategy, "form");
  for (const provider of allProviders)
    authenticator.use(
      new ProviderStrategy<LogIn>(provider, requestContext, async ({ identity, redirectTo, refuse }) => {
        const member = await findOrLinkAccount(provider, identity, redirectTo, refuse);
        if (member && member !== "unproven") return { ...member, passwordHash: null, redirectTo };
        await setProviderCookie(requestContext, provider.id, "identity", { ...identity, redirectTo });
        throw member ? refuse("prove") : redirect(`/auth/${provider.id}/complete`, 303);
      }),
    );
  return authenticator;
}

/**
 * Logs this browser in, or redirects to the page that asks for a code.
 * @throws with a form, the same errors as `verifyCredentials`; with a provider, a redirect if the log-in is refused or
 * no account exists yet
 */
export async function logIn(args: LogInArgs, way: "form" | ProviderId): Promise<Response> {
  const { needsCode, ...member } = await createAuthenticator(args).authenticate(way, args.request);
  const redirectTo = (await findLinkPage(getRequestContext(args.context), args.request)) ?? member.redirectTo;
  const requestContext = getRequestContext(args.context);
  if (needsCode) return startSecondStep(requestContext, member, redirectTo);
  await startBrowserSession(requestContext, args.request, member);
  return redirect(redirectTo, 303);
}
