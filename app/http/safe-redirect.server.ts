/** A path of our own to redirect to, or "/". Browsers read `//host` and `/\host` as other sites. */
export function safeRedirect(redirectTo: string | null): string {
  if (!redirectTo?.startsWith("/")) return "/";
  const base = "http://own.invalid";
  try {
    const url = new URL(redirectTo, base);
    return url.origin === base ? url.pathname + url.search + url.hash : "/";
  } catch {
    return "/";
  }
}
