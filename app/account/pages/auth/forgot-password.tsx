import { Link, useNavigation } from "react-router";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import { forgotPasswordSchema } from "../../input.server.ts";
import { authTexts } from "../../texts.ts";
import type { Route } from "./+types/forgot-password.ts";
import * as styles from "./auth.css.ts";
import { requestPasswordReset } from "./password-reset.server.ts";

/** `app/device/scripts/guest-form.ts` sends the form. */
export const handle = { scripts: "none" };

export function loader() {
  return { rules: getFieldRules(forgotPasswordSchema.shape) };
}

const texts = { failed: authTexts.resetRequestFailed };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "anyone", fields: Object.keys(forgotPasswordSchema.shape), texts },
    async (form) => {
      await requestPasswordReset(form.parse(forgotPasswordSchema), getRequestContext(args.context));
      return { done: true };
    },
  );

export const clientAction = preserveForm(texts);

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = usePageForm({
    id: "forgot-password",
    rules: loaderData.rules,
  });
  const isSubmitting = useNavigation().formAction === "/forgot-password";
  if (actionData?.done) {
    return (
      <div className={styles.short}>
        <Title heading>Check your email</Title>
        <p role="status">
          If there is an account with this address, we have sent it a link to choose a new password. The link
          works once and expires after 30 minutes.
        </p>
        <p className={styles.below}>
          No email after a few minutes? Check your spam folder, or{" "}
          <Link to="/forgot-password" reloadDocument>
            try another address
          </Link>
          .
        </p>
        <p>
          <ButtonLink to="/login" variant="outline">
            Back to log in
          </ButtonLink>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.short}>
      <Title description="Get a link to choose a new password.">Forgot password?</Title>
      <div>
        <h1>Forgot password?</h1>
        <p className={styles.lead}>
          Enter the email address you registered with. We'll send you a link to choose a new password.
        </p>
      </div>
      <PageForm form={form} className={stack[4]} data-failed={texts.failed}>
        <TextInput field={fields.email} label="Email" type="email" autoComplete="email" />
        <Button size="lg" fullWidth loading={isSubmitting}>
          Send the link
        </Button>
      </PageForm>
      <p className={styles.below}>
        Remembered it? <Link to="/login">Log in</Link>
      </p>
    </div>
  );
}
