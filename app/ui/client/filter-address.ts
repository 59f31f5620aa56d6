type FilterValue = string | number | boolean | readonly string[] | undefined;

/** The address of a list with a filter and a cursor. Leaves out empty parameters and keeps the order of the others. */
export function filterHref(path: string, values: Readonly<Record<string, FilterValue>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const each of [value ?? []].flat())
      if (each !== "" && each !== false) query.append(name, String(each));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A form without scripts also submits its empty fields. */
export const hasEmptyParts = (query: URLSearchParams): boolean =>
  [...query.values()].some((value) => value.trim() === "");

/** A filter's values as the texts of its form's fields, empty if absent. */
export const fieldTexts = <Name extends string>(
  names: readonly Name[],
  read: (name: Name) => string | number | null | undefined,
) => Object.fromEntries(names.map((name) => [name, String(read(name) ?? "").trim()])) as Record<Name, string>;

/** How many hits of a search its filters hide, as text, or null. Both counts stop at `max`. */
export function describeHidden(all: number, shown: number, max: number): string | null {
  const hidden = Math.min(all, max) - Math.min(shown, max);
  return hidden > 0 ? `${hidden.toLocaleString("en-IN")}${all > max ? "+" : ""}` : null;
}
