import { hashFile, partBytes } from "#app/device/file-parts.ts";

export const retryMs = 3_000;
/** Ten minutes without a connection. */
export const maxFailures = 200;

export interface PartsProgress {
  /** Receives the fraction that has arrived, from 0 to 1. */
  onProgress: (part: number) => void;
  /** Receives whether the connection is lost. */
  onPause: (isPaused: boolean) => void;
}

/**
 * Sends a file in parts and resumes after an interruption, even if the tab was closed.
 * @returns the file's SHA-256 in hex, or the response that refuses it
 * @throws if the connection does not return, or `signal` aborts
 */
export async function sendParts(
  file: File,
  { onProgress, onPause }: PartsProgress,
  signal: AbortSignal,
): Promise<string | Response> {
  const sha256 = await hashFile(file);
  let arrived: number | null = null;
  for (let failures = 0; arrived !== file.size; ) {
    try {
      const response = await sendPart(`/resources/parts/${sha256}`, file, arrived, signal);
      if (response.redirected || (response.status >= 400 && response.status < 500)) return response;
      arrived = ((await response.json()) as { arrived: number }).arrived;
      failures = 0;
      onPause(false);
      onProgress(arrived / file.size);
    } catch (error) {
      failures += 1;
      if (signal.aborted || failures > maxFailures) throw error;
      arrived = null;
      onPause(true);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
  return sha256;
}

/** Requests how much has arrived if `arrived` is null, else sends the next part. */
function sendPart(url: string, file: File, arrived: number | null, signal: AbortSignal): Promise<Response> {
  if (arrived === null) return fetch(url, { signal });
  const body = new FormData();
  body.append("part", file.slice(arrived, arrived + partBytes));
  return fetch(`${url}?at=${arrived}`, { method: "POST", body, signal });
}
