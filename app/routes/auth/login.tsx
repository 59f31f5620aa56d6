import { data, Form, Link, redirect, useNavigation } from "react-router";
import { verifyCredentials } from "../../auth/credentials.server.ts";
import { handleAuthForm } from "../../auth/form.server.ts";
import { requireGuest, startBrowserSession } from "../../auth/session.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { safeRedirect } from "../../http/safe-redirect.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { loginSchema, authTexts as said } from "../../schemas/user.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Alert, TextInput } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/login.ts";
import * as styles from "./auth.css.ts";
import { Illustrations } from "./illustrations.tsx";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  return {
    errorTexts: getFieldErrorTexts(loginSchema.shape),
    sentHere: url.searchParams.has("redirectTo"),
    google: googleHref(url.searchParams.get("redirectTo")),
    notice: notices[url.searchParams.get("notice") ?? ""] ?? null,
  };
}

const googleHref = (redirectTo: string | null) =>
  redirectTo ? `/auth/google?redirectTo=${encodeURIComponent(redirectTo)}` : "/auth/google";

/** What other pages send people here to be told. */
const notices: Record<string, string> = {
  "password-changed": "Your password is changed. Please log in with the new one.",
  confirmed: "Your address is confirmed. You can log in now.",
  "google-off": "Logging in with Google is not set up here. Please use your email and password.",
  "google-away": "Google can not be reached at the moment. Please try again, or use your email and password.",
  "google-cancelled": "Nothing was changed: you did not finish at Google.",
  "google-failed": "Logging in with Google did not work. Please try again.",
  "google-unverified":
    "Google has not verified your address, so it can not be used here. Please use your email and password.",
  "google-other":
    "The account with this address belongs to another Google account. Please use your email and password.",
  "google-domain":
    "Only addresses of the college are admitted here, and this Google account has another one.",
  "google-approval": said.awaitsApproval,
  "google-suspended": said.suspended,
  "google-busy": said.tooManyAttempts,
};

export async function action({ request, context, url }: Route.ActionArgs) {
  await requireGuest({ request, context });
  const requestContext = getRequestContext(context);
  const result = await handleAuthForm(request, loginSchema, (form) =>
    verifyCredentials(form, requestContext, request),
  );
  if ("rejected" in result) {
    const { reply, status, headers } = result.rejected;
    return data(reply, { status, headers });
  }
  await startBrowserSession(requestContext, request, result.accepted);
  throw redirect(safeRedirect(url.searchParams.get("redirectTo")), 303);
}

/** A 429 says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { errorTexts, sentHere, google, notice } = loaderData;
  const [form, fields, formProps] = usePageForm({ id: "login", lastResult: actionData, errorTexts });
  const busy = useNavigation().formAction?.startsWith("/login") ?? false;
  const told = notice ?? (sentHere && !actionData ? "Please log in first" : null);
  return (
    <div className={styles.split}>
      <Title description="Log in to the community.">Login</Title>
      <Illustrations />
      <section className={styles.panel}>
        <h1>Welcome back</h1>
        <Alert kind="notice" texts={told ? [told] : null} />
        <a className={buttonClass({ variant: "outline", fullWidth: true })} href={google}>
          <Icon name="google" />
          Continue with Google
        </a>
        <p className={styles.divider}>or login with email</p>
        <Form method="post" className={styles.form} {...formProps}>
          <Alert texts={form.errors} />
          <TextInput field={fields.email} label="Email" type="email" autoComplete="email" required />
          <TextInput
            field={fields.password}
            label="Password"
            type="password"
            autoComplete="current-password"
            required
          />
          <Link className={styles.aside} to="/forgot-password">
            Forgot password?
          </Link>
          <Button size="lg" fullWidth loading={busy}>
            Login
          </Button>
        </Form>
        <p className={styles.below}>
          Don't have an account? <Link to="/register">Sign up</Link>
        </p>
      </section>
    </div>
  );
}
