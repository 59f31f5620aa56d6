// Shared by the filter forms of pages with React (app/ui/client/use-filter-form.ts) and without (scripts/filters.ts).

const typingPauseMs = 300;

/** The query of a filter, without empty parts. */
export function readFilter(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value.trim()) query.append(name, value);
  return query;
}

/** Whether a field differs from what the server sent. On a slow connection people use filters before scripts run. */
export function isChanged(element: Element): boolean {
  if (element instanceof HTMLSelectElement) {
    const sent = [...element.options].findIndex(({ defaultSelected }) => defaultSelected);
    return element.selectedIndex !== Math.max(sent, 0);
  }
  return (
    element instanceof HTMLInputElement &&
    (element.value !== element.defaultValue || element.checked !== element.defaultChecked)
  );
}

export const isTextField = (element: EventTarget | null): boolean =>
  element instanceof HTMLInputElement && element.type !== "checkbox" && element.type !== "radio";

/** How long to wait for more before a change is sent. */
export const pauseAfter = (element: EventTarget | null): number => (isTextField(element) ? typingPauseMs : 0);
