import { Form, redirect, useNavigation } from "react-router";
import { requireSession, requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { confirmPassword } from "../credentials.server.ts";
import type { Route } from "./+types/second-factor.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./account-texts.ts";
import { secondFactorFields, secondFactorSchema } from "./schema.server.ts";
import {
  confirmSecondFactor,
  describeSecret,
  removeSecondFactor,
  requireSecondFactor,
  startSecondFactor,
} from "./second-factor.server.ts";
import { RecoveryCodes, SecondFactorForm, SecretToScan } from "./second-factor-form.tsx";

const title = "Two-step login";

export const handle = { title, failed: accountTexts.loadFailed };

/** For administrators, and former administrators with a second factor. @throws 403 */
async function requireFactor(viewer: Viewer) {
  const factor = await requireSecondFactor(viewer.id);
  if (!viewer.isAdmin && factor.confirmedAt === null)
    throw new HttpError(403, "This page is for administrators.");
  return factor;
}

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const { hasPassword, secret, confirmedAt, codesLeft } = await requireFactor(viewer);
  return {
    rules: getFieldRules(secondFactorFields),
    hasPassword,
    codesLeft,
    since: confirmedAt === null ? null : formatDateTime(confirmedAt),
    // Shown until the member proves that an app has the secret.
    secret: secret !== null && confirmedAt === null ? describeSecret(secret, viewer.email) : null,
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: accountTexts.secondFactorFailed };

/**
 * Starts setup, turns the second factor on or turns it off. Only the response that turns it on shows the recovery
 * codes.
 */
export async function action(args: Route.ActionArgs) {
  const { request } = args;
  const requestContext = getRequestContext(args.context);
  const parseCode = async (form: PostedForm, viewer: Viewer) => {
    const { hasPassword } = await requireFactor(viewer);
    const { currentPassword, code } = form.parse(secondFactorSchema(hasPassword));
    if (currentPassword) await confirmPassword(viewer, currentPassword, requestContext, request);
    return code;
  };
  const fields = Object.keys(secondFactorFields);
  return submitForm(
    args,
    { auth: "member", fields, texts },
    {
      start: async (_, viewer) => {
        await requireFactor(viewer);
        await startSecondFactor(viewer.id);
        return redirect("/account/second-factor", 303);
      },
      confirm: async (form, viewer) => {
        const code = await parseCode(form, viewer);
        const current = await requireSession(args);
        // No redirect, because the codes are not stored and another page could not show them.
        return { done: await confirmSecondFactor(viewer, code, current, requestContext) };
      },
      off: async (form, viewer) => {
        await removeSecondFactor(viewer, await parseCode(form, viewer), requestContext, request);
        return redirectWithFlash(args.context, "/account", { text: "Two-step login is off." });
      },
    },
  );
}

export const clientAction = preserveForm({ ...texts, loggedOut: accountTexts.loggedOut });

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const isSubmitting = useNavigation().formAction === "/account/second-factor";
  const { since, secret, codesLeft, rules, hasPassword } = loaderData;
  const form = { rules, hasPassword, isSubmitting };
  if (since !== null) {
    return (
      <AccountPage title={title}>
        {actionData?.done && <RecoveryCodes codes={actionData.done} />}
        <p>{`On since ${since}. You have ${codesLeft} recovery ${codesLeft === 1 ? "code" : "codes"} left.`}</p>
        <SecondFactorForm {...form} intent="off" heading="Turn it off" button="Turn off" variant="danger" />
      </AccountPage>
    );
  }
  return (
    <AccountPage title={title}>
      <p className={quiet}>
        After your password we ask for a code from an authenticator app on your phone. Someone who learns your
        password then still can't log in.
      </p>
      {secret && (
        <>
          <SecretToScan secret={secret} />
          <SecondFactorForm {...form} intent="confirm" heading="2. Enter the code" button="Turn on" />
        </>
      )}
      {!secret && <FormAlert />}
      <Form method="post">
        <Button name="intent" value="start" variant={secret ? "link" : "primary"}>
          {secret ? "Start again with a new key" : "Set it up"}
        </Button>
      </Form>
    </AccountPage>
  );
}
