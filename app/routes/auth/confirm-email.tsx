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
import type { Route } from "./+types/confirm-email.ts";
import * as styles from "./auth.css.ts";
import { getNewPasswordErrorTexts, isLinkUsable, setPasswordByLink } from "./password-reset.server.ts";

export async function loader({ request, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  // A posted form carries its token itself.
  const isExpired = request.method !== "POST" && !(await isLinkUsable("confirm-email", token));
  return data(
    { token, isExpired, errorTexts: getNewPasswordErrorTexts(), minPasswordLength },
    { status: isExpired ? 410 : 200 },
  );
}

/** Only a post confirms an address: mail scanners open links too. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context);
  const result = await handleAuthForm(
    { request, context },
    {
      fields: resetPasswordFields,
      schema: resetPasswordSchema,
      failureText: authTexts.confirmationFailed,
    },
    (form) => setPasswordByLink("confirm-email", form, requestContext, request),
  );
  if ("rejected" in result) {
    const { reply, init, isPasswordEasy } = result.rejected;
    const isExpired = init.status === 410 || reply.error?.token !== undefined;
    return data({ reply, isExpired, isPasswordEasy }, init);
  }
  clearSessionCookie(requestContext);
  throw redirect(`/login?notice=confirmed${result.accepted.isEasy ? "-easy" : ""}`, 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, () =>
    data({ reply: formFailure(authTexts.confirmationFailed), isExpired: false, isPasswordEasy: false }, 503),
  );

export const headers = secretLinkHeaders;

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { token, isExpired, errorTexts, minPasswordLength } = loaderData;
  const [form, fields, formProps] = usePageForm({
    id: "confirm-email",
    lastResult: actionData?.reply,
    errorTexts,
    defaultValue: { token },
    validate: (element) => checkPasswordsMatch(element, authTexts.passwordsDiffer),
  });
  const isSubmitting = useNavigation().formAction === "/confirm-email";
  if (actionData ? actionData.isExpired : isExpired) {
    return (
      <div className={styles.single}>
        <Title>Confirm your address</Title>
        <h1>Confirm your address</h1>
        <p role="alert">
          {authTexts.linkExpired} Log in with your password, and we will email you a new one.
        </p>
        <p>
          <ButtonLink to="/login">Log In</ButtonLink>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.single}>
      <Title>Confirm your address</Title>
      <div>
        <h1>Confirm your address</h1>
        <p className={styles.lead}>
          One more step and you are in: choose the password you will log in with. It replaces the one that was
          typed at the registration, in case somebody else used your address.
        </p>
      </div>
      <Form method="post" action="/confirm-email" className={styles.form} {...formProps}>
        <ErrorSummary form={form} />
        <input type="hidden" name="token" defaultValue={fields.token.initialValue ?? token} />
        <NewPasswordFields
          fields={fields}
          minLength={minPasswordLength}
          wasEasy={actionData?.isPasswordEasy ?? false}
          texts={authTexts}
        />
        <Button size="lg" fullWidth loading={isSubmitting}>
          Confirm my address
        </Button>
      </Form>
    </div>
  );
}
