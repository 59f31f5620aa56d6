import { partBytes } from "#app/device/file-parts.ts";
import { maxFailures, type PartsProgress, retryMs, sendParts } from "./send-parts.ts";

interface UploadFailure {
  status: number;
  message: string | null;
  errors: Record<string, string[]>;
}
/** The choices of an upload, to offer for the next one. */
export interface UploadedChoices {
  slug: string;
  year: number | null;
  resourceType: string | null;
  courseCode: string | null;
  eventId: string | null;
}
interface Created extends UploadedChoices {
  id: string;
  title: string;
  message: string;
}
export type UploadResult = { created: Created } | { failure: UploadFailure };

/**
 * Sends an upload and reports its progress. A large file is sent in parts first, if the browser can hash it.
 * @param key its `Idempotency-Key`, which allows retries for ten minutes if the connection breaks
 * @throws if the connection breaks or `signal` aborts
 */
export async function sendUpload(
  form: FormData,
  progress: PartsProgress,
  signal: AbortSignal,
  key?: string,
): Promise<UploadResult> {
  const file = form.get("file");
  if (!(file instanceof File) || file.size <= partBytes || !("subtle" in crypto))
    return sendAgain(form, progress, signal, key);
  const sent = await sendParts(file, progress, signal);
  if (typeof sent !== "string") return parseResponse(sent.redirected ? 401 : sent.status, await sent.text());
  form.delete("file");
  form.set("sha256", sent);
  form.set("fileName", file.name);
  return sendAgain(form, { ...progress, onProgress: () => {} }, signal, key);
}

async function sendAgain(
  form: FormData,
  { onProgress, onPause }: PartsProgress,
  signal: AbortSignal,
  key: string | undefined,
): Promise<UploadResult> {
  for (let failures = 0; ; failures++) {
    try {
      const result = await sendForm(form, onProgress, signal, key);
      onPause(false);
      // The server is still processing the first attempt.
      const isRunning = "failure" in result && result.failure.status === 409;
      if (!key || !isRunning || failures >= maxFailures) return result;
    } catch (error) {
      if (!key || signal.aborted || failures >= maxFailures) throw error;
      onPause(true);
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** `fetch` cannot report progress yet. */
function sendForm(
  form: FormData,
  onProgress: (part: number) => void,
  signal: AbortSignal,
  key: string | undefined,
): Promise<UploadResult> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/resources");
    request.setRequestHeader("Accept", "application/json");
    if (key) request.setRequestHeader("Idempotency-Key", key);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(parseResponse(request.status, request.responseText));
    request.onerror = request.onabort = request.ontimeout = () => reject(new Error("the connection broke"));
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

/** Parsed by hand, because zod is not loaded in the browser. A proxy's error may have any form. */
function parseResponse(status: number, text: string): UploadResult {
  const body = parseJson(text);
  const message = typeof body.message === "string" ? body.message : null;
  if (status === 201 && message) {
    const data = readObject(body, "data");
    const { slug } = readObject(data, "category");
    const { year, resourceType, courseCode, eventId } = data;
    return {
      created: {
        message,
        id: String(data.id),
        title: String(data.title),
        slug: typeof slug === "string" ? slug : "academics-notes",
        year: typeof year === "number" ? year : null,
        resourceType: typeof resourceType === "string" ? resourceType : null,
        courseCode: typeof courseCode === "string" ? courseCode : null,
        eventId: typeof eventId === "string" ? eventId : null,
      },
    };
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
