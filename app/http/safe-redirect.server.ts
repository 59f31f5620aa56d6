const base = "http://own.invalid";
const maxLength = 2_000;

/**
 * A path of our own to redirect to, or "/". Browsers read `//host` and `/\host` as other sites, and an address such as
 * `/.//host` becomes one of these only when it is resolved: so the resolved path is checked, as a browser resolves it.
 */
export function safeRedirect(redirectTo: string | null): string {
  if (!redirectTo?.startsWith("/") || redirectTo.length > maxLength) return "/";
  const url = URL.parse(redirectTo, base);
  if (url?.origin !== base) return "/";
  const path = url.pathname + url.search + url.hash;
  return URL.parse(path, base)?.href === url.href ? path : "/";
}
