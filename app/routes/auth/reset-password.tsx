import { data, Form, redirect, useNavigation } from "react-router";
import { handleAuthForm } from "../../auth/form.server.ts";
import { minPasswordLength } from "../../auth/password-policy.server.ts";
import { secretLinkHeaders } from "../../auth/secret-link.server.ts";
import { clearSessionCookie } from "../../auth/session.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { resetPasswordFields, resetPasswordSchema } from "../../schemas/user.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { submitOr } from "../../ui/client-requests.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { formFailure, usePageForm } from "../../ui/form.tsx";
import { checkPasswordsMatch, NewPasswordFields } from "../../ui/new-password-fields.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/reset-password.ts";
import * as styles from "./auth.css.ts";
import { getNewPasswordErrorTexts, isLinkUsable, setPasswordByLink } from "./password-reset.server.ts";

export async function loader({ request, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  // A posted form carries its token itself.
  const isExpired = request.method !== "POST" && !(await isLinkUsable("reset-password", token));
  return data(
    { token, isExpired, errorTexts: getNewPasswordErrorTexts(), minPasswordLength },
    { status: isExpired ? 410 : 200 },
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context);
  const result = await handleAuthForm(
    { request, context },
    { fields: resetPasswordFields, schema: resetPasswordSchema, failureText: authTexts.resetFailed },
    (form) => setPasswordByLink("reset-password", form, requestContext, request),
  );
  if ("rejected" in result) {
    const { reply, init, isPasswordEasy } = result.rejected;
    const isExpired = init.status === 410 || reply.error?.token !== undefined;
    return data({ reply, isExpired, isPasswordEasy }, init);
  }
  clearSessionCookie(requestContext);
  throw redirect(`/login?notice=password-changed${result.accepted.isEasy ? "-easy" : ""}`, 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, () =>
    data({ reply: formFailure(authTexts.resetFailed), isExpired: false, isPasswordEasy: false }, 503),
  );

export const headers = secretLinkHeaders;

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { token, isExpired, errorTexts, minPasswordLength } = loaderData;
  const [form, fields, formProps] = usePageForm({
    id: "reset-password",
    lastResult: actionData?.reply,
    errorTexts,
    defaultValue: { token },
    validate: (element) => checkPasswordsMatch(element, authTexts.passwordsDiffer),
  });
  const isSubmitting = useNavigation().formAction === "/reset-password";
  if (actionData ? actionData.isExpired : isExpired) {
    return (
      <div className={styles.single}>
        <Title>This link has expired</Title>
        <h1>This link has expired</h1>
        <p role="alert">{authTexts.linkExpired} Links work once, within 30 minutes.</p>
        <p>
          <ButtonLink to="/forgot-password">Send me a new one</ButtonLink>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.single}>
      <Title>Choose a new password</Title>
      <div>
        <h1>Choose a new password</h1>
        <p className={styles.lead}>
          You'll be logged out on every device. Then log in with the new password.
        </p>
      </div>
      <Form method="post" action="/reset-password" className={styles.form} {...formProps}>
        <ErrorSummary form={form} />
        <input type="hidden" name="token" defaultValue={fields.token.initialValue ?? token} />
        <NewPasswordFields
          fields={fields}
          minLength={minPasswordLength}
          wasEasy={actionData?.isPasswordEasy ?? false}
          texts={authTexts}
          label="New password"
        />
        <Button size="lg" fullWidth loading={isSubmitting}>
          Set the new password
        </Button>
      </Form>
    </div>
  );
}
