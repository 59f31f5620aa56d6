import { eq, sql } from "drizzle-orm";
import { data, Form, redirectDocument, useNavigation } from "react-router";
import { db, users } from "#db/index.ts";
import { handleAuthForm, rejectedFormHeaders } from "../../auth/form.server.ts";
import { minPasswordLength, withPasswordPolicy } from "../../auth/password-policy.server.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextInput } from "../../ui/field.tsx";
import { formFailure, usePageForm } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { checkPasswordsMatch, NewPasswordFields } from "../../ui/new-password-fields.tsx";
import type { Route } from "./+types/password.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { changePassword } from "./password.server.ts";
import { changePasswordFields, changePasswordSchema } from "./schema.server.ts";
import { accountTexts } from "./texts.ts";

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const rows = await queryOrNull(args.context, () =>
    db
      .select({ hasPassword: sql`${users.passwordHash} is not null`.mapWith(Boolean) })
      .from(users)
      .where(eq(users.id, viewer.id)),
  );
  if (!rows) return data(null, 503);
  return {
    email: viewer.email,
    hasPassword: rows[0]?.hasPassword ?? false,
    errorTexts: withPasswordPolicy(getFieldErrorTexts(changePasswordFields)),
    minPasswordLength,
  };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  const result = await handleAuthForm(
    args,
    {
      fields: changePasswordFields,
      schema: changePasswordSchema,
      failureText: accountTexts.passwordFailed,
    },
    (form) => changePassword(viewer, form, getRequestContext(args.context), args.request),
  );
  if ("rejected" in result) {
    const { reply, init, isPasswordEasy } = result.rejected;
    return data({ reply, isPasswordEasy }, init);
  }
  // The page's socket belongs to the session that has ended: a new document opens one of the new session.
  throw redirectDocument(`/account?notice=password-changed${result.accepted.isEasy ? "-easy" : ""}`, 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, (reason) =>
    data(
      {
        reply: formFailure(reason === "login" ? accountTexts.loggedOut : accountTexts.passwordFailed),
        isPasswordEasy: false,
      },
      503,
    ),
  );

export const headers = rejectedFormHeaders;

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <AccountPage title="Password">
        <LoadFailure text={accountTexts.loadFailed} />
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Password">
      {loaderData.hasPassword ? (
        <PasswordForm page={loaderData} reply={actionData} />
      ) : (
        <SetPassword email={loaderData.email} />
      )}
    </AccountPage>
  );
}

function PasswordForm({
  page,
  reply,
}: {
  page: NonNullable<Route.ComponentProps["loaderData"]>;
  reply: Route.ComponentProps["actionData"];
}) {
  const [form, fields, formProps] = usePageForm({
    id: "password",
    lastResult: reply?.reply,
    errorTexts: page.errorTexts,
    validate: (element) => checkPasswordsMatch(element, authTexts.passwordsDiffer),
  });
  const isSubmitting = useNavigation().formAction === "/account/password";
  return (
    <>
      <p className={styles.quiet}>You stay logged in here and are logged out on every other device.</p>
      <Form method="post" className={styles.form} {...formProps}>
        <ErrorSummary form={form} />
        <TextInput
          field={fields.currentPassword}
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordFields
          fields={fields}
          minLength={page.minPasswordLength}
          wasEasy={reply?.isPasswordEasy ?? false}
          texts={authTexts}
          label="New password"
        />
        <Button size="lg" fullWidth loading={isSubmitting}>
          Change the password
        </Button>
      </Form>
    </>
  );
}

/** For members who only log in through Google: a mailed link, as after a forgotten password. */
function SetPassword({ email }: { email: string }) {
  return (
    <>
      <p>You log in with Google and have no password yet. We can email {email} a link to set one.</p>
      <Form method="post" action="/forgot-password">
        <input type="hidden" name="email" value={email} />
        <Button>Email me a link</Button>
      </Form>
    </>
  );
}
