import { Form } from "react-router";
import { maxNameSearchLength } from "#app/platform/schemas/search-rules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Select, TextInput } from "#app/ui/forms/field.tsx";
import { row } from "#app/ui/styles/layout.css.ts";
import * as styles from "../admin.css.ts";
import { type AuditFilter, auditKinds } from "./audit-filter.ts";

const plain = (name: keyof AuditFilter, value: string) => ({
  id: `audit-${name}`,
  name,
  key: value,
  initialValue: value,
  errors: undefined,
});
const kinds = Object.entries(auditKinds).map(([value, [label]]) => [value, label] as const);

/** The filter of the audit trail, in a drawer on phones. */
export const Filter = ({
  filter: { person, kind, month },
  thisMonth,
}: {
  filter: AuditFilter;
  thisMonth: string;
}) => (
  <details className={styles.filterDrawer} open={Boolean(person || kind || month)}>
    <summary className={styles.filterSummary}>Filters</summary>
    <Form className={styles.auditFilter} action="/admin/audit">
      <TextInput
        field={plain("person", person)}
        label="Person"
        placeholder="Who acted, or about whom"
        maxLength={maxNameSearchLength}
        optional={false}
      />
      <Select
        field={plain("kind", kind)}
        label="Kind"
        options={kinds}
        placeholder="Everything"
        optional={false}
      />
      <TextInput field={plain("month", month)} label="Month" type="month" max={thisMonth} optional={false} />
      <div className={row[3]}>
        <Button variant="outline">Show</Button>
        {(person || kind || month) && (
          <ButtonLink to="/admin/audit" variant="ghost">
            Show all
          </ButtonLink>
        )}
      </div>
    </Form>
  </details>
);
