import { type ComponentProps, useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { imageTexts, maxImageBytes } from "#app/platform/files/rules.ts";
import { markdownHint } from "#app/platform/schemas/markdown-rules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox, FileInput, imageFormats, Select, TextArea, TextInput } from "#app/ui/forms/field.tsx";
import { Folded } from "#app/ui/forms/folded.tsx";
import { checkChosenFile, type Field, type FormRules, useFailure } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { halves, quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import { type RegistrationQuestion, registrationQuestionKinds } from "#db/vocabulary.ts";
import { eventTexts, eventTypeLabels, eventTypes, type maxQuestions } from "../../texts.ts";
import { nameTimeZone } from "../../times.ts";
import * as styles from "./form.css.ts";

type FieldName =
  | "title"
  | "description"
  | "date"
  | "endDate"
  | "location"
  | "eventType"
  | "registrationLimit"
  | "registrationLink"
  | "onlineUrl"
  | "imageUrl"
  | "image";

const rowNames = ["id", "text", "kind", "choices", "required"] as const;
const questionRows = [0, 1, 2] as const satisfies { length: typeof maxQuestions };
type QuestionRow = (typeof questionRows)[number];
type QuestionField = `questions[${QuestionRow}].${(typeof rowNames)[number]}`;

const questionField = (row: QuestionRow, name: (typeof rowNames)[number]): QuestionField =>
  `questions[${row}].${name}`;

/** The names of the fields of each question's row. */
export const questionFields = questionRows.map((row) => rowNames.map((name) => questionField(row, name)));

type StoredName = FieldName | "version";

/** The loader's data for an event's form. */
export interface EventFormPage {
  rules: FormRules<FieldName | QuestionField>;
  timeZone: string;
  values: Partial<Record<StoredName, string>>;
  questions?: RegistrationQuestion[];
  /** Number of later events in its series. */
  following?: number;
}

export const eventFormTexts = { failed: eventTexts.saveFailed, loggedOut: eventTexts.loggedOut };

/** The form to announce or edit an event: specification, section 2. */
export function EventForm({
  action,
  page: { rules, timeZone, values, questions = [], following = 0 },
}: {
  action: string;
  page: EventFormPage;
}) {
  const failure = useFailure();
  const [form, fields] = usePageForm({
    id: "event",
    rules,
    defaultValue: values,
    validate: (element) => checkChosenFile(element, "image", checkImage),
  });
  useEffect(() => {
    if (failure?.repliedAt !== null || failure.isLoggedOut) return;
    // biome-ignore lint/suspicious/noConsole: the specification's sentence sends the reader there
    console.error("The event was not saved: the server couldn't be reached or failed.");
  }, [failure]);
  const isSaving = useNavigation().formAction === action;
  const storedImage = String(failure?.initialValue?.imageUrl ?? values.imageUrl ?? "");
  return (
    <PageForm
      form={form}
      action={action}
      encType="multipart/form-data"
      preventScrollReset
      className={styles.form}
    >
      <input type="hidden" name="imageUrl" value={storedImage} />
      <div className={styles.fields}>
        <TextFields fields={fields} timeZone={timeZone} />
        <Folded
          className={styles.folded}
          title="Registration"
          note={describeRegistration(values, questions.length)}
          isOpen={failure !== null || registrationFields.some((name) => fields[name].errors)}
        >
          <RegistrationFields fields={fields} />
          <QuestionFields fields={fields} questions={questions} isRefused={failure !== null} />
        </Folded>
      </div>
      <div className={styles.image}>
        <ImageField key={storedImage} field={fields.image} storedImage={storedImage || null} />
      </div>
      {following > 0 && (
        <div>
          <Checkbox
            name="following"
            value="1"
            defaultChecked={failure?.initialValue?.following === "1"}
            label={`Also change the ${following === 1 ? "one that follows" : `${following} that follow`} in this series`}
          />
          <p className={quiet}>Your changes apply to them too. A new time moves them by the same amount.</p>
        </div>
      )}
      <div className={row[3]}>
        <Button loading={isSaving}>{isSaving ? "Saving..." : "Save Event"}</Button>
        <ButtonLink to={action.replace(/\/(new|edit)$/, "")} variant="outline" preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </PageForm>
  );
}

const kindLabels = { text: "A short text", choice: "One of several", "yes-no": "Yes or no" } as const;

/** Rows for the questions at registration. A row without a text is not a question. */
function QuestionFields({
  fields,
  questions,
  isRefused,
}: {
  fields: Record<QuestionField, Field>;
  questions: RegistrationQuestion[];
  isRefused: boolean;
}) {
  return (
    <Folded
      className={styles.folded}
      title="Questions at registration"
      note={questions.length > 0 ? `${questions.length}` : "None"}
      isOpen={isRefused || questions.length > 0}
    >
      <p className={quiet}>
        Up to three. {eventTexts.whoReads} Don't ask for phone numbers or addresses: profiles have them. Clear
        a question to remove it with its answers.
      </p>
      {questionRows.map((row) => {
        const stored = questions[row];
        const field = (name: (typeof rowNames)[number], value: string | undefined) => {
          const own = fields[questionField(row, name)];
          return isRefused ? own : { ...own, initialValue: value };
        };
        const isRequired = field("required", stored?.required ? "yes" : undefined);
        return (
          <fieldset key={row} className={`${styles.question} ${stack[3]}`}>
            <legend>Question {row + 1}</legend>
            <input
              type="hidden"
              name={questionField(row, "id")}
              value={field("id", stored?.id).initialValue ?? ""}
            />
            <TextInput field={field("text", stored?.text)} label="Question" />
            <div className={halves}>
              <Select
                field={field("kind", stored?.kind)}
                label="Answer"
                options={registrationQuestionKinds.map((kind) => [kind, kindLabels[kind]] as const)}
                optional={false}
              />
              <TextArea
                field={field("choices", stored?.choices.join("\n"))}
                label="To choose from"
                hint="One per line, for a choice of one"
                rows={2}
              />
            </div>
            <Checkbox
              name={isRequired.name}
              value="yes"
              defaultChecked={isRequired.initialValue === "yes"}
              label="An answer is required to register"
            />
          </fieldset>
        );
      })}
    </Folded>
  );
}

const MomentInput = (props: ComponentProps<typeof TextInput>) => (
  <TextInput type="datetime-local" min="2000-01-01T00:00" max="2199-12-31T23:59" {...props} />
);

function TextFields({ fields, timeZone }: { fields: Record<FieldName, Field>; timeZone: string }) {
  return (
    <>
      <TextInput field={fields.title} label="Title" />
      <TextArea field={fields.description} label="Description" hint={markdownHint} rows={5} />
      <div className={halves}>
        <MomentInput field={fields.date} label="Date & Time" hint={`In ${nameTimeZone(timeZone)}`} />
        <MomentInput field={fields.endDate} label="End" hint="When people go home" />
      </div>
      <div className={halves}>
        <TextInput field={fields.location} label="Location" />
        <Select
          field={fields.eventType}
          label="Event Type"
          options={eventTypes.map((value) => [value, eventTypeLabels[value]] as const)}
          placeholder="Choose one"
        />
      </div>
    </>
  );
}

const registrationFields = ["registrationLimit", "registrationLink", "onlineUrl"] as const;

/** What the folded fields of the stored event contain. */
const describeRegistration = (
  { registrationLimit, registrationLink, onlineUrl }: EventFormPage["values"],
  questions: number,
): string =>
  [
    registrationLimit ? `${registrationLimit} places` : "No limit",
    registrationLink && "Google Form",
    onlineUrl && "online",
    questions > 0 && (questions === 1 ? "one question" : `${questions} questions`),
  ]
    .filter(Boolean)
    .join(" · ");

function RegistrationFields({ fields }: { fields: Record<FieldName, Field> }) {
  return (
    <>
      <div className={halves}>
        <TextInput
          field={fields.registrationLimit}
          label="Registration Limit"
          hint="Leave it empty for no limit"
          type="number"
          inputMode="numeric"
          step={1}
        />
        <TextInput
          field={fields.registrationLink}
          label="Google Form Link"
          hint="People then register there"
          type="url"
          inputMode="url"
          placeholder="https://"
        />
      </div>
      <TextInput
        field={fields.onlineUrl}
        label="Online link"
        hint="Only people who register see it, from an hour before the start. They get it by email, too"
        type="url"
        inputMode="url"
        placeholder="https://"
      />
    </>
  );
}

function checkImage(file: File): string | null {
  if (!file.type.startsWith("image/")) return imageTexts.wrongType;
  if (file.size === 0) return imageTexts.empty;
  return file.size > maxImageBytes ? imageTexts.tooLarge : null;
}

/** The image with its preview. It is last, so that the other fields have arrived if it is refused. */
function ImageField({ field, storedImage }: { field: Field; storedImage: string | null }) {
  const [chosen, setChosen] = useState<File | null>(null);
  const [chosenUrl, setChosenUrl] = useState<string | null>(null);
  useEffect(() => {
    const url = chosen && checkImage(chosen) === null ? URL.createObjectURL(chosen) : null;
    setChosenUrl(url);
    return () => {
      if (url) URL.revokeObjectURL(url);
    };
  }, [chosen]);
  const preview = chosenUrl ?? storedImage;
  return (
    <FileInput
      field={field}
      label="Event Image"
      hint={`JPEG, PNG, GIF or WebP, at most 10MB${storedImage ? "; without a new one the image stays" : ""}`}
      accept={imageFormats}
      onChange={(event) => setChosen(event.currentTarget.files?.[0] ?? null)}
      preview={
        preview && (
          <img
            className={styles.preview}
            src={preview}
            alt={chosenUrl ? "Preview of the new image" : "The current image"}
            width={600}
            height={300}
          />
        )
      }
    />
  );
}
