import { Button } from "#app/ui/button.tsx";
import { Choices } from "#app/ui/forms/choices.tsx";
import { Select, TextInput } from "#app/ui/forms/field.tsx";
import type { FormRules } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import type { scopeSubjects } from "#db/vocabulary.ts";
import * as styles from "./account.css.ts";

const choices = [
  ["read", "Read only", "It sees what you see and changes nothing."],
  ["write", "Read and write", "It can also post, send messages and change your profile."],
  [
    "some",
    "Only what I choose",
    "For a program with one task: it can touch nothing else, and can't see which anonymous questions are yours.",
  ],
] as const;

const subjects = {
  jobs: "Jobs",
  events: "Events",
  resources: "Resources",
  questions: "Questions",
  messages: "Messages",
  room: "Anonymous room",
  users: "Members, my profile and notices",
} as const satisfies Record<(typeof scopeSubjects)[number], string>;
const subjectNames = Object.keys(subjects) as (keyof typeof subjects)[];
const rights = [
  ["none", "Nothing"],
  ["read", "Read"],
  ["write", "Read and write"],
] as const;

const scopeTexts = Object.fromEntries(subjectNames.map((name) => [name, {}])) as Record<
  keyof typeof subjects,
  object
>;

/** Asks for a new token's name and permissions. */
export function TokenForm({
  rules,
  isSubmitting,
}: {
  rules: FormRules<"name" | "access">;
  isSubmitting: boolean;
}) {
  const [form, fields] = usePageForm({
    id: "new-token",
    rules: { ...rules, ...scopeTexts },
    defaultValue: { access: "read", ...Object.fromEntries(subjectNames.map((name) => [name, "none"])) },
  });
  return (
    <PageForm form={form} className={styles.form} heading={<h2>New token</h2>}>
      <TextInput field={fields.name} label="Name" hint="Which program it is for" autoComplete="off" />
      <Choices
        className={styles.choices}
        field={fields.access}
        legend="What it may do"
        choices={choices}
        preset="read"
      />
      <fieldset className={styles.scopes}>
        <legend className={styles.legend}>It may only use</legend>
        {subjectNames.map((name) => (
          <Select key={name} field={fields[name]} label={subjects[name]} options={rights} required />
        ))}
      </fieldset>
      <Button className={styles.start} loading={isSubmitting}>
        Create the token
      </Button>
    </PageForm>
  );
}
