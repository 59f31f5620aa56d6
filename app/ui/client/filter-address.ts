type FilterValue = string | number | boolean | readonly string[] | undefined;

/** The address of a list with a filter and where it continues, without empty parts: they stand in the filter's order. */
export function filterHref(path: string, values: Readonly<Record<string, FilterValue>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const each of [value ?? []].flat())
      if (each !== "" && each !== false) query.append(name, String(each));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A form without scripts submits its empty fields too. */
export const hasEmptyParts = (query: URLSearchParams): boolean =>
  [...query.values()].some((value) => value.trim() === "");

/** A filter as its form has it: the values of `read` as texts, empty where there is none. */
export const fieldTexts = <Name extends string>(
  names: readonly Name[],
  read: (name: Name) => string | number | null | undefined,
) => Object.fromEntries(names.map((name) => [name, String(read(name) ?? "").trim()])) as Record<Name, string>;

/** How many hits of a search its filters hide, as text, or null. Both counts end after `max`. */
export function describeHidden(all: number, shown: number, max: number): string | null {
  const hidden = Math.min(all, max) - Math.min(shown, max);
  return hidden > 0 ? `${hidden.toLocaleString("en-IN")}${all > max ? "+" : ""}` : null;
}
