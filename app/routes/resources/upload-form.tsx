import type { SubmissionResult } from "@conform-to/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { acceptedTypes, resourceTexts, years } from "../../schemas/resource-rules.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { error as errorStyle, field as fieldStyle, hint, label } from "../../ui/field.css.ts";
import { Alert, Select, TextArea, TextInput } from "../../ui/field.tsx";
import { type Field, usePageForm } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ChosenFile } from "./chosen-file.tsx";
import { sendUpload } from "./send-upload.ts";
import * as styles from "./upload.css.ts";
import { accept, checkFile, formErrorsOnly, uploadTexts } from "./upload-texts.ts";

/** What conform calls the button by which it has one field checked. */
const fieldCheck = "__intent__";

interface Props {
  categories: (readonly [id: string, name: string])[];
  chosen: { categoryId: string; year: string };
  reply: SubmissionResult<string[]> | null;
}

/** The upload's form. Without scripts the browser sends it; with them it is sent with its progress in sight. */
export function UploadForm({ categories, chosen, reply }: Props) {
  const [form, fields, formProps] = usePageForm({
    id: "upload",
    lastResult: reply,
    errorTexts: uploadTexts,
    defaultValue: chosen,
    validate: (element) => {
      const file = (element.elements.namedItem("file") as HTMLInputElement | null)?.files?.[0];
      const wrong = file && checkFile(file);
      return wrong ? { file: [wrong] } : ({} as Record<string, string[]>);
    },
  });
  const [file, setFile] = useState<File | null>(null);
  const { sending, said, errors, submit, forget } = useSending();
  const fresh = useFreshDocument();
  const fieldOf = (name: keyof typeof uploadTexts): Field => {
    const { id, key, initialValue, errors: own } = fields[name];
    return { id, name, key, initialValue, errors: errors[name] ?? own };
  };
  const message = said ?? form.errors?.[0];
  return (
    <form
      method="post"
      action="/resources/upload"
      encType="multipart/form-data"
      className={styles.form}
      {...formProps}
      onInput={(event) => forget((event.target as HTMLInputElement).name)}
      onSubmit={(event) => {
        formProps.onSubmit(event);
        submit(event);
      }}
    >
      <Alert texts={message ? [message] : null} />
      <TextInput field={fieldOf("title")} label="Title" maxLength={200} required />
      <div className={styles.pair}>
        <Select
          field={fieldOf("categoryId")}
          label="Category"
          options={categories}
          empty="Choose a category"
          required
        />
        <Select
          field={fieldOf("year")}
          label="Year"
          options={years.map((year) => [String(year), `Year ${year}`] as const)}
          empty="Choose a year"
          required
        />
      </div>
      <TextArea field={fieldOf("description")} label="Description" rows={4} maxLength={5_000} />
      {/* The file comes last, so that the texts are there when it has to be refused on its way. */}
      <FileField field={fieldOf("file")} onChoose={setFile} />
      {file && fresh && <ChosenFile file={file} />}
      {sending !== null && (
        <div className={styles.progress}>
          <progress className={styles.bar} value={sending} max={1} aria-label="Uploaded so far" />
          <span>{Math.floor(sending * 100)}%</span>
        </div>
      )}
      <div className={styles.buttons}>
        <Button size="lg" loading={sending !== null}>
          {sending !== null ? "Uploading..." : "Upload Resource"}
        </Button>
        <ButtonLink to="/resources" size="lg" variant="outline">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

function FileField({ field, onChoose }: { field: Field; onChoose: (file: File | null) => void }) {
  const described = [field.errors ? `${field.id}-error` : "", `${field.id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={fieldStyle}>
      <label className={label} htmlFor={field.id}>
        File
      </label>
      <input
        id={field.id}
        className={styles.file}
        type="file"
        name="file"
        accept={accept}
        required
        aria-invalid={field.errors ? true : undefined}
        aria-describedby={described}
        onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
      />
      <p className={hint} id={`${field.id}-hint`}>
        At most 50MB: {acceptedTypes.join(", ")}
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

/** Sends the form by script once the browser's checks let it through. */
function useSending() {
  const navigate = useNavigate();
  const [sending, setSending] = useState<number | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    // Checking one field is a submission too, by a button that nobody sees.
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute("name") === fieldCheck) return;
    setErrors({});
    // Stopped by the checks: a file that is not accepted speaks for itself.
    if (event.defaultPrevented) return setSaid(anyMissing(form) ? resourceTexts.fill : null);
    event.preventDefault();
    setSaid(null);
    setSending(0);
    try {
      const sent = await sendUpload(new FormData(form), setSending, leaving.current.signal);
      if ("shared" in sent) {
        const { id, slug } = sent.shared;
        return navigate(`/resources/category/${slug}?shared=${id}`);
      }
      const { status, message, errors: wrong } = sent.refused;
      if (status === 401) return window.location.assign("/login?redirectTo=%2Fresources%2Fupload");
      setErrors(formErrorsOnly(wrong));
      setSaid(message ?? resourceTexts.failed);
    } catch {
      if (!leaving.current.signal.aborted) setSaid(`${resourceTexts.failed}. Please try again.`);
    }
    setSending(null);
  }
  /** A field that is edited has no error any more. */
  const forget = (name: string) => setErrors(({ [name]: _gone, ...rest }) => rest);
  return { sending, said, errors, submit, forget };
}

const anyMissing = (form: HTMLFormElement): boolean =>
  [...form.elements].some((element) => {
    const { required, value } = element as HTMLInputElement;
    return required && value.trim() === "";
  });

/**
 * The policy that lets a chosen file into a frame came with this page's own document. Who arrived from another page
 * without one being loaded gets it now, before anything is typed.
 */
function useFreshDocument(): boolean {
  const [fresh, setFresh] = useState(false);
  useEffect(() => {
    const [loaded] = performance.getEntriesByType("navigation");
    if (loaded && new URL(loaded.name).pathname !== window.location.pathname) window.location.reload();
    else setFresh(true);
  }, []);
  return fresh;
}
