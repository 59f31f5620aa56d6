import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from "react";
import { formatFileSize } from "#app/platform/files/file-size.ts";
import { getFileType } from "#app/platform/files/rules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { filterHref } from "#app/ui/client/filter-address.ts";
import { SharedContentOffer } from "#app/ui/client/shared-content.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Alert, FileInput } from "#app/ui/forms/field.tsx";
import { checkChosenFile, type Field, type FormRules } from "#app/ui/forms/form.tsx";
import { LoginInNewTab } from "#app/ui/forms/form-alert.tsx";
import { usePageForm } from "#app/ui/forms/page-form.tsx";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import { maxUploadFiles, offerTitle, resourceTexts } from "../rules.ts";
import { suggest } from "../suggest.ts";
import { type ResourceFieldName, ResourceFields } from "./resource-fields.tsx";
import { SameFileLine } from "./same-file-line.tsx";
import { OfferedValues } from "./suggestions.tsx";
import * as styles from "./upload.css.ts";
import { accept, checkFile, formatFiles, placeOf } from "./upload-fields.ts";
import { UploadProgress } from "./upload-progress.tsx";
import { UploadRows } from "./upload-rows.tsx";
import { hasEmptyField, useUpload } from "./use-upload.ts";
import { useUploadRows } from "./use-upload-rows.ts";

const titleHint = "With several files you can leave this empty.";

interface Props {
  /** Null if they could not be loaded. A category that was already chosen is then the only choice. */
  categories: (readonly [id: string, name: string])[] | null;
  /** The last year. */
  years: number;
  courseCodes: readonly string[];
  /** The event that the files may belong to. */
  event: { id: string; title: string } | null;
  rules: FormRules<ResourceFieldName>;
  defaultValue: Record<string, string>;
}

/**
 * Without scripts the browser submits this form with up to 20 files. With scripts it shows the progress, and several
 * files get a row each.
 */
export function UploadForm({ categories, years, courseCodes, event, rules, defaultValue }: Props) {
  const [form, fields] = usePageForm({
    id: "upload",
    rules: { ...rules, file: { missing: "File is required", isRequired: true } },
    defaultValue,
    validate: (element) => checkChosenFile(element, "file", checkFile),
  });
  const [file, setFile] = useState<File | null>(null);
  const offeredTitle = useRef("");
  const drop = useFileDrop("file");
  const upload = useUpload();
  const sending = useUploadRows();
  const { rows, choices } = sending;
  const isSeveral = rows.length > 0;
  const ready = rows.filter(({ state }) => state === "ready").length;
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  const element = useRef<HTMLFormElement>(null);
  const allowsBlobFrames = useBlobFrames();
  const getField = (name: ResourceFieldName | "file"): Field => {
    const shown = { ...fields[name], errors: upload.errors[name] ?? fields[name].errors };
    if (name !== "file" || !file) return shown;
    // The chosen file is checked immediately. Earlier errors were about another file, or about a missing one.
    const error = checkFile(file);
    return { ...shown, errors: error ? [error] : upload.errors.file };
  };
  const accepted = file && checkFile(file) === null ? file : null;
  const { progress } = upload;
  const isSending = progress !== null || sending.isSending;
  const isOver = !isSending && ready === 0 && rows.some(({ state }) => state === "shared");
  const [isFilled, setIsFilled] = useState(false);
  const sent = upload.message ?? form.errors?.[0];
  const message = sent === resourceTexts.fill && isFilled ? undefined : sent;
  const chosenCategory = fields.categoryId.initialValue;
  const offered = categories ?? (chosenCategory ? [[chosenCategory, "The category you chose"] as const] : []);

  /** One file fills the form. Several get a row each. */
  function choose({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const files = [...(input.files ?? [])];
    const title = input.form?.elements.namedItem("title");
    const typed =
      title instanceof HTMLInputElement && title.value !== offeredTitle.current ? title.value : "";
    if (isSeveral || files.length > 1) {
      sending.add(files, typed);
      setFile(null);
      input.value = "";
      return;
    }
    setFile(files[0] ?? null);
    if (!(title instanceof HTMLInputElement) || typed !== "" || !files[0]) return;
    offeredTitle.current = offerTitle(files[0].name);
    title.value = offeredTitle.current;
    title.dispatchEvent(new Event("input", { bubbles: true }));
  }

  async function sendRows(send: Promise<boolean>) {
    if (!(await send)) upload.setMessage(resourceTexts.loggedOut);
  }
  return (
    <form
      method="post"
      action={filterHref("/resources/upload", { event: event?.id })}
      encType="multipart/form-data"
      className={styles.form}
      {...form.props}
      ref={element}
      onInput={(event) => {
        form.props.onInput(event);
        if ("name" in event.target) upload.clearError(String(event.target.name));
        setIsFilled(!hasEmptyField(event.currentTarget));
      }}
      {...drop.formProps}
      onSubmit={(event) => {
        form.props.onSubmit(event);
        if (!upload.check(event)) return;
        void (isSeveral ? sendRows(sending.send(event.currentTarget)) : upload.send(event.currentTarget));
      }}
    >
      <ErrorSummary form={{ id: form.id, errors: message ? [message] : [], allErrors: form.allErrors }}>
        {message === resourceTexts.loggedOut && <LoginInNewTab />}
      </ErrorSummary>
      <SharedContentOffer />
      {/* The line has no space until it says something. */}
      <div>
        {!isOver && (
          <FileInput
            field={getField("file")}
            label={isSeveral ? "More files" : "File"}
            hint={`Choose up to ${maxUploadFiles} files or drop them here. Documents, slides, tables, pictures, videos, sound or archives, at most 50MB each.`}
            className={styles.file}
            accept={accept}
            multiple
            required={!isSeveral}
            optional={false}
            data-dragging={drop.isDragging || undefined}
            autoFocus={choices !== null}
            onChange={choose}
          />
        )}
        <SameFileLine file={accepted} />
      </div>
      {accepted && <OfferedValues suggestions={suggest(accepted.name, new Date().getFullYear())} />}
      {isSeveral && (
        <UploadRows
          rows={rows}
          years={years}
          categories={offered}
          rules={rules}
          onRetry={(key) => void sendRows(sending.retry(key, element.current))}
          onRemove={sending.remove}
        />
      )}
      {sending.isCut && <Alert texts={[resourceTexts.cut]} kind="notice" />}
      <ResourceFields
        getField={getField}
        years={years}
        categories={offered}
        courseCodes={courseCodes}
        event={event}
        title={isSeveral ? null : { required: isHydrated, optional: false, hint: titleHint }}
      />
      {accepted && allowsBlobFrames && <ChosenFile file={accepted} />}
      {progress !== null && <UploadProgress progress={progress} isPaused={upload.isPaused} />}
      <div className={row[3]}>
        {isOver && choices ? (
          <>
            <Button type="button" size="lg" onClick={sending.clear}>
              Upload more
            </Button>
            <ButtonLink to={placeOf(choices)} size="lg" variant="outline">
              {choices.eventId ? "See the event" : "See the category"}
            </ButtonLink>
          </>
        ) : (
          <>
            {(!isSeveral || isSending || ready > 0) && (
              <Button loading={isSending}>
                {isSending ? "Uploading..." : isSeveral ? `Upload ${formatFiles(ready)}` : "Upload Resource"}
              </Button>
            )}
            <ButtonLink to="/resources" variant="outline">
              Cancel
            </ButtonLink>
          </>
        )}
      </div>
    </form>
  );
}

/** Handles a file dropped anywhere on a form as if it were chosen in the field of this name. */
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
 * Whether this document's Content-Security-Policy allows a frame with the chosen file. The policy belongs to the
 * document, so after a client navigation the page is reloaded once, before anything is typed.
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

/** The file chosen for an upload: its name, its size and a preview if it is a PDF. */
function ChosenFile({ file }: { file: File }) {
  const [previewUrl, setPreviewUrl] = useState<string | null>(null);
  const type = getFileType(file.name);
  useEffect(() => {
    // The type is set explicitly, so that the frame can only ever show a PDF.
    const url = type === "pdf" ? URL.createObjectURL(file.slice(0, file.size, "application/pdf")) : null;
    setPreviewUrl(url);
    return () => {
      if (url) URL.revokeObjectURL(url);
    };
  }, [file, type]);
  return (
    <div className={styles.chosen}>
      <p>
        <b>{file.name}</b> <span className={quiet}>{formatFileSize(file.size)}</span>
      </p>
      {previewUrl && (
        <iframe
          className={styles.frame}
          src={`${previewUrl}#navpanes=0&view=FitH`}
          title={`Preview of ${file.name}`}
        />
      )}
    </div>
  );
}
