import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { submitOr } from "../../client/requests.ts";
import { eventTexts, eventTypeLabels, eventTypes } from "../../schemas/event-texts.ts";
import { imageTexts, maxImageBytes } from "../../schemas/resource-rules.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { error as errorStyle, field as fieldStyle, hint, label, optional } from "../../ui/field.css.ts";
import { Select, TextArea, TextInput } from "../../ui/field.tsx";
import { type Field, type FieldErrorTexts, formFailure, usePageForm } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./event.css.ts";
import type { EventFormReply } from "./event-form.server.ts";

type FieldName =
  | "title"
  | "description"
  | "date"
  | "location"
  | "eventType"
  | "registrationLimit"
  | "registrationLink"
  | "imageUrl"
  | "image";

/** What an event's form needs from its loader. */
export interface EventFormPage {
  errorTexts: FieldErrorTexts<FieldName>;
  timeZone: string;
  values: Partial<Record<FieldName, string>>;
}

/** Submits the form in the browser. It stays as it is when the server is out of reach or fails. */
export const submitEventForm = <T,>(serverAction: () => Promise<T>) =>
  submitOr(serverAction, (reason): EventFormReply => {
    const isLoggedOut = reason === "login";
    // biome-ignore lint/suspicious/noConsole: the specification's sentence sends the reader there
    if (!isLoggedOut) console.error("The event was not saved: the server is out of reach or failed.");
    const text = isLoggedOut ? eventTexts.loggedOut : eventTexts.saveFailed;
    return { result: formFailure(text), imageUrl: null, isLoggedOut };
  });

/** The form that announces or changes an event: specification, section 2. */
export function EventForm({
  action,
  page: { errorTexts, timeZone, values },
  reply,
}: {
  action: string;
  page: EventFormPage;
  reply: EventFormReply | undefined;
}) {
  const [form, fields, formProps] = usePageForm({
    id: "event",
    lastResult: reply?.result,
    errorTexts,
    defaultValue: values,
    validate(element) {
      const input = element.elements.namedItem("image");
      const [file] = (input instanceof HTMLInputElement && input.files) || [];
      const error = file && checkImage(file);
      const errors: Record<string, string[]> = error ? { image: [error] } : {};
      return errors;
    },
  });
  const isSaving = useNavigation().formAction === action;
  const storedImage = reply?.imageUrl ?? values.imageUrl ?? "";
  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      preventScrollReset
      className={styles.form}
      {...formProps}
    >
      <ErrorSummary form={form}>
        {reply?.isLoggedOut && (
          <p>
            <a href="/login" target="_blank" rel="noopener">
              Log in (opens a new tab)
            </a>
          </p>
        )}
      </ErrorSummary>
      <TextInput field={fields.title} label="Title" maxLength={150} required />
      <TextArea field={fields.description} label="Description" rows={5} maxLength={5_000} required />
      <div className={styles.pair}>
        <TextInput
          field={fields.date}
          label="Date & Time"
          hint={`In the time of ${timeZone.replaceAll("_", " ")}`}
          type="datetime-local"
          min="2000-01-01T00:00"
          max="2199-12-31T23:59"
          required
        />
        <Select
          field={fields.eventType}
          label="Event Type"
          options={eventTypes.map((value) => [value, eventTypeLabels[value]] as const)}
          placeholder="Choose one"
          required
        />
      </div>
      <TextInput field={fields.location} label="Location" maxLength={200} required />
      <div className={styles.pair}>
        <TextInput
          field={fields.registrationLimit}
          label="Registration Limit"
          hint="Leave it empty for no limit"
          type="number"
          inputMode="numeric"
          min={1}
          max={1_000_000}
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
      <input type="hidden" name="imageUrl" value={storedImage} />
      <ImageField key={storedImage} field={fields.image} storedImage={storedImage || null} />
      <div className={styles.row}>
        <Button size="lg" loading={isSaving}>
          {isSaving ? "Saving..." : "Save Event"}
        </Button>
        <ButtonLink to="/events" size="lg" variant="outline" preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

function checkImage(file: File): string | null {
  if (!file.type.startsWith("image/")) return imageTexts.wrongType;
  if (file.size === 0) return imageTexts.empty;
  return file.size > maxImageBytes ? imageTexts.tooLarge : null;
}

/** The image with its preview. It comes last, so that the other fields have arrived when it is refused. */
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
  const describedBy = [field.errors ? `${field.id}-error` : "", `${field.id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={fieldStyle}>
      <label className={label} htmlFor={field.id}>
        Event Image <span className={optional}>(optional)</span>
      </label>
      {preview && (
        <img
          className={styles.preview}
          src={preview}
          alt={chosenUrl ? "Preview of the chosen one" : "The one it has now"}
          width={600}
          height={300}
        />
      )}
      <input
        id={field.id}
        className={styles.file}
        type="file"
        name="image"
        accept="image/jpeg,image/png,image/gif,image/webp"
        aria-invalid={field.errors ? true : undefined}
        aria-describedby={describedBy}
        onChange={(event) => setChosen(event.currentTarget.files?.[0] ?? null)}
      />
      <p className={hint} id={`${field.id}-hint`}>
        JPEG, PNG, GIF or WebP, at most 10MB{storedImage && "; without a new one the image stays"}
      </p>
      {field.errors && (
        <p className={errorStyle} id={`${field.id}-error`}>
          <Icon name="warn" />
          {field.errors[0]}
        </p>
      )}
    </div>
  );
}
