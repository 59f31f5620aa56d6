import { data, Form, redirect } from "react-router";
import { handleAuthForm } from "../../auth/form.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { confirmEmailSchema } from "../../schemas/user.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/confirm-email.ts";
import * as styles from "./auth.css.ts";
import { confirmEmail } from "./password-reset.server.ts";
import { secretLinkHeaders } from "./secret-link.server.ts";

/** Nothing here needs a script. */
export const handle = { noJs: true };

export const headers = secretLinkHeaders;

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get("token") ?? "" });

/** Only a post confirms an address: mail scanners open links too. */
export async function action({ request, context }: Route.ActionArgs) {
  const result = await handleAuthForm(
    { request, context },
    { schema: confirmEmailSchema, failureText: authTexts.confirmationFailed },
    ({ token }) => confirmEmail(token),
  );
  if ("accepted" in result) throw redirect("/login?notice=confirmed", 303);
  const { reply, init } = result.rejected;
  if (init.status !== 503) return data({ token: "", errors: null }, { ...init, status: 410 });
  return data({ token: String(reply.initialValue?.token), errors: reply.error?.[""] }, init);
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className={styles.single}>
      <Title>Confirm your address</Title>
      <h1>Confirm your address</h1>
      {actionData && !actionData.errors ? (
        <>
          <p role="alert">
            {authTexts.linkExpired} Log in with your password, and we'll email you a new one.
          </p>
          <p>
            <ButtonLink to="/login">Login</ButtonLink>
          </p>
        </>
      ) : (
        <Form method="post" action="/confirm-email" className={styles.form}>
          <Alert texts={actionData?.errors} />
          <p>One more step and you're in.</p>
          <input type="hidden" name="token" value={actionData?.token ?? loaderData.token} />
          <Button size="lg" fullWidth>
            Confirm my address
          </Button>
        </Form>
      )}
    </div>
  );
}
