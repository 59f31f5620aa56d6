/** The filter in the list's address. */
export interface ListAddress {
  search?: string | undefined;
  batch?: number | "alumni" | undefined;
  /** Where the list continues: of batches before this year, of a batch after `<id>.<name>`, its last member. */
  cursor?: number | string | undefined;
}

/** The address of the list, or of a dialog over it, without empty parts. */
export function listHref(address: ListAddress, path = "/qa-threads"): string {
  const query = new URLSearchParams();
  for (const name of ["search", "batch", "cursor"] as const) {
    const value = address[name];
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}
