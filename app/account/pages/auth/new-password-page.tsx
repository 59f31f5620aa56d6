import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Scene } from "#app/ui/drawing.tsx";
import * as errorStyles from "#app/ui/error-page.css.ts";
import type { FormReply } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { Title } from "#app/ui/page.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import { checkPasswordsMatch, NewPasswordFields } from "../../new-password-fields.tsx";
import { authTexts } from "../../texts.ts";
import * as styles from "./auth.css.ts";
import { Conditions } from "./conditions.tsx";
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
  /** The page for a link that no longer works. */
  expired: { heading: string; text: string; link: ReactNode };
}

export function NewPasswordPage(props: NewPasswordPageProps) {
  const { path, loaderData, actionData, expired } = props;
  const failure = actionData?.failure;
  const { token, redirectTo, isExpired, rules, minPasswordLength } = loaderData;
  const [form, fields] = usePageForm({
    id: path.slice(1),
    rules,
    defaultValue: { token },
    validate: (element) => checkPasswordsMatch(element, authTexts.passwordsDiffer),
  });
  const isSubmitting = useNavigation().formAction?.startsWith(path) ?? false;
  if (failure ? failure.error?.token : isExpired) {
    return (
      <div className={errorStyles.page}>
        <Scene name="chart" />
        <Title heading>{expired.heading}</Title>
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
      <PageForm
        form={form}
        action={linkWithReturn(path, redirectTo === "/" ? null : redirectTo)}
        className={stack[4]}
      >
        <input type="hidden" name="token" defaultValue={fields.token.initialValue ?? token} />
        <NewPasswordFields
          fields={fields}
          minLength={minPasswordLength}
          wasEasy={failure?.isPasswordEasy ?? false}
          texts={authTexts}
          label={props.label}
        />
        <Conditions conditions={loaderData.conditions} formId={path.slice(1)} />
        <Button size="lg" fullWidth loading={isSubmitting}>
          {props.button}
        </Button>
      </PageForm>
    </div>
  );
}
