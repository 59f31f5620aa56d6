import type { ShouldRevalidateFunctionArgs } from "react-router";

/** The `shouldRevalidate` of a page with dialogs over it: opening or closing one does not change its data. */
export function skipUnderDialog({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isDialogOnly = currentUrl.pathname !== nextUrl.pathname && currentUrl.search === nextUrl.search;
  return formMethod === undefined && isDialogOnly ? false : defaultShouldRevalidate;
}
