import type { ComponentProps, ReactNode } from "react";
import { audiences, type PrivateField } from "#db/vocabulary.ts";
import { suggestedLocations } from "../../schemas/job-labels.ts";
import type { ProfileField } from "../../schemas/profile.ts";
import { Select, TextInput } from "../../ui/field.tsx";
import type { Field } from "../../ui/form.tsx";
import * as styles from "./profile.css.ts";
import { audienceLabels } from "./texts.ts";

interface Fields {
  fields: Record<ProfileField, Field>;
}

/** The label never says "optional": the form says once what is required. */
const Line = (props: ComponentProps<typeof TextInput>) => <TextInput optional={false} {...props} />;

/** The fields that all members see. */
export function PublicFields({ fields }: Fields) {
  return (
    <>
      <Line field={fields.name} label="Name" />
      <div className={styles.pair}>
        <Line
          field={fields.batchYear}
          label="Batch year"
          hint="The year of graduation"
          type="number"
          inputMode="numeric"
          step={1}
        />
        <Line field={fields.branch} label="Branch" />
      </div>
      <div className={styles.pair}>
        <Line field={fields.company} label="Company" />
        <Line field={fields.position} label="Position" />
      </div>
      <Line field={fields.skills} label="Skills" hint="Separate with commas" />
    </>
  );
}

/** The details whose audience the member chooses. */
export function PrivateFields({ fields }: Fields) {
  const line = (name: PrivateField, label: string, rest: Partial<ComponentProps<typeof Line>>) => (
    <WithAudience field={fields[`${name}To`]} label={label}>
      <Line field={fields[name]} label={label} {...rest} />
    </WithAudience>
  );
  return (
    <>
      {line("phone", "Phone", { hint: "With its country code" })}
      {line("location", "Location", { list: "profile-locations" })}
      <datalist id="profile-locations">
        {suggestedLocations.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      {line("roll", "Roll number", {})}
      {line("cgpa", "CGPA", { type: "number", inputMode: "decimal", step: 0.01 })}
      {line("birthday", "Birthday", { type: "date", min: "1900-01-01" })}
      {line("gender", "Gender", {})}
    </>
  );
}

const choices = audiences.map((value) => [value, audienceLabels[value]] as const);

function WithAudience({ field, label, children }: { field: Field; label: string; children: ReactNode }) {
  return (
    <div className={styles.shared}>
      {children}
      <Select
        field={field}
        label="Who can see this"
        aria-label={`Who can see this: ${label}`}
        options={choices}
        required
      />
    </div>
  );
}
