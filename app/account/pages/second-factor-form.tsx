import type { ComponentProps } from "react";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import type { FormRules } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { QrCode } from "#app/ui/qr-code.tsx";
import * as styles from "./account.css.ts";
import { PasswordField } from "./password-field.tsx";

/** The secret for an authenticator app, as a QR code and as text. */
export function SecretToScan({
  secret: { text, qr },
}: {
  secret: { text: string; qr: ComponentProps<typeof QrCode>["code"] };
}) {
  return (
    <div className={styles.part}>
      <h2>1. Add it to your app</h2>
      <p>Scan this with an authenticator app, or type the key into it.</p>
      <QrCode code={qr} label="QR code with the key below" />
      <code className={styles.secret}>{text}</code>
    </div>
  );
}

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className={styles.part} role="status">
      <p>
        <b>Two-step login is on. Keep these recovery codes somewhere safe: we won't show them again.</b>
      </p>
      <p>If you lose your phone, each of them logs you in once. Every other device was logged out.</p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code.replace(/.{4}(?=.)/g, "$& ")}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Asks for the code, and for the password if there is one. */
export function SecondFactorForm({
  intent,
  heading,
  button,
  variant = "primary",
  rules,
  hasPassword,
  isSubmitting,
}: {
  intent: "confirm" | "off";
  heading: string;
  button: string;
  variant?: "primary" | "danger";
  rules: FormRules<"currentPassword" | "code">;
  hasPassword: boolean;
  isSubmitting: boolean;
}) {
  const [form, fields] = usePageForm({ id: `second-factor-${intent}`, rules });
  return (
    <PageForm form={form} className={styles.form} heading={<h2>{heading}</h2>}>
      <TextInput
        field={fields.code}
        label="Code"
        hint={intent === "off" ? "From your app, or a recovery code" : "The 6 digits that the app shows"}
        autoComplete="one-time-code"
        inputMode="numeric"
      />
      {hasPassword && <PasswordField field={fields.currentPassword} />}
      <Button className={styles.start} variant={variant} name="intent" value={intent} loading={isSubmitting}>
        {button}
      </Button>
    </PageForm>
  );
}
