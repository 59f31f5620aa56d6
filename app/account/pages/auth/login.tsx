import { useContext } from "react";
import { data, Link, useNavigation } from "react-router";
import { requireGuest } from "#app/platform/auth/guards.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Alert, TextInput } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { SiteContext, Title } from "#app/ui/page.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import { loginSchema } from "../../input.server.ts";
import { joinCodeOf } from "../../join-links.server.ts";
import { authTexts } from "../../texts.ts";
import type { Route } from "./+types/login.ts";
import * as styles from "./auth.css.ts";
import { logIn, loginFields } from "./authenticator.server.ts";
import { AwaitingApproval } from "./awaiting-approval.tsx";
import { Illustrations } from "./illustrations.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { providerNotices } from "./provider-refusal.server.ts";
import { listProviderButtons } from "./providers.server.ts";
import { linkWithReturn } from "./return-link.ts";

/** `app/device/scripts/guest-form.ts` sends the form. */
export const handle = { scripts: "none" };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  const redirectTo = url.searchParams.get("redirectTo");
  return {
    rules: getFieldRules(loginSchema.shape),
    providers: listProviderButtons(redirectTo),
    registerHref:
      redirectTo !== null && joinCodeOf(redirectTo) ? redirectTo : linkWithReturn("/register", redirectTo),
    notice: notices.get(url.searchParams.get("notice") ?? "") ?? null,
    isToJoin: redirectTo === "/join",
    // Log-in buttons that return to a page add `notice=none`.
    wasSentHere: redirectTo !== null && !url.searchParams.has("notice"),
  };
}

/** The log-in page's messages, by the `notice` parameter. */
const notices = new Map<string, string>([
  ["password-easy", authTexts.passwordEasy],
  ["code-expired", "That took too long. Please log in again."],
  ...providerNotices,
]);

const texts = { failed: authTexts.loginFailed };

export const action = (args: Route.ActionArgs) =>
  // The strategy reads the body a second time.
  submitForm(
    { ...args, request: args.request.clone() },
    { auth: "anyone", fields: loginFields, texts },
    async () => {
      await requireGuest(args);
      return logIn(args, "form").catch(findPendingReason);
    },
  );

/** Awaiting approval is not an error, so the page shows what happens next instead of a failed log-in. */
function findPendingReason(error: unknown) {
  const pending: string[] = [authTexts.awaitsApproval, authTexts.awaitsConfirmation];
  if (!(error instanceof HttpError) || !pending.includes(error.message)) throw error;
  return data({ done: { pendingReason: error.message } }, 403);
}

export const clientAction = preserveForm(texts);

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { rules, providers, registerHref, notice, isToJoin, wasSentHere } = loaderData;
  const { savesData } = useContext(SiteContext);
  const [form, fields] = usePageForm({ id: "login", rules });
  const isSubmitting = useNavigation().formAction?.startsWith("/login") ?? false;
  const noticeText =
    notice ??
    (isToJoin ? "To join, open the link that you were sent, or" : null) ??
    (wasSentHere && !actionData ? "Please log in first" : null);
  if (actionData?.done) return <AwaitingApproval reason={actionData.done.pendingReason} />;
  return (
    <div className={styles.split} data-opens={savesData ? undefined : "/register"}>
      <Title description="Log in to the community.">Log in</Title>
      <Illustrations />
      <section className={styles.panel}>
        <h1>Welcome back</h1>
        <Alert kind="notice" texts={noticeText ? [noticeText] : null}>
          {isToJoin && !notice && (
            <>
              <Link to={registerHref}>sign&nbsp;up</Link>.
            </>
          )}
        </Alert>
        <ProviderButtons buttons={providers} below="or login with email" />
        <PageForm form={form} className={stack[4]} data-next="/login/code" data-failed={texts.failed}>
          <TextInput field={fields.email} label="Email" type="email" autoComplete="email" />
          <TextInput
            field={fields.password}
            label="Password"
            type="password"
            autoComplete="current-password"
          />
          <Link className={styles.aside} to="/forgot-password">
            Forgot password?
          </Link>
          <Button size="lg" fullWidth loading={isSubmitting}>
            Login
          </Button>
        </PageForm>
        <p className={styles.below}>
          Don't have an account? <Link to={registerHref}>Sign up</Link>
        </p>
      </section>
    </div>
  );
}
