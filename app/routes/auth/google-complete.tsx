import { data, Form, redirect, useNavigation } from "react-router";
import { handleAuthForm } from "../../auth/form.server.ts";
import { requireGuest, startBrowserSession } from "../../auth/session.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { countryCodes, googleAccountFields, googleAccountSchema, latestBatch } from "../../schemas/user.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Select, TextInput } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/google-complete.ts";
import * as styles from "./auth.css.ts";
import { createGoogleAccount } from "./google-account.server.ts";
import { readGoogleCookie, takeGoogleCookie } from "./google-cookie.server.ts";
import { GoogleRefusal, loginNoticePath } from "./google-flow.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  const identity = readGoogleCookie(getRequestContext(context), request, "identity");
  if (!identity) throw redirect("/login?notice=google-failed", 303);
  return {
    email: identity.email,
    firstName: identity.firstName,
    errorTexts: getFieldErrorTexts(googleAccountFields),
    countryCodes: [...countryCodes],
    latestBatch: latestBatch(),
  };
}

/** The account is made here and not before: who turns back leaves nothing behind. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireGuest({ request, context });
  const requestContext = getRequestContext(context);
  const identity = readGoogleCookie(requestContext, request, "identity");
  if (!identity) throw redirect("/login?notice=google-failed", 303);
  try {
    const result = await handleAuthForm(request, googleAccountSchema, (form) =>
      createGoogleAccount(identity, form),
    );
    if ("rejected" in result) {
      const { reply, status, headers } = result.rejected;
      return data(reply, { status, headers });
    }
    takeGoogleCookie(requestContext, request, "identity");
    if (result.accepted === null) throw new GoogleRefusal("approval");
    await startBrowserSession(requestContext, request, result.accepted);
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error;
    throw redirect(loginNoticePath(error, identity.redirectTo), 303);
  }
  throw redirect(identity.redirectTo, 303);
}

/** A 429 says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function GoogleComplete({ loaderData, actionData }: Route.ComponentProps) {
  const { email, firstName, errorTexts, countryCodes, latestBatch } = loaderData;
  const [form, fields, formProps] = usePageForm({
    id: "google-complete",
    lastResult: actionData,
    errorTexts,
  });
  const busy = useNavigation().formAction === "/auth/google/complete";
  return (
    <div className={styles.single}>
      <Title>Two things more</Title>
      <div>
        <h1>Two things more, {firstName}</h1>
        <p className={styles.lead}>
          Google knows you as {email}. Your phone number is shown to your connections only, unless you decide
          otherwise.
        </p>
      </div>
      <Form method="post" className={styles.form} {...formProps}>
        <Alert texts={form.errors} />
        <div className={styles.phone}>
          <Select
            field={fields.countryCode}
            label="Code"
            options={countryCodes}
            autoComplete="tel-country-code"
            required
          />
          <TextInput
            field={fields.phone}
            label="Phone"
            type="tel"
            autoComplete="tel-national"
            maxLength={30}
            required
          />
        </div>
        <TextInput
          field={fields.batchYear}
          label="Batch year"
          hint="The year you graduate, or did"
          type="number"
          inputMode="numeric"
          min={1950}
          max={latestBatch}
          required
        />
        <TextInput
          field={fields.skills}
          label="Skills"
          hint="Separated by commas, such as Python, sketching"
        />
        <Button size="lg" fullWidth loading={busy}>
          Join the community
        </Button>
      </Form>
    </div>
  );
}
