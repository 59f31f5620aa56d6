import { z } from "zod";
import { queryText } from "./fields.ts";

/** A batch in an address: its year, and 0 for members without one. Anything else counts as absent. */
const batch = () =>
  queryText(4).transform((text) => (text && /^(0|\d{4})$/.test(text) ? Number(text) : undefined));

/** Where a batch continues: after the member with this name and id, sent as `<id>.<name>`. */
const position = queryText(300).transform((text) => {
  const [, id, name] = /^(\d{1,15})\.(.*)$/.exec(text ?? "") ?? [];
  return id === undefined || name === undefined ? undefined : { id: Number(id), name };
});

/** The query of `/qa-threads`. `after` continues one batch, `before` the list of batches. */
export const directoryQuerySchema = z.object({
  search: queryText(100),
  batch: batch(),
  before: batch(),
  after: position,
});
