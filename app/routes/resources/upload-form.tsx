import { type DragEvent, useEffect, useState } from "react";
import { Shared } from "../../client/received-share.tsx";
import { fileTypes, resourceTexts } from "../../schemas/resource-rules.ts";
import { row } from "../../styles/layout.css.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FileInput } from "../../ui/field.tsx";
import { checkChosenFile, type Field, type FormFailure, type FormRules } from "../../ui/form.tsx";
import { LoginInNewTab } from "../../ui/form-alert.tsx";
import { usePageForm } from "../../ui/page-form.tsx";
import { ChosenFile } from "./chosen-file.tsx";
import { ResourceFields } from "./resource-fields.tsx";
import { SameFileLine } from "./same-file-line.tsx";
import * as styles from "./upload.css.ts";
import { accept, checkFile } from "./upload-texts.ts";
import { hasEmptyField, useUpload } from "./use-upload.ts";

interface Props {
  /** Null when they could not be loaded: then a category that was already chosen is the only choice. */
  categories: (readonly [id: string, name: string])[] | null;
  rules: FormRules<"title" | "categoryId" | "year" | "description">;
  defaultValue: { categoryId: string; year: string };
  failure: FormFailure | undefined;
}

/** Without scripts the browser sends this form; with them it is sent with its progress in sight. */
export function UploadForm({ categories, rules, defaultValue, failure }: Props) {
  const [form, fields] = usePageForm({
    id: "upload",
    failure,
    rules: { ...rules, file: { missing: "File is required", isRequired: true } },
    defaultValue,
    validate: (element) => checkChosenFile(element, "file", checkFile),
  });
  const [file, setFile] = useState<File | null>(null);
  const drop = useFileDrop("file");
  const upload = useUpload();
  const allowsBlobFrames = useBlobFrames();
  const getField = (name: keyof typeof fields): Field => {
    const shown = { ...fields[name], errors: upload.errors[name] ?? fields[name].errors };
    if (name !== "file" || !file) return shown;
    // A chosen file is checked at once: an error before it was about another one, or none.
    const error = checkFile(file);
    return { ...shown, errors: error ? [error] : upload.errors.file };
  };
  const accepted = file && checkFile(file) === null ? file : null;
  const { progress } = upload;
  const isSending = progress !== null;
  const [isFilled, setIsFilled] = useState(false);
  const sent = upload.message ?? form.errors?.[0];
  const message = sent === resourceTexts.fill && isFilled ? undefined : sent;
  const chosenCategory = fields.categoryId.initialValue;
  return (
    <form
      method="post"
      action="/resources/upload"
      encType="multipart/form-data"
      className={styles.form}
      {...form.props}
      onInput={(event) => {
        form.props.onInput(event);
        if ("name" in event.target) upload.clearError(String(event.target.name));
        setIsFilled(!hasEmptyField(event.currentTarget));
      }}
      {...drop.formProps}
      onSubmit={(event) => {
        form.props.onSubmit(event);
        void upload.submit(event);
      }}
    >
      <ErrorSummary form={{ id: form.id, errors: message ? [message] : [], allErrors: form.allErrors }}>
        {message === resourceTexts.loggedOut && <LoginInNewTab />}
      </ErrorSummary>
      <Shared />
      <ResourceFields
        getField={getField}
        categories={categories ?? (chosenCategory ? [[chosenCategory, "The category you chose"]] : [])}
      />
      {/* The file comes last, so that the text fields have arrived when it is refused in mid-stream. */}
      <FileInput
        field={getField("file")}
        label="File"
        hint={`Choose a file or drop it here. At most 50MB: ${fileTypes.join(", ")}`}
        className={styles.file}
        accept={accept}
        data-dragging={drop.isDragging || undefined}
        onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
      />
      <SameFileLine file={accepted} />
      {accepted && allowsBlobFrames && <ChosenFile file={accepted} />}
      {isSending && (
        <div className={styles.progress}>
          <progress className={styles.bar} value={progress} max={1} aria-label="Uploaded so far" />
          <span>{Math.floor(progress * 100)}%</span>
          {upload.isPaused && <p role="status">No connection. The upload will go on where it stopped.</p>}
        </div>
      )}
      <div className={row[3]}>
        <Button size="lg" loading={isSending}>
          {isSending ? "Uploading..." : "Upload Resource"}
        </Button>
        <ButtonLink to="/resources" size="lg" variant="outline">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

/** Takes a file that is dropped anywhere on a form, as if it were chosen in the field of this name. */
function useFileDrop(name: string) {
  const [isDragging, setIsDragging] = useState(false);
  const formProps = {
    onDragOver(event: DragEvent<HTMLFormElement>) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setIsDragging(true);
    },
    onDragLeave: () => setIsDragging(false),
    onDrop(event: DragEvent<HTMLFormElement>) {
      setIsDragging(false);
      const input = event.currentTarget.elements.namedItem(name);
      if (event.dataTransfer.files.length === 0 || !(input instanceof HTMLInputElement)) return;
      event.preventDefault();
      input.files = event.dataTransfer.files;
      for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
    },
  };
  return { isDragging, formProps };
}

/**
 * Whether this document's policy allows a frame with the chosen file. The policy came with the document, so a visitor
 * who arrived by a client navigation gets the page loaded once more, before anything is typed.
 */
function useBlobFrames(): boolean {
  const [isAllowed, setIsAllowed] = useState(false);
  useEffect(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    const isOwnDocument = !navigation || new URL(navigation.name).pathname === window.location.pathname;
    if (isOwnDocument) setIsAllowed(true);
    else if (navigator.onLine) window.location.reload();
  }, []);
  return isAllowed;
}
