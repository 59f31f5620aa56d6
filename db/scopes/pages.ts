/** Cuts a page from its rows, of which one more was read. `last` is the row that the next page follows, if there is one. */
export function cutPage<Row>(rows: Row[], pageSize: number): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, pageSize);
  return { page, last: rows.length > pageSize ? page.at(-1) : undefined };
}

/** A list in the order of a moment continues after this row. In addresses it is `<moment>-<id>`. */
export interface Position {
  moment: number;
  id: number;
}

export function readPosition(text: string | null): Position | undefined {
  const [, moment, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? "") ?? [];
  return id === undefined ? undefined : { moment: Number(moment), id: Number(id) };
}
