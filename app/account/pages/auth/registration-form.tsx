import { Link, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import type { FormRules } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { halves, stack } from "#app/ui/styles/layout.css.ts";
import type { joinFields } from "../../input.server.ts";
import { checkPasswordsMatch, NewPasswordFields } from "../../new-password-fields.tsx";
import { authTexts } from "../../texts.ts";
import * as styles from "./auth.css.ts";
import type { loadConditions } from "./conditions.server.ts";
import { Conditions } from "./conditions.tsx";
import { useMissingFields } from "./missing-fields.ts";
import { BatchField, PhoneFields, ProgrammeField, SkillsField } from "./shared-fields.tsx";

export interface RegistrationPage {
  conditions: ReturnType<typeof loadConditions>;
  loginHref: string;
  /** Without batch and programme if a join link sets them. */
  rules: FormRules<keyof typeof joinFields> & Partial<FormRules<"batchYear" | "programme">>;
  /** Empty if a join link sets the programme. */
  programmes: readonly (readonly [string, string])[];
  minPasswordLength: number;
}

export function RegistrationForm({ page, wasEasy }: { page: RegistrationPage; wasEasy: boolean }) {
  const { rules, loginHref, minPasswordLength } = page;
  const [form, fields] = usePageForm({
    id: "register",
    rules: rules as Required<typeof rules>,
    validate: (element) => checkPasswordsMatch(element, authTexts.passwordsDiffer),
  });
  const isSubmitting = useNavigation().formMethod === "POST";
  const { need, isBlocked, onChange } = useMissingFields(Object.values(fields).some(({ errors }) => errors));
  return (
    <PageForm form={form} className={stack[4]} onChange={onChange}>
      <div className={halves}>
        <TextInput field={fields.firstName} label="First name" autoComplete="given-name" />
        <TextInput field={fields.lastName} label="Last name" autoComplete="family-name" />
      </div>
      <div>
        <TextInput field={fields.email} label="Email" type="email" autoComplete="email" />
        {fields.email.errors?.includes(authTexts.emailTaken) && (
          <p className={styles.below}>
            Is it yours? <Link to={loginHref}>Log in</Link>{" "}
            <Link to="/forgot-password">Forgot password?</Link>
          </p>
        )}
      </div>
      <PhoneFields fields={fields} />
      <div className={stack[4]}>
        <NewPasswordFields
          fields={fields}
          minLength={minPasswordLength}
          wasEasy={wasEasy}
          texts={authTexts}
        />
      </div>
      {rules.batchYear && <BatchField field={fields.batchYear} />}
      {page.programmes.length > 0 && <ProgrammeField field={fields.programme} programmes={page.programmes} />}
      <SkillsField field={fields.skills} />
      <Conditions conditions={page.conditions} formId="register" />
      <div>
        <Button
          size="lg"
          fullWidth
          loading={isSubmitting}
          disabled={isBlocked}
          aria-describedby={need ? "register-blocked" : undefined}
        >
          Sign up
        </Button>
        {need && (
          <p className={styles.below} id="register-blocked">
            {need}
          </p>
        )}
      </div>
    </PageForm>
  );
}
