import { data, Link } from "react-router";
import { requireGuest, startBrowserSession } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { registerAccount } from "../../credentials.server.ts";
import { registerFields, registerFormSchema } from "../../input.server.ts";
import {
  announceEasyPassword,
  isFormPasswordEasy,
  minPasswordLength,
  withPasswordPolicy,
} from "../../password-policy.server.ts";
import { listProgrammeChoices } from "../../programmes.server.ts";
import { authTexts } from "../../texts.ts";
import type { Route } from "./+types/register.ts";
import * as styles from "./auth.css.ts";
import { AwaitingApproval } from "./awaiting-approval.tsx";
import { loadConditions } from "./conditions.server.ts";
import { RegistrationForm } from "./registration-form.tsx";
import { linkWithReturn } from "./return-link.ts";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  return {
    conditions: loadConditions(),
    programmes: listProgrammeChoices(),
    loginHref: linkWithReturn("/login", url.searchParams.get("redirectTo"), "notice=none"),
    rules: withPasswordPolicy(getFieldRules(registerFields)),
    minPasswordLength,
  };
}

const texts = { failed: authTexts.registrationFailed };

export async function action(args: Route.ActionArgs) {
  const { request, context, url } = args;
  await requireGuest({ request, context });
  const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
  const requestContext = getRequestContext(context);
  const fields = [...Object.keys(registerFields), "guardianConsent"];
  return submitForm(args, { auth: "anyone", fields, texts }, async (form) => {
    const isPasswordEasy = await isFormPasswordEasy(form.data);
    form.isPasswordEasy = isPasswordEasy;
    const account = form.parse(registerFormSchema);
    const { userId, pendingReason } = await registerAccount(account, requestContext, redirectTo);
    if (pendingReason) return data({ done: { pendingReason, isPasswordEasy } }, 202);
    await startBrowserSession(requestContext, request, userId);
    if (isPasswordEasy) announceEasyPassword(requestContext);
    return redirectWithFlash(context, redirectTo, {
      text: `Welcome, ${account.firstName}! You are logged in.`,
    });
  });
}

export const clientAction = preserveForm(texts);

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const done = actionData?.done;
  if (done) return <AwaitingApproval reason={done.pendingReason} isPasswordEasy={done.isPasswordEasy} />;
  return (
    <div className={styles.single}>
      <Title description="Join the community of students and alumni.">Sign up as student</Title>
      <div>
        <h1>Sign up as student</h1>
        <p className={styles.below}>
          Already have an account? <Link to={loaderData.loginHref}>Log in</Link>
        </p>
      </div>
      <RegistrationForm page={loaderData} wasEasy={actionData?.failure?.isPasswordEasy ?? false} />
    </div>
  );
}
