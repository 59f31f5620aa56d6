import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { audiences, type PrivateField } from "#db/vocabulary.ts";
import { suggestedLocations } from "../../schemas/job-labels.ts";
import type { ProfileField } from "../../schemas/profile.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Checkbox, Select, TextInput } from "../../ui/field.tsx";
import { type FieldErrorTexts, usePageForm } from "../../ui/form.tsx";
import * as styles from "./profile.css.ts";
import { audienceLabels } from "./texts.ts";

/** What the form needs from its loader. */
export interface ProfileFormPage {
  errorTexts: FieldErrorTexts<ProfileField>;
  values: Record<string, string>;
}

/** The reply to a form that was refused or that failed. */
export interface ProfileReply {
  /** Null when it was about the picture. */
  result: SubmissionResult<string[]> | null;
  /** What is wrong with the picture. */
  picture: string | null;
  isLoggedOut: boolean;
}

/** The fields of one line, with their greatest lengths. */
const maxLengths = {
  name: 121,
  phone: 30,
  gender: 40,
  roll: 40,
  branch: 100,
  location: 100,
  company: 120,
  position: 120,
} as const;
const choices = audiences.map((value) => [value, audienceLabels[value]] as const);

/** Everything that a member can say about themselves, and who sees it: contract of the API, "a user". */
export function ProfileForm({
  page: { errorTexts, values },
  reply,
}: {
  page: ProfileFormPage;
  reply: ProfileReply | undefined;
}) {
  const [form, fields, formProps] = usePageForm({
    id: "profile",
    lastResult: reply?.result,
    errorTexts,
    defaultValue: values,
  });
  useFocusFromLink();
  const { state, formData } = useNavigation();
  const isSaving = state === "submitting" && (formData?.has("name") ?? false);
  const line = (
    name: keyof typeof maxLengths,
    label: string,
    rest: { required?: true; hint?: string } = {},
  ) => (
    <TextInput field={fields[name]} label={label} maxLength={maxLengths[name]} optional={false} {...rest} />
  );
  const shared = (name: PrivateField, label: string, input: React.ReactNode) => (
    <div className={styles.shared}>
      {input}
      <Select
        field={fields[`${name}To`]}
        label="Who can see this"
        aria-label={`Who can see this: ${label}`}
        options={choices}
        required
      />
    </div>
  );
  return (
    <section className={styles.edit} aria-labelledby="edit">
      <h2 id="edit" tabIndex={-1}>
        Edit profile
      </h2>
      <Form method="post" action="/profile?edit" className={styles.form} preventScrollReset {...formProps}>
        <ErrorSummary form={form}>
          {reply?.isLoggedOut && (
            <p>
              <a href="/login" target="_blank" rel="noopener">
                Log in (opens a new tab)
              </a>
            </p>
          )}
        </ErrorSummary>
        <p className={styles.soft}>
          Only name, phone and batch year are required. Your email is changed in the{" "}
          <a href="/account">account settings</a>.
        </p>
        {line("name", "Name", { required: true })}
        <div className={styles.pair}>
          <TextInput
            field={fields.batchYear}
            label="Batch year"
            hint="The year of graduation"
            type="number"
            inputMode="numeric"
            min={1950}
            max={2200}
            step={1}
            required
          />
          {line("branch", "Branch")}
        </div>
        <div className={styles.pair}>
          {line("company", "Company")}
          {line("position", "Position")}
        </div>
        <TextInput field={fields.skills} label="Skills" hint="Separate with commas" optional={false} />
        {shared("phone", "Phone", line("phone", "Phone", { required: true, hint: "With its country code" }))}
        {shared(
          "location",
          "Location",
          <TextInput
            field={fields.location}
            label="Location"
            maxLength={maxLengths.location}
            optional={false}
            list="profile-locations"
          />,
        )}
        <datalist id="profile-locations">
          {suggestedLocations.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
        {shared("roll", "Roll number", line("roll", "Roll number"))}
        {shared(
          "cgpa",
          "CGPA",
          <TextInput
            field={fields.cgpa}
            label="CGPA"
            type="number"
            inputMode="decimal"
            min={0}
            max={10}
            step={0.01}
            optional={false}
          />,
        )}
        {shared(
          "birthday",
          "Birthday",
          <TextInput
            field={fields.birthday}
            label="Birthday"
            type="date"
            min="1900-01-01"
            optional={false}
          />,
        )}
        {shared("gender", "Gender", line("gender", "Gender"))}
        <Checkbox
          key={fields.allowAnonymous.key}
          name="allowAnonymous"
          label="Members may write to me anonymously"
          defaultChecked={fields.allowAnonymous.initialValue === "on"}
        />
        <div className={styles.buttons}>
          <Button size="lg" loading={isSaving}>
            Save
          </Button>
          <ButtonLink to="/profile" size="lg" variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </Form>
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
