import { type PartsProgress, partBytes, sendParts } from "./send-parts.ts";

export interface UploadFailure {
  status: number;
  message: string | null;
  errors: Record<string, string[]>;
}
export type UploadResult = { created: { slug: string; message: string } } | { failure: UploadFailure };

/**
 * Sends an upload and reports its progress: a large file in parts first, where the browser can hash it.
 * @throws when the connection breaks or `signal` aborts it
 */
export async function sendUpload(
  form: FormData,
  progress: PartsProgress,
  signal: AbortSignal,
): Promise<UploadResult> {
  const file = form.get("file");
  if (!(file instanceof File) || file.size <= partBytes || !("subtle" in crypto))
    return sendForm(form, progress.onProgress, signal);
  const sent = await sendParts(file, progress, signal);
  if (typeof sent !== "string") return parseResponse(sent.redirected ? 401 : sent.status, await sent.text());
  form.delete("file");
  form.set("sha256", sent);
  form.set("fileName", file.name);
  return sendForm(form, () => {}, signal);
}

/** `fetch` cannot report progress yet. */
function sendForm(
  form: FormData,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/resources");
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(parseResponse(request.status, request.responseText));
    request.onerror = request.onabort = request.ontimeout = () => reject(new Error("the connection broke"));
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

/** Zod stays out of the browser, so the few values are picked by hand. A proxy's error may be anything. */
function parseResponse(status: number, text: string): UploadResult {
  const body = parseJson(text);
  const message = typeof body.message === "string" ? body.message : null;
  if (status === 201 && message) {
    const { slug } = readObject(readObject(body, "data"), "category");
    return { created: { message, slug: typeof slug === "string" ? slug : "academics-notes" } };
  }
  const errors = Object.entries(readObject(body, "errors")).flatMap(([name, texts]) =>
    Array.isArray(texts) ? [[name, texts.map(String)] as const] : [],
  );
  return { failure: { status, message, errors: Object.fromEntries(errors) } };
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return {};
  }
}

const readObject = (object: Record<string, unknown>, name: string) => toObject(object[name]);

const toObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
