/** Adds parameters to the address of a chat, which may already have some. */
export const appendQuery = (href: string, query: string) =>
  query === "" ? href : `${href}${href.includes("?") ? "&" : "?"}${query}`;

/** The address of a page without the target of its form. */
export function withoutTarget({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  for (const name of ["to", "id"]) query.delete(name);
  return appendQuery(pathname, String(query));
}

/** The hash of a line on the page that shows it. */
export const lineHash = (id: string): string => `#m${id}`;
