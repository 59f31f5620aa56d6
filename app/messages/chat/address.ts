/** Adds parameters to the address of a chat, which may have one already. */
export const appendQuery = (href: string, query: string) =>
  query === "" ? href : `${href}${href.includes("?") ? "&" : "?"}${query}`;

/** The address of a page without what the form under its lines is for. */
export function withoutTarget({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  for (const name of ["to", "id"]) query.delete(name);
  return appendQuery(pathname, String(query));
}

/** Of a line in the page that has it. */
export const lineHash = (id: string): string => `#m${id}`;
