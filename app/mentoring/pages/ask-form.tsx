import { useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Select, TextArea } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/new.ts";

export function AskForm({ page: { mentor, rules, topic } }: { page: Route.ComponentProps["loaderData"] }) {
  const [form, fields] = usePageForm({
    id: "mentoring",
    rules,
    defaultValue: { topic: mentor?.topics.includes(topic) ? topic : "" },
  });
  const isSending = useNavigation().state === "submitting";
  return (
    <PageForm form={form} className={stack[4]}>
      <Select
        field={fields.topic}
        label="What would you like help with?"
        options={mentor?.topics ?? [fields.topic.initialValue ?? ""]}
        placeholder="Choose a topic"
      />
      <TextArea
        field={fields.text}
        label="Your request"
        rows={7}
        minLength={rules.text.minLength}
        hint="60 to 1,000 characters: who you are, what you are working towards, and how they could help."
      />
      <p className={quiet}>Only the two of you will know about it.</p>
      <div className={row[3]}>
        <Button loading={isSending}>Send request</Button>
        <ButtonLink to={mentor?.person.href ?? "/mentoring"} variant="outline">
          Cancel
        </ButtonLink>
      </div>
    </PageForm>
  );
}
