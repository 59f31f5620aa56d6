import { data, Link } from "react-router";
import { getViewer, requireGuest, startBrowserSession } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { registerAccount } from "../../credentials.server.ts";
import { joinFields, joinSchema } from "../../input.server.ts";
import {
  describePlace,
  isAdmittingDirectly,
  requireJoinLink,
  requirePlace,
} from "../../join-links.server.ts";
import {
  announceEasyPassword,
  isFormPasswordEasy,
  minPasswordLength,
  withPasswordPolicy,
} from "../../password-policy.server.ts";
import { authTexts, joinTexts } from "../../texts.ts";
import type { Route } from "./+types/join.ts";
import * as styles from "./auth.css.ts";
import { AwaitingApproval } from "./awaiting-approval.tsx";
import { loadConditions } from "./conditions.server.ts";
import { ProviderButtons } from "./provider-buttons.tsx";
import { listProviderButtons } from "./providers.server.ts";
import { RegistrationForm } from "./registration-form.tsx";

/** The page's address is a secret, so it is neither sent to other sites nor cached. */
function requireLink({ params, context }: Pick<Route.LoaderArgs, "params" | "context">) {
  const requestContext = getRequestContext(context);
  requestContext.responseHeaders.set("Cache-Control", "no-store");
  requestContext.responseHeaders.set("Referrer-Policy", "strict-origin");
  return requireJoinLink(params.code, requestContext);
}

export async function loader(args: Route.LoaderArgs) {
  const link = await requireLink(args);
  const viewer = await getViewer(args);
  const path = `/join/${args.params.code}`;
  const page = {
    isMember: viewer !== null,
    isOpen: link.isUsable,
    college: settings.collegeName || settings.siteName,
    maker: link.maker.name,
    isDirect: isAdmittingDirectly(link),
    facts: describePlace(link),
    providers: listProviderButtons(path),
    loginHref: "/login?notice=none",
    conditions: loadConditions(),
    programmes: [],
    rules: withPasswordPolicy(getFieldRules(joinFields)),
    minPasswordLength,
  };
  const isRead = args.request.method !== "POST";
  return data(page, { status: isRead && !link.isUsable && !viewer ? 410 : 200 });
}

const texts = { failed: authTexts.registrationFailed };

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  await requireGuest(args);
  const link = await requireLink(args);
  const requestContext = getRequestContext(context);
  const fields = [...Object.keys(joinFields), "guardianConsent"];
  return submitForm(args, { auth: "anyone", fields, texts }, async (form) => {
    await requirePlace(link);
    const isPasswordEasy = await isFormPasswordEasy(form.data);
    form.isPasswordEasy = isPasswordEasy;
    const account = form.parse(joinSchema);
    const { userId, pendingReason } = await registerAccount(account, requestContext, "/", link);
    if (pendingReason) return data({ done: { pendingReason, isPasswordEasy } }, 202);
    await startBrowserSession(requestContext, request, userId);
    if (isPasswordEasy) announceEasyPassword(requestContext);
    return redirectWithFlash(context, "/", { text: `Welcome, ${account.firstName}! You are logged in.` });
  });
}

export const clientAction = preserveForm(texts);

export default function Join({ loaderData: page, actionData }: Route.ComponentProps) {
  const done = actionData?.done;
  if (done) return <AwaitingApproval reason={done.pendingReason} isPasswordEasy={done.isPasswordEasy} />;
  return (
    <div className={styles.single}>
      <Title>{`Join ${page.college}`}</Title>
      {page.isMember && (
        <>
          <h1>You have already joined</h1>
          <p>You are a member of {page.college}, so you don't need this link. Others can use it.</p>
          <ButtonLink to="/">Go to Today</ButtonLink>
        </>
      )}
      {!page.isMember && !page.isOpen && (
        <>
          <h1>Join {page.college}</h1>
          <p role="alert">{joinTexts.ended}</p>
          <p>
            <Link to="/register">Sign up without it</Link>
          </p>
        </>
      )}
      {!page.isMember && page.isOpen && (
        <>
          <div>
            <h1>Join {page.college}</h1>
            <p className={styles.lead}>
              <bdi>{page.maker}</bdi> invites you to <bdi>{page.facts}</bdi>.
            </p>
            {page.isDirect && <p className={styles.lead}>{joinTexts.direct}</p>}
            <p className={styles.below}>
              Already have an account? <Link to={page.loginHref}>Log in</Link>
            </p>
          </div>
          <ProviderButtons buttons={page.providers} below="or with email" />
          <RegistrationForm page={page} wasEasy={actionData?.failure?.isPasswordEasy ?? false} />
        </>
      )}
    </div>
  );
}
