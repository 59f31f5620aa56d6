import { useRef, useState } from "react";
import { maxUploadFiles, offerTitle, resourceTexts } from "../rules.ts";
import { sendUpload, type UploadedChoices } from "./send-upload.ts";
import { checkFile, reasonOf } from "./upload-fields.ts";
import { useAbortSignal } from "./use-upload.ts";

/** One of several files that are sent in turn. */
export interface UploadRow {
  /** Used as the `Idempotency-Key` as well. */
  key: string;
  file: File;
  /** The suggested title. */
  title: string;
  state: "ready" | "sending" | "shared" | "refused";
  /** Whether a retry could succeed. */
  canRetry: boolean;
  /** From 0 to 1. */
  progress: number;
  isPaused: boolean;
  reason: string | null;
  href: string | null;
}

const commonFields = [
  ...["categoryId", "year", "resourceType", "courseCode", "paperYear", "exam"],
  ...["description", "eventId"],
];
export const rowField = (name: string, key: string): string => `${name}-${key}`;

/** Sends a form's files in turn, each with its own field values or the form's. */
export function useUploadRows() {
  const [rows, setRows] = useState<readonly UploadRow[]>([]);
  const [isCut, setIsCut] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [choices, setChoices] = useState<UploadedChoices | null>(null);
  const current = useRef(rows);
  const signal = useAbortSignal();
  const set = (changed: readonly UploadRow[]) => {
    current.current = changed;
    setRows(changed);
  };
  const change = (key: string, changes: Partial<UploadRow>) =>
    set(current.current.map((row) => (row.key === key ? { ...row, ...changes } : row)));

  function add(files: readonly File[], titleBefore: string): void {
    const room = maxUploadFiles - current.current.length;
    setIsCut(files.length > room);
    const added = files.slice(0, room).map((file): UploadRow => {
      const reason = checkFile(file);
      const state = reason ? "refused" : "ready";
      const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
      const title = offerTitle(file.name, titleBefore);
      return { key, file, title, state, canRetry: !reason, progress: 0, isPaused: false, reason, href: null };
    });
    set([...current.current, ...added]);
  }

  const remove = (key: string) => set(current.current.filter((row) => row.key !== key));
  const clear = () => set([]);

  /** Sends the remaining files. @returns false if the session has ended, which leaves the later files waiting */
  async function send(form: HTMLFormElement): Promise<boolean> {
    if (isSending) return true;
    setIsSending(true);
    try {
      for (;;) {
        const row = current.current.find(({ state }) => state === "ready");
        if (!row || signal.current.aborted) return true;
        if (!(await sendRow(row, form))) return false;
      }
    } finally {
      setIsSending(false);
    }
  }

  async function sendRow({ key, file, ...row }: UploadRow, form: HTMLFormElement): Promise<boolean> {
    change(key, { state: "sending", progress: 0, reason: null });
    try {
      const progress = {
        onProgress: (part: number) => change(key, { progress: part }),
        onPause: (isPaused: boolean) => change(key, { isPaused }),
      };
      const body = readRow(new FormData(form), key, file, row.title);
      const result = await sendUpload(body, progress, signal.current, key);
      if ("created" in result) {
        const { id, title, message } = result.created;
        change(key, {
          state: "shared",
          title,
          isPaused: false,
          href: `/resources/${id}`,
          reason: message === resourceTexts.uploaded ? null : message,
        });
        setChoices(result.created);
        return true;
      }
      const { failure } = result;
      if (failure.status === 401) {
        change(key, { state: "ready", isPaused: false });
        return false;
      }
      const reason = reasonOf({ message: failure.message ?? resourceTexts.failed, errors: failure.errors });
      change(key, { state: "refused", isPaused: false, reason });
    } catch {
      if (!signal.current.aborted)
        change(key, { state: "refused", isPaused: false, reason: resourceTexts.failedByException });
    }
    return true;
  }

  const retry = (key: string, form: HTMLFormElement | null) => {
    change(key, { state: "ready", reason: null });
    return form ? send(form) : Promise.resolve(true);
  };

  return { rows, isCut, isSending, choices, add, remove, clear, send, retry };
}

/** Empty fields of a row get the form's value. */
function readRow(form: FormData, key: string, file: File, offered: string): FormData {
  const read = (name: string) => String(form.get(name) ?? "");
  const body = new FormData();
  body.append("title", read(rowField("title", key)).trim() || offered);
  for (const name of commonFields) body.append(name, read(rowField(name, key)) || read(name));
  body.append("file", file);
  return body;
}
