import { useNavigation } from "react-router";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Checkbox, Select, TextInput } from "#app/ui/forms/field.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { pair, quiet, size, stack } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/join-links.ts";
import * as styles from "./join-links.css.ts";

export function MakeForm({
  page: { rows, rules, programmes, days, ownBatch, mayAdmitDirectly },
}: {
  page: Route.ComponentProps["loaderData"];
}) {
  const isSending = useNavigation().formData?.get("intent") === "make";
  const failure = useFailure("make");
  const [form, fields] = usePageForm({
    id: "make",
    failure,
    rules,
    defaultValue: { batchYear: String(ownBatch ?? ""), limit: "60", until: days.usual },
  });
  return (
    <details className={styles.maker} open={failure !== null || rows.length === 0 || undefined}>
      <summary className={buttonClass({})}>Make a link</summary>
      <PageForm
        form={form}
        action="/join"
        className={stack[4]}
        heading={<h2 className={size.large}>Make a link</h2>}
      >
        <div className={pair}>
          <TextInput
            field={fields.batchYear}
            label="Batch year"
            type="number"
            inputMode="numeric"
            readOnly={ownBatch !== null}
          />
          <TextInput field={fields.branch} label="Branch" />
        </div>
        {programmes.length > 0 && (
          <Select field={fields.programme} label="Programme" options={programmes} placeholder="Not chosen" />
        )}
        <div className={pair}>
          <TextInput field={fields.limit} label="How many may join" type="number" inputMode="numeric" />
          <TextInput field={fields.until} label="Last day" type="date" min={days.first} max={days.last} />
        </div>
        {mayAdmitDirectly && (
          <div>
            <Checkbox
              name="direct"
              label="Let them in without approval"
              defaultChecked={failure?.initialValue?.direct === "on"}
            />
            <p className={quiet}>Then everybody who gets this link can join.</p>
          </div>
        )}
        <div>
          <Button name="intent" value="make" loading={isSending}>
            Make the link
          </Button>
        </div>
      </PageForm>
    </details>
  );
}
