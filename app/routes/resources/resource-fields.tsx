import { years } from "../../schemas/resource-rules.ts";
import { Select, TextArea, TextInput } from "../../ui/field.tsx";
import type { Field } from "../../ui/form.tsx";
import * as styles from "./upload.css.ts";

/** The details of a file: the fields of its upload and of its change. */
export function ResourceFields({
  getField,
  categories,
}: {
  getField: (name: "title" | "categoryId" | "year" | "description") => Field;
  categories: readonly (readonly [id: string, name: string])[];
}) {
  return (
    <>
      <TextInput field={getField("title")} label="Title" />
      <div className={styles.twoColumns}>
        <Select
          field={getField("categoryId")}
          label="Category"
          options={categories}
          placeholder="Choose a category"
        />
        <Select
          field={getField("year")}
          label="Year"
          options={years.map((year) => [String(year), `Year ${year}`] as const)}
          placeholder="Choose a year"
        />
      </div>
      <TextArea field={getField("description")} label="Description" rows={4} />
    </>
  );
}
