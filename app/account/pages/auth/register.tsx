import { data, Link, useNavigation } from "react-router";
import { requireGuest, startBrowserSession } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { halves, stack } from "#app/ui/styles/layout.css.ts";
import { registerAccount } from "../../credentials.server.ts";
import { registerFields, registerFormSchema } from "../../input.server.ts";
import { checkPasswordsMatch, NewPasswordFields } from "../../new-password-fields.tsx";
import {
  announceEasyPassword,
  isFormPasswordEasy,
  minPasswordLength,
  withPasswordPolicy,
} from "../../password-policy.server.ts";
import { authTexts } from "../../texts.ts";
import type { Route } from "./+types/register.ts";
import * as styles from "./auth.css.ts";
import { AwaitingApproval } from "./awaiting-approval.tsx";
import { loadConditions } from "./conditions.server.ts";
import { Conditions } from "./conditions.tsx";
import { useMissingFields } from "./missing-fields.ts";
import { linkWithReturn } from "./return-link.ts";
import { PhoneFields, StudyFields } from "./shared-fields.tsx";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  const conditions = loadConditions();
  return {
    ...(conditions && { conditions }),
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
  const { rules, loginHref, minPasswordLength } = loaderData;
  const [form, fields] = usePageForm({
    id: "register",
    rules,
    validate: (element) => checkPasswordsMatch(element, authTexts.passwordsDiffer),
  });
  const isSubmitting = useNavigation().formAction?.startsWith("/register") ?? false;
  const { need, isBlocked, onChange } = useMissingFields(Object.values(fields).some(({ errors }) => errors));
  const done = actionData?.done;
  if (done) return <AwaitingApproval reason={done.pendingReason} isPasswordEasy={done.isPasswordEasy} />;
  return (
    <div className={styles.single}>
      <Title description="Join the community of students and alumni.">Sign up as student</Title>
      <div>
        <h1>Sign up as student</h1>
        <p className={styles.below}>
          Already have an account? <Link to={loginHref}>Log in</Link>
        </p>
      </div>
      <PageForm form={form} className={stack[4]} onChange={onChange}>
        <div className={halves}>
          <TextInput field={fields.firstName} label="First name" autoComplete="given-name" />
          <TextInput field={fields.lastName} label="Last name" autoComplete="family-name" />
        </div>
        <div>
          <TextInput field={fields.email} label="Email" type="email" autoComplete="email" />
          {fields.email.errors?.includes(authTexts.emailTaken) && (
            <p className={styles.below}>
              Is it yours? <Link to={loginHref}>Log in</Link>{" "}
              <Link to="/forgot-password">Forgot password?</Link>
            </p>
          )}
        </div>
        <PhoneFields fields={fields} />
        <div className={halves}>
          <NewPasswordFields
            fields={fields}
            minLength={minPasswordLength}
            wasEasy={actionData?.failure?.isPasswordEasy ?? false}
            texts={authTexts}
          />
        </div>
        <StudyFields fields={fields} />
        <Conditions conditions={loaderData.conditions} formId="register" />
        <div>
          <Button
            size="lg"
            fullWidth
            loading={isSubmitting}
            disabled={isBlocked}
            aria-describedby={need ? "register-blocked" : undefined}
          >
            Sign up
          </Button>
          {need && (
            <p className={styles.below} id="register-blocked">
              {need}
            </p>
          )}
        </div>
      </PageForm>
    </div>
  );
}
