import { data, Form, useNavigation } from "react-router";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Scene } from "#app/ui/drawing.tsx";
import * as errorStyles from "#app/ui/error-page.css.ts";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import type { Route } from "./+types/confirm-email-change.ts";
import * as styles from "./account.css.ts";
import { accountTexts } from "./account-texts.ts";
import { confirmEmailChange, findNewEmail } from "./email-change.server.ts";
import { confirmNewEmailSchema } from "./schema.server.ts";
import { secretLinkHeaders } from "./secret-link.server.ts";

export const handle = { title: "New email address", failed: accountTexts.loadFailed };

/** The link may be opened on another device, so no log-in is required. */
export async function loader(args: Route.LoaderArgs) {
  const token = args.url.searchParams.get("token") ?? "";
  // A posted form contains its token.
  if (args.request.method === "POST") return { token, newEmail: "", isGuest: false };
  const newEmail = await findNewEmail(token);
  const isGuest = (await getViewer(args)) === null;
  return data({ token, newEmail, isGuest }, { status: newEmail === null ? 410 : 200 });
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: accountTexts.emailFailed };

/** Only a POST confirms an address, because mail scanners open links. */
export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "anyone", fields: ["token"], texts }, async (form, viewer) => {
    const { token } = form.parse(confirmNewEmailSchema);
    await confirmEmailChange(token, getRequestContext(args.context));
    return redirectWithFlash(args.context, viewer ? "/account" : "/login", {
      text: "Your email address is changed.",
    });
  });

export const clientAction = preserveForm(texts);

export const headers = secretLinkHeaders;

export default function ConfirmEmailChange({
  loaderData: { token, newEmail, isGuest },
  actionData,
}: Route.ComponentProps) {
  const isSubmitting = useNavigation().formAction === "/account/email/confirm";
  if (newEmail === null) {
    return (
      <div className={errorStyles.page}>
        <Scene name="chart" />
        <Title heading>This link has expired</Title>
        <p role="alert">It works once, within an hour.</p>
        <p>
          <ButtonLink to="/account/email">
            {isGuest ? "Log in to change your email" : "Change my email again"}
          </ButtonLink>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <Title heading>New email address</Title>
      <FormAlert />
      {newEmail && !actionData && (
        <Form method="post" action="/account/email/confirm" className={styles.form}>
          <input type="hidden" name="token" value={token} />
          <p>
            From now on you log in with <b>{newEmail}</b>, and our emails go there.
          </p>
          <Button className={styles.start} loading={isSubmitting}>
            Use this address
          </Button>
        </Form>
      )}
      {actionData && (
        <p>
          <ButtonLink to="/account/email">Change my email again</ButtonLink>
        </p>
      )}
    </div>
  );
}
