import { data, Form, redirect, useNavigation } from "react-router";
import { confirmPassword } from "../../auth/credentials.server.ts";
import { getSession, requireViewer, type Viewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { formatDateTime } from "../../time.server.ts";
import { Button } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import type { Route } from "./+types/second-factor.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { secondFactorFields, secondFactorSchema } from "./schema.server.ts";
import {
  confirmSecondFactor,
  describeSecret,
  findSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from "./second-factor.server.ts";
import { RecoveryCodes, SecondFactorForm, SecretToScan } from "./second-factor-form.tsx";
import { accountTexts } from "./texts.ts";

const title = "Two-step login";

type SecondFactor = NonNullable<Awaited<ReturnType<typeof findSecondFactor>>>;

/** For administrators, and former ones who still have it. @throws 403 */
function requireFactor(viewer: Viewer, factor: SecondFactor): void {
  if (!viewer.isAdmin && factor.confirmedAt === null) throw data("This page is for administrators.", 403);
}

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const factor = await queryOrNull(args.context, () => findSecondFactor(viewer.id));
  if (!factor) return null;
  requireFactor(viewer, factor);
  const { hasPassword, secret, confirmedAt, codesLeft } = factor;
  return {
    rules: getFieldRules(secondFactorFields),
    hasPassword,
    codesLeft,
    since: confirmedAt === null ? null : formatDateTime(confirmedAt),
    // Shown until the member has proved that an app knows it.
    secret: secret !== null && confirmedAt === null ? describeSecret(secret, viewer.email) : null,
  };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: accountTexts.secondFactorFailed, loggedOut: accountTexts.loggedOut };

/** Starts to set it up; then turns it on, and this answer alone shows the recovery codes; or turns it off. */
export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  const { request } = args;
  const requestContext = getRequestContext(args.context);
  const fields = [...Object.keys(secondFactorFields), "intent"];
  return submitForm(args, { fields, texts }, async (form) => {
    const factor = await findSecondFactor(viewer.id);
    if (!factor) throw new HttpError(503, texts.failed);
    requireFactor(viewer, factor);
    if (form.text("intent") === "start") {
      await startSecondFactor(viewer.id);
      return redirect("/account/second-factor", 303);
    }
    const { currentPassword, code } = form.parse(secondFactorSchema(factor.hasPassword));
    if (currentPassword) await confirmPassword(viewer, currentPassword, requestContext, request);
    if (form.text("intent") === "off") {
      await removeSecondFactor(viewer, code, requestContext, request);
      return redirectAndTell(args.context, "/account", { text: "Two-step login is off." });
    }
    const current = await getSession(requestContext, request);
    if (!current) throw new HttpError(401, texts.loggedOut);
    // No redirect: the codes are stored nowhere, so no other page could show them.
    return { done: await confirmSecondFactor(viewer, code, current, requestContext) };
  });
}

export const clientAction = keepForm(texts);

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const isSubmitting = useNavigation().formAction === "/account/second-factor";
  if (!loaderData) {
    return (
      <AccountPage title={title}>
        <LoadFailure text={accountTexts.loadFailed} />
      </AccountPage>
    );
  }
  const { since, secret, codesLeft, rules, hasPassword } = loaderData;
  const form = { rules, hasPassword, isSubmitting, failure: actionData?.failure };
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
      <p className={styles.quiet}>
        After your password we ask for a code from an authenticator app on your phone. Someone who learns your
        password then still can't log in.
      </p>
      {secret && (
        <>
          <SecretToScan secret={secret} />
          <SecondFactorForm {...form} intent="confirm" heading="2. Enter the code" button="Turn on" />
        </>
      )}
      {!secret && <FormAlert failure={actionData?.failure} />}
      <Form method="post">
        <Button name="intent" value="start" variant={secret ? "link" : "primary"}>
          {secret ? "Start again with a new key" : "Set it up"}
        </Button>
      </Form>
    </AccountPage>
  );
}
