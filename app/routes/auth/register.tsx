import { useEffect, useState } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { registerAccount } from "../../auth/credentials.server.ts";
import { handleAuthForm } from "../../auth/form.server.ts";
import { requireGuest, startBrowserSession } from "../../auth/session.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import {
  countryCodes,
  latestBatch,
  registerFields,
  registerFormSchema,
  authTexts as said,
} from "../../schemas/user.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Select, TextInput } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/register.ts";
import * as styles from "./auth.css.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  return {
    errorTexts: getFieldErrorTexts(registerFields),
    passwordsDiffer: said.passwordsDiffer,
    countryCodes: [...countryCodes],
    latestBatch: latestBatch(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireGuest({ request, context });
  const requestContext = getRequestContext(context);
  const result = await handleAuthForm(request, registerFormSchema, (form) =>
    registerAccount(form, requestContext),
  );
  if ("rejected" in result) {
    const { reply, status, headers } = result.rejected;
    return data({ reply, waits: null }, { status, headers });
  }
  const { userId, waits } = result.accepted;
  if (waits) return data({ reply: null, waits }, 202);
  await startBrowserSession(requestContext, request, userId);
  throw redirect("/", 303);
}

/** A 429 says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** With scripts the form can not be sent while one of these is empty (specification, section 5). */
const needed = ["firstName", "lastName", "email", "phone", "password", "confirmPassword"];

const value = (form: HTMLFormElement, name: string) =>
  (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? "";
const someEmpty = () => {
  const form = document.forms.namedItem("register");
  return form !== null && needed.some((name) => value(form, name).trim() === "");
};

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { errorTexts, passwordsDiffer, countryCodes, latestBatch } = loaderData;
  const [form, fields, formProps] = usePageForm({
    id: "register",
    lastResult: actionData?.reply,
    errorTexts,
    validate(element): Record<string, string[]> {
      const differ = value(element, "password") !== value(element, "confirmPassword");
      return differ && value(element, "confirmPassword") ? { confirmPassword: [passwordsDiffer] } : {};
    },
  });
  const busy = useNavigation().formAction === "/register";
  const [empty, setEmpty] = useState(false);
  // Starts with scripts: in the server's HTML the button can be pressed.
  useEffect(() => setEmpty(someEmpty()), []);

  if (actionData?.waits) {
    return (
      <div className={styles.single}>
        <Title>Almost there</Title>
        <h1>Almost there</h1>
        <p>{actionData.waits}</p>
      </div>
    );
  }
  return (
    <div className={styles.single}>
      <Title description="Join the community of students and alumni.">Sign up as student</Title>
      <div>
        <h1>Sign up as student</h1>
        <p className={styles.below}>
          Already have an account? <Link to="/login">Login</Link>
        </p>
      </div>
      <Form method="post" className={styles.form} {...formProps} onChange={() => setEmpty(someEmpty())}>
        <Alert texts={form.errors} />
        <div className={styles.pair}>
          <TextInput
            field={fields.firstName}
            label="First name"
            autoComplete="given-name"
            maxLength={60}
            required
          />
          <TextInput
            field={fields.lastName}
            label="Last name"
            autoComplete="family-name"
            maxLength={60}
            required
          />
        </div>
        <TextInput field={fields.email} label="Email" type="email" autoComplete="email" required />
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
        <div className={styles.pair}>
          <TextInput
            field={fields.password}
            label="Password"
            type="password"
            autoComplete="new-password"
            minLength={6}
            required
          />
          <TextInput
            field={fields.confirmPassword}
            label="Confirm password"
            type="password"
            autoComplete="new-password"
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
        <Button size="lg" fullWidth loading={busy} disabled={empty || form.valid === false}>
          Sign up
        </Button>
      </Form>
    </div>
  );
}
