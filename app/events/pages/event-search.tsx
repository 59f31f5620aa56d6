import { Form } from "react-router";
import { maxSearchLength } from "#app/platform/schemas/search-rules.ts";
import { Button } from "#app/ui/button.tsx";
import { useFilterForm } from "#app/ui/client/use-filter-form.ts";
import { Select } from "#app/ui/forms/field.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { eventTypeLabels, eventTypes } from "../texts.ts";
import * as styles from "./events.css.ts";

/** The search and type filter of both lists: a GET form. For members every change submits it, for guests a button. */
export function EventSearch({
  action,
  filter,
  isMember,
}: {
  action: string;
  /** Whether the page has React. */
  isMember: boolean;
  filter: { search?: string | undefined; type?: string | undefined };
}) {
  const formProps = useFilterForm(filter);
  const show = <Button variant="outline">Show</Button>;
  return (
    <Form action={action} role="search" aria-label="Events" className={styles.search} {...formProps}>
      <SearchField
        name="search"
        label="Search"
        placeholder="Search"
        defaultValue={filter.search}
        maxLength={maxSearchLength}
      />
      <Select
        field={{ id: "event-type", name: "type", initialValue: filter.type ?? "", errors: undefined }}
        label="Type"
        placeholder="All types"
        options={eventTypes.map((value) => [value, eventTypeLabels[value]] as const)}
        optional={false}
      />
      {isMember ? <noscript>{show}</noscript> : show}
    </Form>
  );
}
