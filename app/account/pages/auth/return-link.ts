/** A link of ours that leads back to the page where its reader comes from, if they come from one. */
export function linkWithReturn(path: string, redirectTo: string | null, more = ""): string {
  if (!redirectTo) return path;
  return `${path}?redirectTo=${encodeURIComponent(redirectTo)}${more && `&${more}`}`;
}
