import { useEffect, useState } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { registerAccount } from "../../auth/credentials.server.ts";
import {
  announceEasyPassword,
  isFormPasswordEasy,
  minPasswordLength,
  withPasswordPolicy,
} from "../../auth/password-policy.server.ts";
import { requireGuest, startBrowserSession } from "../../auth/session.server.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { countryCodes, latestBatch, registerFields, registerFormSchema } from "../../schemas/user.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Alert, TextInput } from "../../ui/field.tsx";
import { readField, usePageForm } from "../../ui/form.tsx";
import { checkPasswordsMatch, NewPasswordFields } from "../../ui/new-password-fields.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/register.ts";
import * as styles from "./auth.css.ts";
import { PhoneFields, StudyFields } from "./shared-fields.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireGuest({ request, context });
  return {
    errorTexts: withPasswordPolicy(getFieldErrorTexts(registerFields)),
    minPasswordLength,
    countryCodes,
    latestBatch: latestBatch(),
  };
}

const texts = { failed: authTexts.registrationFailed };

export async function action({ request, context }: Route.ActionArgs) {
  await requireGuest({ request, context });
  const requestContext = getRequestContext(context);
  return submitForm({ request, context }, { fields: Object.keys(registerFields), texts }, async (form) => {
    const isPasswordEasy = await isFormPasswordEasy(form.data);
    form.isPasswordEasy = isPasswordEasy;
    const { userId, pendingReason } = await registerAccount(form.parse(registerFormSchema), requestContext);
    if (pendingReason) return data({ done: { pendingReason, isPasswordEasy } }, 202);
    await startBrowserSession(requestContext, request, userId);
    if (isPasswordEasy) announceEasyPassword(requestContext);
    return redirect("/", 303);
  });
}

export const clientAction = keepForm(texts);

const requiredFields = ["firstName", "lastName", "email", "phone", "password", "confirmPassword"];

function hasEmptyField(): boolean {
  const form = document.forms.namedItem("register");
  return form !== null && requiredFields.some((name) => readField(form, name).trim() === "");
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { errorTexts, countryCodes, latestBatch, minPasswordLength } = loaderData;
  const [form, fields, formProps] = usePageForm({
    id: "register",
    lastResult: actionData?.failure,
    errorTexts,
    validate: (element) => checkPasswordsMatch(element, authTexts.passwordsDiffer),
  });
  const isSubmitting = useNavigation().formAction === "/register";
  // Set by an effect, because nothing is disabled in the server's HTML (specification, section 5).
  const [isBlocked, setIsBlocked] = useState(false);
  const hasErrors = Object.values(fields).some((field) => field.errors);
  useEffect(() => setIsBlocked(hasErrors || hasEmptyField()), [hasErrors]);

  const done = actionData?.done;
  if (done) {
    return (
      <div className={styles.single}>
        <Title>Almost there</Title>
        <h1>Almost there</h1>
        <p>{done.pendingReason}</p>
        {done.isPasswordEasy && <Alert kind="notice" texts={[authTexts.passwordEasy]} />}
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
      <Form
        method="post"
        className={styles.form}
        {...formProps}
        onChange={() => setIsBlocked(hasErrors || hasEmptyField())}
      >
        <ErrorSummary form={form} />
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
        <PhoneFields fields={fields} countryCodes={countryCodes} />
        <div className={styles.pair}>
          <NewPasswordFields
            fields={fields}
            minLength={minPasswordLength}
            wasEasy={actionData?.failure?.isPasswordEasy ?? false}
            texts={authTexts}
          />
        </div>
        <StudyFields fields={fields} latestBatch={latestBatch} />
        <Button size="lg" fullWidth loading={isSubmitting} disabled={isBlocked}>
          Sign up
        </Button>
      </Form>
    </div>
  );
}
