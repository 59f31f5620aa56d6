import { data, Form, redirect, useNavigation } from "react-router";
import { confirmPassword } from "../../auth/credentials.server.ts";
import { handleAuthForm, rejectedFormHeaders } from "../../auth/form.server.ts";
import { getSession, requireViewer } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { readForm } from "../../http/request.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { formatDateTime } from "../../time.server.ts";
import { Button } from "../../ui/button.tsx";
import { formFailure } from "../../ui/form.tsx";
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

/** For administrators, and former ones who still have it. */
async function requireMember(args: Route.LoaderArgs | Route.ActionArgs) {
  const viewer = await requireViewer(args);
  const factor = await queryOrNull(args.context, () => findSecondFactor(viewer.id));
  if (factor && !viewer.isAdmin && factor.confirmedAt === null) {
    throw data("This page is for administrators.", 403);
  }
  return { viewer, factor };
}

export async function loader(args: Route.LoaderArgs) {
  const { viewer, factor } = await requireMember(args);
  if (!factor) return data(null, 503);
  const { hasPassword, secret, confirmedAt, codesLeft } = factor;
  return {
    errorTexts: getFieldErrorTexts(secondFactorFields),
    hasPassword,
    codesLeft,
    since: confirmedAt === null ? null : formatDateTime(confirmedAt),
    // Shown until the member has proved that an app knows it.
    secret: secret !== null && confirmedAt === null ? describeSecret(secret, viewer.email) : null,
  };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

/** Starts to set it up; then turns it on, and this answer alone shows the recovery codes; or turns it off. */
export async function action(args: Route.ActionArgs) {
  const { viewer, factor } = await requireMember(args);
  const failure = data({ reply: formFailure(accountTexts.secondFactorFailed), codes: null }, 503);
  if (!factor) return failure;
  const { request } = args;
  const requestContext = getRequestContext(args.context);
  const intent = (await readForm(request.clone(), ["intent"])).get("intent");
  if (intent === "start") {
    const started = await queryOrNull(args.context, async () => {
      await startSecondFactor(viewer.id);
      return true;
    });
    if (!started) return failure;
    throw redirect("/account/second-factor", 303);
  }
  const result = await handleAuthForm(
    args,
    {
      fields: secondFactorFields,
      schema: secondFactorSchema(factor.hasPassword),
      failureText: accountTexts.secondFactorFailed,
    },
    async ({ currentPassword, code }) => {
      if (currentPassword) await confirmPassword(viewer, currentPassword, requestContext, request);
      if (intent === "off") {
        await removeSecondFactor(viewer, code, requestContext, request);
        return null;
      }
      const current = await getSession(requestContext, request);
      return current && confirmSecondFactor(viewer, code, current, requestContext);
    },
  );
  if ("rejected" in result) return data({ reply: result.rejected.reply, codes: null }, result.rejected.init);
  if (!result.accepted) throw redirect("/account?notice=second-factor-off", 303);
  // No redirect: the codes are stored nowhere, so no other page could show them.
  return { reply: undefined, codes: result.accepted };
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, (reason) => {
    const text = reason === "login" ? accountTexts.loggedOut : accountTexts.secondFactorFailed;
    return data({ reply: formFailure(text), codes: null }, 503);
  });

export const headers = rejectedFormHeaders;

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const isSubmitting = useNavigation().formAction === "/account/second-factor";
  if (!loaderData) {
    return (
      <AccountPage title={title}>
        <LoadFailure text={accountTexts.loadFailed} />
      </AccountPage>
    );
  }
  const { since, secret, codesLeft, errorTexts, hasPassword } = loaderData;
  const form = { errorTexts, hasPassword, isSubmitting, reply: actionData?.reply };
  if (since !== null) {
    return (
      <AccountPage title={title}>
        {actionData?.codes && <RecoveryCodes codes={actionData.codes} />}
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
      <Form method="post">
        <Button name="intent" value="start" variant={secret ? "link" : "primary"}>
          {secret ? "Start again with a new key" : "Set it up"}
        </Button>
      </Form>
    </AccountPage>
  );
}
