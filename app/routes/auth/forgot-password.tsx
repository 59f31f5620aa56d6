import { data, Form, Link, useNavigation } from "react-router";
import { handleAuthForm } from "../../auth/form.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { forgotPasswordSchema } from "../../schemas/user.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Alert, TextInput } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/forgot-password.ts";
import * as styles from "./auth.css.ts";
import { requestPasswordReset } from "./password-reset.server.ts";

export function loader() {
  return { errorTexts: getFieldErrorTexts(forgotPasswordSchema.shape) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const result = await handleAuthForm(request, forgotPasswordSchema, (form) =>
    requestPasswordReset(form, getRequestContext(context)),
  );
  if ("accepted" in result) return { reply: null, sent: true };
  const { reply, status, headers } = result.rejected;
  return data({ reply, sent: false }, { status, headers });
}

/** A 429 says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields, formProps] = usePageForm({
    id: "forgot-password",
    lastResult: actionData?.reply,
    errorTexts: loaderData.errorTexts,
  });
  const busy = useNavigation().formAction === "/forgot-password";
  if (actionData?.sent) {
    return (
      <div className={styles.single}>
        <Title>Look into your mail</Title>
        <h1>Look into your mail</h1>
        <p role="status">
          If there is an account with this address, a link to choose a new password is on its way to it. The
          link works once, within 30 minutes.
        </p>
        <p className={styles.below}>
          Nothing there after a few minutes? Look among the spam, or{" "}
          <Link to="/forgot-password" reloadDocument>
            try another address
          </Link>
          .
        </p>
        <p>
          <ButtonLink to="/login" variant="outline">
            Back to log-in
          </ButtonLink>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.single}>
      <Title description="Choose a new password by a link in your mail.">Forgot password?</Title>
      <div>
        <h1>Forgot password?</h1>
        <p className={styles.lead}>
          Tell us the address you registered with. We mail you a link to choose a new one.
        </p>
      </div>
      <Form method="post" className={styles.form} {...formProps}>
        <Alert texts={form.errors} />
        <TextInput field={fields.email} label="Email" type="email" autoComplete="email" required />
        <Button size="lg" fullWidth loading={busy}>
          Send the link
        </Button>
      </Form>
      <p className={styles.below}>
        Remembered it? <Link to="/login">Login</Link>
      </p>
    </div>
  );
}
