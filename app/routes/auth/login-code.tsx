import { Link, redirect, useNavigation } from "react-router";
import { verifyCode } from "../../auth/credentials.server.ts";
import { getViewer, requireGuest, startBrowserSession } from "../../auth/guards.server.ts";
import { findPendingLogin, forgetPendingLogin } from "../../auth/pending-login.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { safeRedirect } from "../../http/safe-redirect.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { loginCodeSchema } from "../../schemas/user.ts";
import { stack } from "../../styles/layout.css.ts";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/field.tsx";
import { Title } from "../../ui/page.tsx";
import { PageForm, usePageForm } from "../../ui/page-form.tsx";
import type { Route } from "./+types/login-code.ts";
import * as styles from "./auth.css.ts";

/** The log-in whose password was right. Without one there is nothing to do here. */
async function requirePendingLogin({ request, context }: Pick<Route.LoaderArgs, "request" | "context">) {
  await requireGuest({ request, context });
  const login = await findPendingLogin(getRequestContext(context), request);
  if (!login) throw redirect("/login?notice=code-expired", 303);
  return login;
}

/** Whoever needs no code is led on: `public/guest-form.js` comes here after every right password. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  if (await getViewer({ request, context }))
    throw redirect(safeRedirect(url.searchParams.get("redirectTo")), 303);
  await requirePendingLogin({ request, context });
  return { rules: getFieldRules(loginCodeSchema.shape) };
}

const texts = { failed: authTexts.codeFailed };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "anyone", limit: null, fields: Object.keys(loginCodeSchema.shape), texts },
    async (form) => {
      const { code } = form.parse(loginCodeSchema);
      const { request, context } = args;
      const requestContext = getRequestContext(context);
      const login = await requirePendingLogin({ request, context });
      const credentials = await verifyCode(login, code, requestContext, request);
      await startBrowserSession(requestContext, request, credentials);
      await forgetPendingLogin(requestContext);
      return redirect(login.redirectTo, 303);
    },
  );

export const clientAction = preserveForm(texts);

export default function LoginCode({ loaderData }: Route.ComponentProps) {
  const [form, fields] = usePageForm({
    id: "login-code",
    rules: loaderData.rules,
  });
  const isSubmitting = useNavigation().formAction === "/login/code";
  return (
    <div className={styles.single}>
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
