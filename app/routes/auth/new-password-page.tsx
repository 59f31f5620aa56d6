import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { checkPasswordsMatch, NewPasswordFields } from "../../forms/new-password-fields.tsx";
import { authTexts } from "../../schemas/auth-texts.ts";
import { stack } from "../../styles/layout.css.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { type FormReply, usePageForm } from "../../ui/form.tsx";
import { Title } from "../../ui/page.tsx";
import * as styles from "./auth.css.ts";
import type { loadNewPassword } from "./new-password.server.ts";
import { linkWithReturn } from "./return-link.ts";

interface NewPasswordPageProps {
  path: string;
  loaderData: Awaited<ReturnType<typeof loadNewPassword>>["data"];
  actionData: FormReply | undefined;
  heading: string;
  lead: string;
  label?: string | undefined;
  button: string;
  /** The page behind a link that no longer works. */
  expired: { heading: string; text: string; link: ReactNode };
}

export function NewPasswordPage(props: NewPasswordPageProps) {
  const { path, loaderData, actionData, expired } = props;
  const failure = actionData?.failure;
  const { token, redirectTo, isExpired, rules, minPasswordLength } = loaderData;
  const [form, fields, formProps] = usePageForm({
    id: path.slice(1),
    lastResult: failure,
    rules,
    defaultValue: { token },
    validate: (element) => checkPasswordsMatch(element, authTexts.passwordsDiffer),
  });
  const isSubmitting = useNavigation().formAction?.startsWith(path) ?? false;
  if (failure ? failure.error?.token : isExpired) {
    return (
      <div className={styles.single}>
        <Title>{expired.heading}</Title>
        <h1>{expired.heading}</h1>
        <p role="alert">{expired.text}</p>
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
      <Form
        method="post"
        action={linkWithReturn(path, redirectTo === "/" ? null : redirectTo)}
        className={stack[4]}
        {...formProps}
      >
        <ErrorSummary form={form} />
        <input type="hidden" name="token" defaultValue={fields.token.initialValue ?? token} />
        <NewPasswordFields
          fields={fields}
          minLength={minPasswordLength}
          wasEasy={failure?.isPasswordEasy ?? false}
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
