import { Link, redirect, useNavigation } from "react-router";
import { getViewer, requireGuest, startBrowserSession } from "#app/platform/auth/guards.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import { verifyCode } from "../../credentials.server.ts";
import { loginCodeSchema } from "../../input.server.ts";
import { authTexts } from "../../texts.ts";
import type { Route } from "./+types/login-code.ts";
import * as styles from "./auth.css.ts";
import { findPendingLogin, forgetPendingLogin } from "./pending-login.server.ts";
import { findLinkPage } from "./provider-cookie.server.ts";

/** The log-in that has passed the password check. Redirects to the log-in page if there is none. */
async function requirePendingLogin({ request, context }: Pick<Route.LoaderArgs, "request" | "context">) {
  await requireGuest({ request, context });
  const login = await findPendingLogin(getRequestContext(context), request);
  if (!login) throw redirect("/login?notice=code-expired", 303);
  return login;
}

/** Redirects visitors who need no code, because `app/device/scripts/guest-form.ts` opens this page after every correct password. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  if (await getViewer({ request, context })) {
    const linkPage = await findLinkPage(getRequestContext(context), request);
    throw redirect(linkPage ?? safeRedirect(url.searchParams.get("redirectTo")), 303);
  }
  await requirePendingLogin({ request, context });
  return { rules: getFieldRules(loginCodeSchema.shape) };
}

const texts = { failed: authTexts.codeFailed };

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "anyone", fields: Object.keys(loginCodeSchema.shape), texts }, async (form) => {
    const { code } = form.parse(loginCodeSchema);
    const { request, context } = args;
    const requestContext = getRequestContext(context);
    const login = await requirePendingLogin({ request, context });
    const credentials = await verifyCode(login, code, requestContext, request);
    await startBrowserSession(requestContext, request, credentials);
    await forgetPendingLogin(requestContext);
    return redirect(login.redirectTo, 303);
  });

export const clientAction = preserveForm(texts);

export default function LoginCode({ loaderData }: Route.ComponentProps) {
  const [form, fields] = usePageForm({
    id: "login-code",
    rules: loaderData.rules,
  });
  const isSubmitting = useNavigation().formAction === "/login/code";
  return (
    <div className={styles.short}>
      <Title>Enter your code</Title>
      <div>
        <h1>Enter your code</h1>
        <p className={styles.lead}>Your authenticator app shows a new one every 30 seconds.</p>
      </div>
      <PageForm form={form} className={stack[4]}>
        <TextInput
          field={fields.code}
          label="Code"
          hint="Lost the app? Enter one of your recovery codes."
          autoComplete="one-time-code"
          inputMode="numeric"
        />
        <Button size="lg" fullWidth loading={isSubmitting}>
          Log in
        </Button>
      </PageForm>
      <p className={styles.below}>
        <Link to="/login">Log in as somebody else</Link>
      </p>
    </div>
  );
}
