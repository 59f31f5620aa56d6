import { type ActionFunctionArgs, redirect } from "react-router";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { startBrowserSession } from "#app/platform/auth/guards.server.ts";
import { PostedForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.server.ts";
import { verifyCredentials } from "../../credentials.server.ts";
import { loginSchema } from "../../input.server.ts";
import { findOrLinkAccount } from "./google-account.server.ts";
import { setGoogleCookie } from "./google-cookie.server.ts";
import { GoogleStrategy } from "./google-flow.server.ts";
import { startSecondStep } from "./pending-login.server.ts";

type LogInArgs = Pick<ActionFunctionArgs, "request" | "context" | "url">;

/** A member whose identity is verified, except for a code that may still be required. */
interface LogIn {
  userId: number;
  /** Null after a log-in with Google. */
  passwordHash: string | null;
  needsCode: boolean;
  redirectTo: string;
}

export const loginFields = Object.keys(loginSchema.shape);

/**
 * The two log-in strategies. Created per request, because a strategy receives a copy of the request without its
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
  const googleStrategy = new GoogleStrategy<LogIn>(
    requestContext,
    async ({ identity, redirectTo, refuse }) => {
      const member = await findOrLinkAccount(identity, redirectTo, refuse);
      if (member) return { ...member, passwordHash: null, redirectTo };
      await setGoogleCookie(requestContext, "identity", { ...identity, redirectTo });
      throw redirect("/auth/google/complete", 303);
    },
  );
  return new Authenticator<LogIn>().use(formStrategy, "form").use(googleStrategy, "google");
}

/**
 * Logs this browser in, or redirects to the page that asks for a code.
 * @throws HttpError by form, as `verifyCredentials`. By Google, a redirect if the log-in is refused or no account
 * exists yet
 */
export async function logIn(args: LogInArgs, way: "form" | "google"): Promise<Response> {
  const { redirectTo, needsCode, ...member } = await createAuthenticator(args).authenticate(
    way,
    args.request,
  );
  const requestContext = getRequestContext(args.context);
  if (needsCode) return startSecondStep(requestContext, member, redirectTo);
  await startBrowserSession(requestContext, args.request, member);
  return redirect(redirectTo, 303);
}
