import { Select, TextArea, TextInput } from "#app/ui/forms/field.tsx";
import { Folded } from "#app/ui/forms/folded.tsx";
import type { Field } from "#app/ui/forms/form.tsx";
import { halves } from "#app/ui/styles/layout.css.ts";
import { currencies, experienceKinds, salaryTypes } from "#db/vocabulary.ts";
import { experienceKindLabels, experienceRules } from "../texts.ts";
import * as styles from "./companies.css.ts";

export const formFieldNames = [
  ...["companyName", "role", "year", "kind", "rounds", "questions", "advice", "offer"],
  ...["stipendCurrency", "stipendType", "stipendMin", "stipendMax"],
];

const payNames = ["offer", "stipendMin", "stipendMax"];

function describePay(get: (name: string) => Field): string {
  const [offer, min, max] = payNames.map((name) => get(name).initialValue);
  const amount = [min, max].filter(Boolean).join(" to ");
  return (
    [
      offer && (offer === "yes" ? "an offer" : "no offer"),
      amount && `${get("stipendCurrency").initialValue} ${amount} ${get("stipendType").initialValue}`,
    ]
      .filter(Boolean)
      .join(" · ") || "(optional)"
  );
}

const kinds = experienceKinds.map((kind) => [kind, experienceKindLabels[kind]] as const);

/** The fields for sharing or changing an experience. */
export const ExperienceFields = ({ fields }: { fields: Record<string, Field> }) => {
  const get = (name: string) => fields[name] as Field;
  const rounds = String(get("rounds").initialValue ?? "")
    .split("\n")
    .filter(Boolean).length;
  return (
    <>
      <div className={halves}>
        <TextInput field={get("companyName")} label="Company" autoComplete="off" />
        <TextInput field={get("role")} label="Role" autoComplete="off" />
      </div>
      <div className={halves}>
        <Select field={get("kind")} label="What was it?" options={kinds} placeholder="Choose one" />
        <TextInput field={get("year")} label="Year" type="number" inputMode="numeric" />
      </div>
      <TextArea
        field={get("questions")}
        label="What did they ask?"
        hint={`Together with the advice below, at least ${experienceRules.texts.min} characters.`}
        optional={false}
        rows={4}
      />
      <TextArea
        field={get("advice")}
        label="What would you tell somebody who goes there next?"
        optional={false}
        rows={4}
      />
      <div>
        <Folded
          className={styles.folded}
          title="Rounds"
          note={rounds === 0 ? "(optional)" : String(rounds)}
          isOpen={get("rounds").errors !== undefined}
        >
          <TextArea
            field={get("rounds")}
            label="What were the rounds?"
            optional={false}
            hint={`One on each line, in a few words. At most ${experienceRules.rounds}.`}
            rows={3}
          />
        </Folded>
        <Folded
          className={styles.folded}
          title="Offer and pay"
          note={describePay(get)}
          isOpen={payNames.some((name) => get(name).errors)}
        >
          <Select
            field={get("offer")}
            label="Was there an offer?"
            optional={false}
            options={[
              ["yes", "Yes"],
              ["no", "No"],
            ]}
            placeholder="Rather not say"
          />
          <fieldset>
            <legend>Stipend or salary</legend>
            <div className={styles.stipend}>
              <Select field={get("stipendCurrency")} label="Currency" options={currencies} optional={false} />
              <Select field={get("stipendType")} label="Paid" options={salaryTypes} optional={false} />
              <TextInput
                field={get("stipendMin")}
                label="Minimum"
                type="number"
                inputMode="decimal"
                step="any"
                optional={false}
              />
              <TextInput
                field={get("stipendMax")}
                label="Maximum"
                type="number"
                inputMode="decimal"
                step="any"
                optional={false}
              />
            </div>
          </fieldset>
        </Folded>
      </div>
    </>
  );
};
