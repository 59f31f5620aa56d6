import type { ComponentProps } from "react";
import { Alert, Checkbox, Select, TextArea, TextInput } from "#app/ui/forms/field.tsx";
import { Folded } from "#app/ui/forms/folded.tsx";
import type { Field } from "#app/ui/forms/form.tsx";
import { halves } from "#app/ui/styles/layout.css.ts";
import { examChoices, resourceTypeChoices, yearChoices } from "../rules.ts";
import * as styles from "./upload.css.ts";

export const codesId = "course-codes";

export type ResourceFieldName =
  | "title"
  | "categoryId"
  | "year"
  | "resourceType"
  | "courseCode"
  | "paperYear"
  | "exam"
  | "description"
  | "eventId";

/** The fields for a file's details, in the upload and edit forms. */
export function ResourceFields({
  getField,
  years,
  categories,
  courseCodes,
  event,
  title = {},
}: {
  getField: (name: ResourceFieldName) => Field;
  /** The last year. */
  years: number;
  categories: readonly (readonly [id: string, name: string])[];
  courseCodes: readonly string[];
  /** The event that the file may belong to. */
  event: { id: string; title: string } | null;
  /** Props of the title's input; null if each of several files has its own. */
  title?: Pick<ComponentProps<typeof TextInput>, "required" | "optional" | "hint"> | null;
}) {
  return (
    <>
      {title && <TextInput field={getField("title")} label="Title" {...title} />}
      <div className={halves}>
        <Select
          field={getField("categoryId")}
          label="Category"
          options={categories}
          placeholder="Choose a category"
        />
        <Select
          field={getField("year")}
          label="Year"
          options={yearChoices(years)}
          placeholder="Choose a year"
        />
      </div>
      <div className={halves}>
        <Select
          field={getField("resourceType")}
          label="Kind"
          options={resourceTypeChoices}
          placeholder="Choose a kind"
        />
        <TextInput
          field={getField("courseCode")}
          label="Course code"
          placeholder="ME201"
          list={codesId}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <CourseCodes courseCodes={courseCodes} />
      </div>
      <TextArea field={getField("description")} label="Description" rows={4} />
      <PaperFields getField={getField} />
      {event && <EventChoice field={getField("eventId")} event={event} />}
    </>
  );
}

/** Stored for past papers only. */
function PaperFields({ getField }: { getField: (name: "paperYear" | "exam") => Field }) {
  const [year, exam] = [getField("paperYear"), getField("exam")];
  const examText = examChoices.find(([value]) => value === exam.initialValue)?.[1];
  return (
    <Folded
      className={styles.folded}
      title="Past paper"
      note={[examText, year.initialValue].filter(Boolean).join(" ") || "Its year and exam"}
      isOpen={Boolean(year.errors || exam.errors)}
    >
      <div className={halves}>
        <TextInput
          field={year}
          label="Paper of"
          hint="The year in which it was set"
          placeholder="2024"
          type="number"
          inputMode="numeric"
        />
        <Select field={exam} label="Exam" options={examChoices} placeholder="Choose an exam" />
      </div>
    </Folded>
  );
}

const EventChoice = ({ field, event }: { field: Field; event: { id: string; title: string } }) => (
  <div>
    <Checkbox
      name={field.name}
      value={event.id}
      defaultChecked={field.initialValue === event.id}
      label={`From the event “${event.title}”, where it is shown`}
    />
    {field.errors && <Alert texts={field.errors} />}
  </div>
);

/** The suggestions for fields with `list={codesId}`. */
export const CourseCodes = ({ courseCodes }: { courseCodes: readonly string[] }) => (
  <datalist id={codesId}>
    {courseCodes.map((code) => (
      <option key={code} value={code} />
    ))}
  </datalist>
);
