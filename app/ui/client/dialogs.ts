import type { ShouldRevalidateFunctionArgs } from "react-router";

/** The `shouldRevalidate` of a page with dialogs over it: its data does not depend on them. */
export function skipUnderDialog({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isDialogOnly = currentUrl.pathname !== nextUrl.pathname && currentUrl.search === nextUrl.search;
  return formMethod === undefined && isDialogOnly ? false : defaultShouldRevalidate;
}
