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

/** A member who has proved who they are; a code may still be missing. */
interface LogIn {
  userId: number;
  /** Null after a log-in with Google. */
  passwordHash: string | null;
  needsCode: boolean;
  redirectTo: string;
}

export const loginFields = Object.keys(loginSchema.shape);

/** The two ways to log in. It is made for each request, since a strategy gets a copy of the request without its context. */
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
 * Logs this browser in, or leads to the page that asks for a code.
 * @throws HttpError by form, as `verifyCredentials`; by Google a redirect for who is refused or has no account yet
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
