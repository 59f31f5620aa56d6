export const responseTimeoutMs = 10_000;

/** Fetches JSON from our own server. Returns null if that fails or redirects to the log-in. */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T | null> {
  const timeout = AbortSignal.timeout(responseTimeoutMs);
  try {
    const response = await fetch(path, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    return response.ok && !response.redirected ? await response.json() : null;
  } catch {
    return null;
  }
}
