import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/forms/field.tsx";
import { type FormRules, useFailure } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import * as styles from "../admin.css.ts";

/** Chooses the batch that a member may announce to. Administrators may announce to all. */
export function AnnouncerForm({
  batchYear,
  batches,
  rules,
}: {
  batchYear: number | null;
  batches: readonly number[];
  rules: FormRules<"batchYear">;
}) {
  const [form, fields] = usePageForm({
    id: "announcer",
    failure: useFailure("announcer"),
    rules,
    defaultValue: { batchYear: String(batchYear ?? "") },
  });
  const years = batchYear === null || batches.includes(batchYear) ? batches : [batchYear, ...batches];
  return (
    <PageForm form={form} className={styles.fieldLine}>
      <Select
        field={fields.batchYear}
        label="May announce to"
        options={years.map((year) => [String(year), `Batch ${year}`] as const)}
        placeholder="No batch"
        optional={false}
      />
      <Button variant="outline" name="intent" value="announcer">
        Save
      </Button>
    </PageForm>
  );
}
