const base = "http://own.invalid";
const maxLength = 2_000;

/** Checks the path as a browser resolves it: `//host`, `/\host` and `/.//host` lead to other sites. */
export function safeRedirect(redirectTo: string | null): string {
  if (!redirectTo?.startsWith("/") || redirectTo.length > maxLength) return "/";
  const url = URL.parse(redirectTo, base);
  if (url?.origin !== base) return "/";
  const path = url.pathname + url.search + url.hash;
  return URL.parse(path, base)?.href === url.href ? path : "/";
}
