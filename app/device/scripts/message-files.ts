// A message's files: which are accepted, local storage, and upload. Loaded when the first file is added.

import { hashFile, partBytes } from "../file-parts.ts";
import { outboxDatabase } from "../names.ts";

/** Why nothing was uploaded, as `SendOutcome` of `app/messages/chat/outbox.ts`. */
export type UploadFailure =
  | { type: "failed"; error: string; delivered: false }
  | { type: "limited"; waitMs: number }
  | { type: "unreachable" }
  | { type: "loggedOut" };

const maxFiles = 4;
const maxBytes = 10 * 1024 * 1024;
const timeoutMs = 180_000;

/** Returns why files cannot be sent with others, or null. The server checks again. */
export function checkFiles(files: File[], others: number, isAnonymous: boolean): string | null {
  if (files.length + others > maxFiles) return "A message takes at most 4 files.";
  if (files.some(({ size }) => size > maxBytes)) return "A file in a message has at most 10MB.";
  if (files.some(({ size }) => size === 0)) return "The file is empty.";
  if (isAnonymous && files.some(({ type }) => !/^image\/|^text\/plain$/.test(type)))
    return "In an anonymous conversation send pictures or plain text: other files can say who made them.";
  return null;
}

// Unsent files are stored in IndexedDB by the message's `tempId`. A log-out, or another member's first page, deletes
// all of them.

const settle = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function run<Result>(act: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const opening = indexedDB.open(outboxDatabase, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("files");
  const database = await settle(opening);
  try {
    return await settle(act(database.transaction("files", "readwrite").objectStore("files")));
  } finally {
    database.close();
  }
}

/** If the device is full, the files exist only in this tab. */
export const storeFiles = (tempId: string, files: File[]) =>
  run((store) => store.put(files, tempId)).catch(() => {});
export const readFiles = async (tempId: string): Promise<File[]> =>
  (await run((store) => store.get(tempId)).catch(() => null)) ?? [];
export const removeFiles = (tempId: string) => run((store) => store.delete(tempId)).catch(() => {});

/**
 * Uploads each file once, however often it is tried. Returns their ids in order, or the outcome of the first that
 * failed.
 */
export async function uploadFiles(tempId: string, files: File[]): Promise<string[] | UploadFailure> {
  if (files.length === 0) return failed("A file isn't here any more. Choose it again.");
  const ids: string[] = [];
  for (const [index, file] of files.entries()) {
    const outcome = await uploadFile(`${tempId}-${index}`, file).catch(() => ({
      type: "unreachable" as const,
    }));
    if ("type" in outcome) return outcome;
    ids.push(outcome.id);
  }
  return ids;
}

const failed = (error: string): UploadFailure => ({ type: "failed", error, delivered: false });

async function uploadFile(key: string, file: File): Promise<{ id: string } | UploadFailure> {
  const form = new FormData();
  if (isSecureContext && file.size > partBytes) {
    const sha256 = await sendParts(file);
    if (typeof sha256 !== "string") return sha256;
    form.append("sha256", sha256);
    form.append("fileName", file.name);
  } else {
    form.append("file", file, file.name);
  }
  const response = await fetch("/api/uploads?for=message", {
    method: "POST",
    headers: { "Idempotency-Key": key },
    body: form,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return response.ok ? response.json() : refusal(response);
}

/** Uploads in parts and resumes after the last one that arrived. */
async function sendParts(file: File): Promise<string | UploadFailure> {
  const sha256 = await hashFile(file);
  const address = `/resources/parts/${sha256}`;
  let response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  for (;;) {
    if (response.redirected) return { type: "loggedOut" };
    if (!response.ok) return refusal(response);
    const { arrived } = await response.json();
    if (arrived === file.size) return sha256;
    const body = new FormData();
    body.append("part", file.slice(arrived, arrived + partBytes));
    response = await fetch(`${address}?at=${arrived}`, {
      method: "POST",
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
}

/**
 * Classifies a refusal as `postText` in `app/messages/chat/outbox.ts` does. An earlier attempt may still be running
 * under the same key.
 */
async function refusal(response: Response): Promise<UploadFailure> {
  const { status, headers } = response;
  if (status === 401) return { type: "loggedOut" };
  if (status === 429 || status === 409)
    return { type: "limited", waitMs: 1_000 * Math.max(3, Number(headers.get("Retry-After")) || 0) };
  if (!headers.get("Content-Type")?.startsWith("application/problem+json")) return { type: "unreachable" };
  return failed((await response.json()).detail);
}
