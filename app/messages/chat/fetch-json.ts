export const responseTimeoutMs = 10_000;

/** Reads one of our own addresses. Returns null when that fails, or when the response is a redirect to the log-in. */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T | null> {
  const timeout = AbortSignal.timeout(responseTimeoutMs);
  try {
    const response = await fetch(path, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    return response.ok && !response.redirected ? await response.json() : null;
  } catch {
    return null;
  }
}
