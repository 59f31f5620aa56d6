import { type ClientLoaderFunctionArgs, isRouteErrorResponse } from "react-router";

export async function loadWithFallback<T, F>(load: () => Promise<T>, fallback: F): Promise<T | F> {
  try {
    return await load();
  } catch (error) {
    if (isForTheRouter(error)) throw error;
    return fallback;
  }
}

/** A route's `clientLoader`. Its type has only what it adds: React Router adds the type of the server's loader. */
export const withFallback =
  <Fallback>(fallback: (request: Request) => Fallback) =>
  ({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<Fallback> =>
    loadWithFallback(() => serverLoader() as Promise<Fallback>, fallback(request));

export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Browsers have no code for it: Chrome and Edge, Firefox, Safari, and React Router for half a response.
  return /failed to fetch|networkerror|network error|load failed|connection was lost|unable to decode/i.test(
    error.message,
  );
}

export const isLoginRedirect = (error: unknown): boolean =>
  error instanceof Response && (error.headers.get("Location") ?? "").startsWith("/login?redirectTo=");

/** Whether to rethrow an error: a redirect, a refusal below 500 other than 413, or a cancelled request. */
export function isForTheRouter(error: unknown): boolean {
  if (error instanceof Response) return error.status < 500;
  if (isRouteErrorResponse(error)) return error.status < 500 && error.status !== 413;
  return error instanceof DOMException && error.name === "AbortError";
}
