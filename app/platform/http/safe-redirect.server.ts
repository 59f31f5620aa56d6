const base = "http://own.invalid";
const maxLength = 2_000;

/** Checks the resolved path, as a browser does: `//host`, `/\host` and `/.//host` are other sites. */
export function safeRedirect(redirectTo: string | null): string {
  if (!redirectTo?.startsWith("/") || redirectTo.length > maxLength) return "/";
  const url = URL.parse(redirectTo, base);
  if (url?.origin !== base) return "/";
  const path = url.pathname + url.search + url.hash;
  return URL.parse(path, base)?.href === url.href ? path : "/";
}
