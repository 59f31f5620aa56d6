import { markdownHint } from "#app/platform/schemas/markdown-rules.ts";
import { TextArea, TextInput } from "#app/ui/forms/field.tsx";
import type { Field } from "#app/ui/forms/form.tsx";
import { questionRules } from "../texts.ts";

/** The fields for asking or editing a question. @param onTitle called with the title while it is typed */
export const QuestionFields = ({
  fields,
  onTitle,
}: {
  fields: Record<"title" | "body" | "tags", Field>;
  onTitle?: (title: string) => void;
}) => (
  <>
    <TextInput
      field={fields.title}
      label="Title"
      hint="Your question in one sentence."
      minLength={questionRules.title.min}
      onInput={(event) => onTitle?.(event.currentTarget.value)}
    />
    <TextArea
      field={fields.body}
      label="Your question"
      hint={markdownHint}
      minLength={questionRules.body.min}
      rows={6}
    />
    <TextInput
      field={fields.tags}
      label="Tags"
      hint="One to five, separated by commas, such as: exams, machine-learning"
      maxLength={questionRules.maxTagsLength}
      autoCapitalize="none"
    />
  </>
);

export const AnswerField = ({ field }: { field: Field }) => (
  <TextArea field={field} label="Answer" hint={markdownHint} minLength={questionRules.answer.min} rows={5} />
);
