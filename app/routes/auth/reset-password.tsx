import { data, Form, redirect, useNavigation } from "react-router";
import { handleAuthForm } from "../../auth/form.server.ts";
import { clearSessionCookie } from "../../auth/session.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { resetPasswordFields, resetPasswordSchema, authTexts as said } from "../../schemas/user.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Alert, TextInput } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/reset-password.ts";
import * as styles from "./auth.css.ts";
import { isResetLinkUsable, resetPassword } from "./password-reset.server.ts";

export async function loader({ request, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  // Shown again after a refused form, the token comes from the form.
  const dead = request.method !== "POST" && !(await isResetLinkUsable(token));
  const { password, confirmPassword } = getFieldErrorTexts(resetPasswordFields);
  const { passwordsDiffer, linkDead } = said;
  const loaded = {
    token,
    dead,
    passwordsDiffer,
    linkDead,
    errorTexts: { token: {}, password, confirmPassword },
  };
  return data(loaded, { status: dead ? 410 : 200, headers: discreet });
}

/** The address has the token in it: nobody else is told where a visitor comes from, and nothing is kept. */
const discreet = { "Referrer-Policy": "strict-origin", "Cache-Control": "no-store" };
export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers(actionHeaders);
  for (const [name, value] of Object.entries(discreet)) headers.set(name, value);
  return headers;
};

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context);
  const result = await handleAuthForm(request, resetPasswordSchema, (form) =>
    resetPassword(form, requestContext, request),
  );
  if ("rejected" in result) {
    const { reply, status, headers } = result.rejected;
    return data({ reply, dead: status === 410 || reply.error?.token !== undefined }, { status, headers });
  }
  clearSessionCookie(requestContext);
  throw redirect("/login?notice=password-changed", 303);
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { token, dead, passwordsDiffer, linkDead, errorTexts } = loaderData;
  const [form, fields, formProps] = usePageForm({
    id: "reset-password",
    lastResult: actionData?.reply,
    errorTexts,
    defaultValue: { token },
    validate(element): Record<string, string[]> {
      const [first, second] = ["password", "confirmPassword"].map(
        (name) => (element.elements.namedItem(name) as HTMLInputElement | null)?.value,
      );
      return second && first !== second ? { confirmPassword: [passwordsDiffer] } : {};
    },
  });
  const busy = useNavigation().formAction === "/reset-password";
  if (actionData ? actionData.dead : dead) {
    return (
      <div className={styles.single}>
        <Title>This link is over</Title>
        <h1>This link is over</h1>
        <p role="alert">{linkDead} Links work once, within 30 minutes.</p>
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
        <p className={styles.lead}>You will be logged out everywhere, and log in with the new one.</p>
      </div>
      <Form method="post" action="/reset-password" className={styles.form} {...formProps}>
        <Alert texts={form.errors} />
        <input type="hidden" name="token" defaultValue={fields.token.initialValue ?? token} />
        <TextInput
          field={fields.password}
          label="New password"
          type="password"
          autoComplete="new-password"
          minLength={6}
          required
        />
        <TextInput
          field={fields.confirmPassword}
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          required
        />
        <Button size="lg" fullWidth loading={busy}>
          Set the new password
        </Button>
      </Form>
    </div>
  );
}
