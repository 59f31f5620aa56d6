/** Adds the page to return to, if any, to a local link. */
export function linkWithReturn(path: string, redirectTo: string | null, more = ""): string {
  if (!redirectTo) return path;
  return `${path}?redirectTo=${encodeURIComponent(redirectTo)}${more && `&${more}`}`;
}
