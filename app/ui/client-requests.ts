import { isRouteErrorResponse } from "react-router";

// For `clientLoader` and `clientAction`: what a page does when the browser cannot reach the server, or the server
// fails. Redirects, refusals below 500 other than 413, and requests that the router itself cancelled go on as they are.

/** Runs a route's server loader; returns `fallback` when the server is out of reach or fails. */
export async function loadOr<T, F>(load: () => Promise<T>, fallback: F): Promise<T | F> {
  try {
    return await load();
  } catch (error) {
    if (isForTheRouter(error)) throw error;
    return fallback;
  }
}

/**
 * Runs a route's server action; returns `failed` when the server is out of reach or fails, so that the form stays
 * on the screen with what was typed. A session that has ended elsewhere is a failure too: `failed` gets "login".
 */
export async function submitOr<T, F>(
  submit: () => Promise<T>,
  failed: (reason: "unreachable" | "login") => F,
): Promise<T | F> {
  try {
    return await submit();
  } catch (error) {
    if (isLoginRedirect(error)) return failed("login");
    if (isForTheRouter(error)) throw error;
    return failed("unreachable");
  }
}

const isLoginRedirect = (error: unknown): boolean =>
  error instanceof Response && (error.headers.get("Location") ?? "").startsWith("/login?redirectTo=");

function isForTheRouter(error: unknown): boolean {
  if (error instanceof Response) return error.status < 500;
  if (isRouteErrorResponse(error)) return error.status < 500 && error.status !== 413;
  return error instanceof DOMException && error.name === "AbortError";
}
