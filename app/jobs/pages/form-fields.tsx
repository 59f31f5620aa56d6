import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { markdownHint } from "#app/platform/schemas/markdown-rules.ts";
import { LinkInput, Select, TextArea, TextInput } from "#app/ui/forms/field.tsx";
import type { Field } from "#app/ui/forms/form.tsx";
import { halves } from "#app/ui/styles/layout.css.ts";
import { currencies, salaryTypes } from "#db/vocabulary.ts";
import {
  opportunityLabels,
  suggestedIndustries,
  suggestedLocations,
  wizardOpportunities,
  wizardWorkplaces,
} from "../labels.ts";
import * as styles from "./post.css.ts";

type Fields = Record<string, Field>;

const methodLabels = [
  ["website", "On a website"],
  ["email", "By email"],
  ["in-person", "In person"],
  ["here", "Here, with a letter and a PDF"],
] as const;

function requireField(fields: Fields, name: string): Field {
  const field = fields[name];
  if (!field) throw new Error(`no field ${name}`);
  return field;
}

const AmountInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput type="number" inputMode="decimal" step="any" {...props} />
);

/** The fields of each step of the posting form. */
export const fieldsOfStep = {
  1: OpportunityFields,
  2: RequirementFields,
  3: CompanyFields,
};

function OpportunityFields({ fields }: { fields: Fields }) {
  const opportunityType = requireField(fields, "opportunityType");
  const isOffered = wizardOpportunities.some(([value]) => value === opportunityType.initialValue);
  // A job may have a type that the wizard does not offer.
  const stored = isOffered
    ? []
    : Object.entries(opportunityLabels).filter(([value]) => value === opportunityType.initialValue);
  return (
    <>
      <Select
        field={opportunityType}
        label="Opportunity type"
        options={[...wizardOpportunities, ...stored]}
        placeholder="Choose one"
      />
      <TextInput field={requireField(fields, "title")} label="Title" />
      <TextInput
        field={requireField(fields, "locations")}
        label="Locations"
        hint="Separate with commas"
        list="job-locations"
      />
      <datalist id="job-locations">
        {suggestedLocations.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      <div className={halves}>
        <Select
          field={requireField(fields, "workplaceType")}
          label="Workplace type"
          options={wizardWorkplaces}
          placeholder="Choose one"
        />
        <TextInput field={requireField(fields, "industry")} label="Industry" list="job-industries" />
        <datalist id="job-industries">
          {suggestedIndustries.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      </div>
      <fieldset className={styles.group}>
        <legend>
          Salary <span className={styles.soft}>(optional)</span>
        </legend>
        <div className={styles.quarter}>
          <Select
            field={requireField(fields, "salaryCurrency")}
            label="Currency"
            options={currencies}
            required
          />
          <Select field={requireField(fields, "salaryType")} label="Type" options={salaryTypes} required />
          <AmountInput field={requireField(fields, "salaryMin")} label="Minimum" optional={false} />
          <AmountInput field={requireField(fields, "salaryMax")} label="Maximum" optional={false} />
        </div>
      </fieldset>
      <TextArea
        field={requireField(fields, "description")}
        label="Description"
        hint={markdownHint}
        rows={8}
      />
    </>
  );
}

function RequirementFields({ fields }: { fields: Fields }) {
  return (
    <>
      <TextInput
        field={requireField(fields, "requiredSkills")}
        label="Required skills"
        hint="Separate with commas"
      />
      <div className={halves}>
        <AmountInput
          field={requireField(fields, "minExperience")}
          label="Minimum experience"
          hint="In years"
        />
        <AmountInput
          field={requireField(fields, "maxExperience")}
          label="Maximum experience"
          hint="In years"
        />
      </div>
      <TextInput field={requireField(fields, "education")} label="Education" />
      <TextInput
        field={requireField(fields, "deadline")}
        label="Deadline"
        hint="Closes at the end of this day"
        type="date"
      />
      <ApplicationFields fields={fields} />
    </>
  );
}

/** How people apply. With scripts, only the field that the chosen method requires is shown. */
function ApplicationFields({ fields }: { fields: Fields }) {
  const select = useRef<HTMLSelectElement>(null);
  const [method, setMethod] = useState<string | null>(null);
  useLayoutEffect(() => setMethod(select.current?.value ?? null), []);
  const hasScripts = method !== null;
  return (
    <>
      <Select
        ref={select}
        field={requireField(fields, "applicationMethod")}
        label="Application method"
        options={methodLabels}
        placeholder="Choose one"
        onChange={(event) => setMethod(event.target.value)}
      />
      <div hidden={hasScripts && method !== "website"}>
        <LinkInput
          field={requireField(fields, "applicationLink")}
          label="Application link"
          hint={hasScripts ? undefined : "Required if people apply on a website. Otherwise leave it empty."}
          required={method === "website"}
          disabled={hasScripts && method !== "website"}
          optional={false}
        />
      </div>
      <div hidden={hasScripts && method !== "email"}>
        <TextInput
          field={requireField(fields, "applicationEmail")}
          label="Application email"
          hint={hasScripts ? undefined : "Required if people apply by email. Otherwise leave it empty."}
          required={method === "email"}
          disabled={hasScripts && method !== "email"}
          optional={false}
          type="email"
        />
      </div>
      <p className={styles.soft} hidden={method !== "in-person"}>
        People will see the contact person that you name in the next step.
      </p>
      <p className={styles.soft} hidden={method !== "here"}>
        Members send you a short letter and a PDF. You'll find and answer them in My jobs.
      </p>
    </>
  );
}

function CompanyFields({ fields }: { fields: Fields }) {
  return (
    <>
      <TextInput
        field={requireField(fields, "companyName")}
        label="Company name"
        autoComplete="organization"
      />
      <LinkInput field={requireField(fields, "companyWebsite")} label="Company website" />
      <TextArea field={requireField(fields, "companyDescription")} label="About the company" rows={4} />
      <fieldset className={styles.group}>
        <legend>Contact person</legend>
        <p className={styles.soft}>Shown to members only.</p>
        <TextInput field={requireField(fields, "contactName")} label="Name" autoComplete="name" />
        <div className={halves}>
          <TextInput
            field={requireField(fields, "contactEmail")}
            label="Email"
            type="email"
            autoComplete="email"
          />
          <TextInput
            field={requireField(fields, "contactPhone")}
            label="Phone"
            type="tel"
            autoComplete="tel"
          />
        </div>
      </fieldset>
    </>
  );
}
