import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { data, Form, useNavigation } from "react-router";
import { submitOr } from "../../client/requests.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { formFailure, usePageForm } from "../../ui/form.tsx";
import { checkPasswordsMatch, NewPasswordFields } from "../../ui/new-password-fields.tsx";
import { Title } from "../../ui/page.tsx";
import * as styles from "./auth.css.ts";
import type { loadNewPassword } from "./new-password.server.ts";

interface NewPasswordPageProps {
  /** The route's address, and the form's id. */
  path: string;
  loaderData: Awaited<ReturnType<typeof loadNewPassword>>["data"];
  actionData: { reply: SubmissionResult<string[]>; isExpired: boolean; isPasswordEasy: boolean } | undefined;
  heading: string;
  lead: string;
  label?: string;
  button: string;
  /** What a link that no longer works leads to. */
  expired: { heading: string; text: string; link: ReactNode };
}

/** The form for a new password that a mailed link leads to. */
export function NewPasswordPage(props: NewPasswordPageProps) {
  const { path, loaderData, actionData, expired } = props;
  const { token, isExpired, errorTexts, minPasswordLength } = loaderData;
  const [form, fields, formProps] = usePageForm({
    id: path.slice(1),
    lastResult: actionData?.reply,
    errorTexts,
    defaultValue: { token },
    validate: (element) => checkPasswordsMatch(element, authTexts.passwordsDiffer),
  });
  const isSubmitting = useNavigation().formAction === path;
  if (actionData ? actionData.isExpired : isExpired) {
    return (
      <div className={styles.single}>
        <Title>{expired.heading}</Title>
        <h1>{expired.heading}</h1>
        <p role="alert">
          {authTexts.linkExpired} {expired.text}
        </p>
        <p>{expired.link}</p>
      </div>
    );
  }
  return (
    <div className={styles.single}>
      <Title>{props.heading}</Title>
      <div>
        <h1>{props.heading}</h1>
        <p className={styles.lead}>{props.lead}</p>
      </div>
      <Form method="post" action={path} className={styles.form} {...formProps}>
        <ErrorSummary form={form} />
        <input type="hidden" name="token" defaultValue={fields.token.initialValue ?? token} />
        <NewPasswordFields
          fields={fields}
          minLength={minPasswordLength}
          wasEasy={actionData?.isPasswordEasy ?? false}
          texts={authTexts}
          label={props.label}
        />
        <Button size="lg" fullWidth loading={isSubmitting}>
          {props.button}
        </Button>
      </Form>
    </div>
  );
}

/** Sends such a form, which stays when the server cannot be reached. */
export const submitNewPassword = <T,>(serverAction: () => Promise<T>, failureText: string) =>
  submitOr(serverAction, () =>
    data({ reply: formFailure(failureText), isExpired: false, isPasswordEasy: false }, 503),
  );
