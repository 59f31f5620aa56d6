import { redirect } from "react-router";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { authTexts } from "../../texts.ts";

/** The log-in page's messages after a refused Google sign-in, by the suffix of its `notice` parameter. */
export const googleNotices = {
  off: "Logging in with Google is not set up here. Please use your email and password.",
  away: "Google cannot be reached at the moment. Please try again, or use your email and password.",
  cancelled: "You did not finish logging in with Google. Nothing was changed.",
  failed: "Logging in with Google did not work. Please try again.",
  unverified:
    "Google has not verified your email address, so it cannot be used here. Please use your email and password.",
  other:
    "The account with this email address belongs to another Google account. Please use your email and password.",
  domain: "Only email addresses of the college can join, and this Google account has a different one.",
  approval: authTexts.awaitsApproval,
  suspended: authTexts.suspended,
  busy: "Too many attempts. Please wait a moment and try again.",
} as const;

/** Creates the redirect to throw when a sign-in is refused. `cause` is for the log. */
export type RefuseGoogle = (notice: keyof typeof googleNotices, cause?: unknown) => Response;

/** Returns a function that logs a refusal and creates the redirect to the log-in page, which keeps `redirectTo`. */
export function createGoogleRefusal({ id: requestId }: RequestContext, redirectTo = "/"): RefuseGoogle {
  return (notice, cause) => {
    // The cause itself is not logged because it may contain a code or a token.
    const reason = cause instanceof Error ? cause.message : undefined;
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    log.info({ event: "login-refused", requestId, notice, reason, code }, "google sign-in refused");
    const parameters = redirectTo === "/" ? "" : `&redirectTo=${encodeURIComponent(redirectTo)}`;
    return redirect(`/login?notice=google-${notice}${parameters}`, 303);
  };
}
