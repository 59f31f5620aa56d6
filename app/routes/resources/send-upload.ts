/** What became of a form that was sent: where to go, or what to say. */
export type UploadResult =
  | { shared: { id: string; slug: string } }
  | { refused: { status: number; message: string | null; errors: Record<string, string[]> } };

/**
 * Sends an upload and tells how far it is: fetch can not say that yet.
 * @param onProgress gets the part that is sent, from 0 to 1
 * @throws when the connection breaks or `signal` ends it
 */
export function sendUpload(
  form: FormData,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/resources");
    request.responseType = "json";
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(parseResponse(request.status, request.response));
    request.onerror = request.onabort = request.ontimeout = () => reject(new Error("the connection broke"));
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

interface UploadResponse {
  data?: { id: string; category?: { slug?: string } };
  message?: string;
  errors?: Record<string, string[]>;
}

function parseResponse(status: number, answer: UploadResponse | null): UploadResult {
  if (status === 201 && answer?.data) {
    return { shared: { id: answer.data.id, slug: answer.data.category?.slug ?? "academics-notes" } };
  }
  return { refused: { status, message: answer?.message ?? null, errors: answer?.errors ?? {} } };
}
