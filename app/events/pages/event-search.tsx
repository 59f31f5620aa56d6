import { Form } from "react-router";
import { maxSearchLength } from "#app/platform/schemas/search-rules.ts";
import { Button } from "#app/ui/button.tsx";
import { Select, TextInput } from "#app/ui/forms/field.tsx";
import { eventTypeLabels, eventTypes } from "../texts.ts";
import * as styles from "./events.css.ts";

const fieldOf = (name: string, initialValue: string) => ({
  id: `event-${name}`,
  name,
  key: initialValue,
  initialValue,
  errors: undefined,
});

/** The search and type filter of both lists: a GET form. */
export const EventSearch = ({
  action,
  filter: { search = "", type = "" },
}: {
  action: string;
  filter: { search?: string | undefined; type?: string | undefined };
}) => (
  <Form method="get" action={action} role="search" aria-label="Events" className={styles.search}>
    <TextInput
      field={fieldOf("search", search)}
      label="Search"
      type="search"
      placeholder="Search"
      optional={false}
      maxLength={maxSearchLength}
    />
    <Select
      field={fieldOf("type", type)}
      label="Type"
      placeholder="All types"
      options={eventTypes.map((value) => [value, eventTypeLabels[value]] as const)}
      optional={false}
    />
    <Button variant="outline">Show</Button>
  </Form>
);
