import { redirect } from "react-router";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { authTexts } from "../../texts.ts";
import { allProviders, type Provider } from "./providers.server.ts";

/** The log-in page's messages after a refused sign-in, by the suffix of its `notice` parameter. */
const describeRefusals = ({ id, name }: Provider) => ({
  off: `Logging in with ${name} is not set up here. Please use your email and password.`,
  away: `${name} cannot be reached at the moment. Please try again, or use your email and password.`,
  cancelled: `You did not finish logging in with ${name}. Nothing was changed.`,
  failed: `Logging in with ${name} did not work. Please try again.`,
  unverified: `${name} has not verified your email address, so it cannot be used here. Please use your email and password.`,
  other: `The account with this email address belongs to another ${name} account. Please use your email and password.`,
  prove: `There is an account with your email address. Log in to it once in another way, and you can link it with ${name}. Without a password, choose “Forgot password?”.`,
  domain: `Only email addresses of the college can join, and this ${name} account has a different one.`,
  approval: withName(id, name, authTexts.awaitsApproval),
  suspended: withName(id, name, authTexts.suspended),
  busy: `Too many attempts${id === "google" ? "" : ` with ${name}`}. Please wait a moment and try again.`,
});

const withName = (id: Provider["id"], name: string, text: string) =>
  id === "google" ? text : `${name} has confirmed who you are. ${text}`;

type Refusal = keyof ReturnType<typeof describeRefusals>;

export const providerNotices = allProviders.flatMap((provider) =>
  Object.entries(describeRefusals(provider)).map(([name, text]) => [`${provider.id}-${name}`, text] as const),
);

/** Creates the redirect to throw when a sign-in is refused. `cause` is for the log. */
export type RefuseSignIn = (notice: Refusal, cause?: unknown) => Response;

/** Returns a function that logs a refusal and creates the redirect to the log-in page, which keeps `redirectTo`. */
export function createRefusal(
  { id }: Provider,
  { id: requestId }: RequestContext,
  redirectTo = "/",
): RefuseSignIn {
  return (notice, cause) => {
    // The cause itself is not logged because it may contain a code or a token.
    const reason = cause instanceof Error ? cause.message : undefined;
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    log.info({ event: "login-refused", requestId, notice, reason, code }, `${id} sign-in refused`);
    const parameters = redirectTo === "/" ? "" : `&redirectTo=${encodeURIComponent(redirectTo)}`;
    return redirect(`/login?notice=${id}-${notice}${parameters}`, 303);
  };
}
