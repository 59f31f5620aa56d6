import { eq, sql } from "drizzle-orm";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { db, users } from "#db/index.ts";
import { handleAuthForm, rejectedFormHeaders } from "../../auth/form.server.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextInput } from "../../ui/field.tsx";
import { formFailure, usePageForm } from "../../ui/form.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import type { Route } from "./+types/email.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { requestEmailChange } from "./email-change.server.ts";
import { changeEmailFields, changeEmailSchema } from "./schema.server.ts";
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
    errorTexts: getFieldErrorTexts(changeEmailFields),
  };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  const result = await handleAuthForm(
    args,
    { fields: changeEmailFields, schema: changeEmailSchema, failureText: accountTexts.emailFailed },
    (form) => requestEmailChange(viewer, form, getRequestContext(args.context), args.request),
  );
  if ("rejected" in result) return data(result.rejected.reply, result.rejected.init);
  throw redirect("/account?notice=email-sent", 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, (reason) =>
    data(formFailure(reason === "login" ? accountTexts.loggedOut : accountTexts.emailFailed), 503),
  );

export const headers = rejectedFormHeaders;

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage title="Email address">
      {loaderData === null && <LoadFailure text={accountTexts.loadFailed} />}
      {loaderData?.hasPassword === false && (
        <p>
          {accountTexts.setPasswordFirst} <Link to="/account/password">Set a password</Link>
        </p>
      )}
      {loaderData?.hasPassword && <EmailForm page={loaderData} reply={actionData} />}
    </AccountPage>
  );
}

function EmailForm({
  page,
  reply,
}: {
  page: NonNullable<Route.ComponentProps["loaderData"]>;
  reply: Route.ComponentProps["actionData"];
}) {
  const [form, fields, formProps] = usePageForm({
    id: "email",
    lastResult: reply,
    errorTexts: page.errorTexts,
  });
  const isSubmitting = useNavigation().formAction === "/account/email";
  return (
    <>
      <p>
        Your address is <b>{page.email}</b>. We'll email the new one a link to confirm it.
      </p>
      <Form method="post" className={styles.form} {...formProps}>
        <ErrorSummary form={form} />
        <TextInput field={fields.email} label="New email" type="email" autoComplete="email" required />
        <TextInput
          field={fields.currentPassword}
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button size="lg" fullWidth loading={isSubmitting}>
          Send the link
        </Button>
      </Form>
    </>
  );
}
