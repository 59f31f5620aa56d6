import { useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Select, TextArea, TextInput } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { halves, row, stack } from "#app/ui/styles/layout.css.ts";
import { boardKinds } from "#db/vocabulary.ts";
import { boardKindLabels, boardTexts } from "../rules.ts";
import * as styles from "./boards.css.ts";

export const formFieldNames = ["title", "kind", "body", "until"];

const kinds = boardKinds.map((kind) => [kind, boardKindLabels[kind]] as const);

/** The form for a new board, or for changing one. */
export function BoardForm({
  rules,
  values = {},
  label,
  backTo,
}: {
  rules: Parameters<typeof usePageForm>[0]["rules"];
  values?: Record<string, string>;
  label: string;
  backTo: string;
}) {
  const [form, fields] = usePageForm({ id: "board", rules, defaultValue: values });
  const isSending = useNavigation().state === "submitting";
  const get = (name: string) => fields[name] as Parameters<typeof TextInput>[0]["field"];
  return (
    <PageForm form={form} className={stack[4]}>
      <TextInput field={get("title")} label="Title" autoComplete="off" />
      <div className={halves}>
        <Select field={get("kind")} label="What is it about?" options={kinds} placeholder="Choose one" />
        <TextInput field={get("until")} label="Holds until" type="date" />
      </div>
      <TextArea
        field={get("body")}
        label="Text"
        hint={`${boardTexts.public} ${boardTexts.tableHint}`}
        rows={14}
        className={styles.body}
      />
      <div className={row[3]}>
        <Button loading={isSending}>{label}</Button>
        <ButtonLink to={backTo} variant="outline">
          Cancel
        </ButtonLink>
      </div>
    </PageForm>
  );
}
