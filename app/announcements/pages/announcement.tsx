import { useNavigation } from "react-router";
import { PersonLine } from "#app/people/person.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDelete } from "#app/ui/confirm-delete.tsx";
import { Select, TextArea, TextInput } from "#app/ui/forms/field.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { item } from "#app/ui/list.css.ts";
import { pair, prose, quiet, stack } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/announcements.ts";

type Page = Route.ComponentProps["loaderData"];

export function AnnounceForm({ page: { places, days, rules } }: { page: Page }) {
  const isSending = useNavigation().formData?.get("intent") === "announce";
  const [form, fields] = usePageForm({
    id: "announce",
    failure: useFailure("announce"),
    rules,
    defaultValue: { batchYear: String(places[0] ?? ""), until: days.usual },
  });
  const options = places.map(
    (year) => [String(year ?? ""), year === null ? "All members" : `Batch ${year}`] as const,
  );
  return (
    <PageForm form={form} className={stack[4]}>
      <TextArea
        field={fields.text}
        label="Announcement"
        rows={4}
        hint={`At most ${rules.text.maxLength?.toLocaleString("en")} characters. They will read it on Today, in their notices and, if they chose to, by email.`}
      />
      <div className={pair}>
        <Select field={fields.batchYear} label="To" options={options} optional={false} />
        <TextInput
          field={fields.until}
          label="Shown until"
          type="date"
          min={days.first}
          max={days.last}
          hint="One announcement per group and day."
        />
      </div>
      <div>
        <Button name="intent" value="announce" loading={isSending}>
          Announce
        </Button>
      </div>
    </PageForm>
  );
}

export const Announcement = ({ id, text, person, facts, reads, mayTakeBack }: Page["rows"][number]) => (
  <li className={item}>
    <PersonLine person={person} size="md" />
    <p className={prose} dir="auto">
      <LinkedText text={text} />
    </p>
    <p className={quiet}>{reads ? `${facts}. ${reads}.` : `${facts}.`}</p>
    {mayTakeBack && (
      <ConfirmDelete
        warning="It will be removed from Today, this page and everybody's notices. Emails that have been sent can't be taken back."
        label="Take back"
        opener="Take back…"
      >
        <input type="hidden" name="id" value={id} />
      </ConfirmDelete>
    )}
  </li>
);
