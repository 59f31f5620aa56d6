/** Cuts a page from rows of which one more was read. The next page, if there is one, follows `last`. */
export function cutPage<Row>(rows: Row[], pageSize: number): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, pageSize);
  return { page, last: rows.length > pageSize ? page.at(-1) : undefined };
}

export interface Position {
  moment: number;
  id: number;
}

export function readPosition(text: string | null): Position | undefined {
  const [, moment, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? "") ?? [];
  return id === undefined ? undefined : { moment: Number(moment), id: Number(id) };
}
