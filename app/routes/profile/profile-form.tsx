import { useEffect } from "react";
import { useLocation, useNavigation } from "react-router";
import type { ProfileField } from "../../schemas/profile.ts";
import { quiet, stack } from "../../styles/layout.css.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import type { FormFailure, FormRules } from "../../ui/form.tsx";
import { PageForm, usePageForm } from "../../ui/page-form.tsx";
import * as styles from "./profile.css.ts";
import { PrivateFields, PublicFields } from "./profile-fields.tsx";

/** The loader's data for the form. */
export interface ProfileFormPage {
  rules: FormRules<ProfileField>;
  values: Record<string, string>;
}

/** Everything that a member can say about themselves, and who sees it: contract of the API, "a user". */
export function ProfileForm({
  page: { rules, values },
  failure,
}: {
  page: ProfileFormPage;
  failure: FormFailure | undefined;
}) {
  const [form, fields] = usePageForm({ id: "profile", failure, rules, defaultValue: values });
  useFocusFromLink();
  const { state, formData } = useNavigation();
  const isSaving = state === "submitting" && (formData?.has("name") ?? false);
  return (
    <section className={styles.edit} aria-labelledby="edit">
      <h2 id="edit" tabIndex={-1}>
        Edit profile
      </h2>
      <PageForm form={form} action="/profile?edit" className={stack[4]}>
        <p className={quiet}>
          Only name, phone and batch year are required. Your email is changed in the{" "}
          <a href="/account">account settings</a>.
        </p>
        <PublicFields fields={fields} />
        <PrivateFields fields={fields} />
        <Checkbox
          key={fields.allowAnonymous.key}
          name="allowAnonymous"
          label="People can message me without their name"
          defaultChecked={fields.allowAnonymous.initialValue === "on"}
        />
        <div className={styles.buttons}>
          {/* The server knows every rule, and so names every wrong field at once. */}
          <Button size="lg" loading={isSaving} formNoValidate>
            Save
          </Button>
          <ButtonLink to="/profile" size="lg" variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </PageForm>
    </section>
  );
}

/** The link that opened the form is gone, and the focus with it: it moves to what the link named. */
function useFocusFromLink(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById(hash.slice(1))?.focus();
  }, [hash]);
}
