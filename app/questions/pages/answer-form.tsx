import { useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import type { FormFailure, FormRules } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import { AnswerField } from "./question-fields.tsx";
import * as styles from "./questions.css.ts";

export interface AnswerPreview {
  body: string;
  html: string;
}

export function AnswerForm({
  id,
  path,
  rules,
  failure,
  preview,
  hiddenName,
}: {
  /** Differs for the next answer: the device stores what is typed under this id. */
  id: string;
  path: string;
  rules: FormRules<"body">;
  failure: FormFailure | null;
  preview?: AnswerPreview | undefined;
  /** Shown instead of the sender's name. */
  hiddenName?: string | null;
}) {
  const [form, fields] = usePageForm({ id, failure, rules, defaultValue: { body: preview?.body ?? "" } });
  const sending = useNavigation().formData?.get("intent");
  return (
    <PageForm
      form={form}
      action={path}
      className={`${stack[4]} ${styles.answering}`}
      data-print="no"
      heading={
        <>
          <h2>Your answer</h2>
          {hiddenName && (
            <p className={styles.notice}>{`You answer as “${hiddenName}”: nobody sees who you are.`}</p>
          )}
        </>
      }
    >
      {preview && (
        <div className={styles.preview}>
          <b>Preview</b>
          <Prose className={styles.prose} html={preview.html} />
        </div>
      )}
      <AnswerField field={fields.body} />
      <div className={styles.buttons}>
        <Button name="intent" value="answer" loading={sending === "answer"}>
          Answer
        </Button>
        <Button name="intent" value="preview" variant="outline" loading={sending === "preview"}>
          Preview
        </Button>
      </div>
    </PageForm>
  );
}
