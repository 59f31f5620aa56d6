import { data, Form, redirect, useNavigation } from "react-router";
import { byForm } from "../../http/auth.server.ts";
import { logInBrowser, requireGuest } from "../../http/session.server.ts";
import { visitOf } from "../../http/visit.server.ts";
import { countryCodes, googleFields, googleSchema, latestBatch } from "../../schemas/user.ts";
import { fieldWords } from "../../schemas/words.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Select, TextInput } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/google-complete.ts";
import * as styles from "./auth.css.ts";
import { GoogleRefusal, refusedTo } from "./google.server.ts";
import { makeAccount } from "./google-account.server.ts";
import { peek, takeBack } from "./google-cookie.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  const identity = peek(visitOf(context), request, "identity");
  if (!identity) throw redirect("/login?notice=google-failed", 303);
  return {
    email: identity.email,
    firstName: identity.firstName,
    words: fieldWords(googleFields),
    countryCodes: [...countryCodes],
    latestBatch: latestBatch(),
  };
}

/** The account is made here and not before: who turns back leaves nothing behind. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireGuest({ request, context });
  const visit = visitOf(context);
  const identity = peek(visit, request, "identity");
  if (!identity) throw redirect("/login?notice=google-failed", 303);
  try {
    const result = await byForm(request, googleSchema, (form) => makeAccount(identity, form));
    if ("refused" in result) {
      const { reply, status, headers } = result.refused;
      return data(reply, { status, headers });
    }
    takeBack(visit, request, "identity");
    if (result.accepted === null) throw new GoogleRefusal("approval");
    await logInBrowser(visit, request, result.accepted);
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error;
    throw redirect(refusedTo(error, identity.redirectTo), 303);
  }
  throw redirect(identity.redirectTo, 303);
}

/** A 429 says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function GoogleComplete({ loaderData, actionData }: Route.ComponentProps) {
  const { email, firstName, words, countryCodes, latestBatch } = loaderData;
  const [form, fields, formProps] = usePageForm({ id: "google-complete", lastResult: actionData, words });
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
