import type { Statement } from "./database.ts";
import { db } from "./index.ts";

type Part = Statement | readonly Statement[];
export type Parts = Record<string, Part>;

type ResultOf<S extends Statement> = Awaited<ReturnType<S["execute"]>>;
type RowOf<R> = R extends readonly (infer Row)[] ? Row : never;
export type NamedResults<P extends Parts> = {
  [Name in keyof P]: P[Name] extends readonly Statement[]
    ? RowOf<ResultOf<P[Name][number]>>[]
    : P[Name] extends Statement
      ? ResultOf<P[Name]>
      : never;
};

/**
 * Like `db.batch`, with a name for each result. Several statements under one name run in their order, and their result
 * is one list of the rows that they return.
 */
export async function namedBatch<const P extends Parts>(parts: P): Promise<NamedResults<P>> {
  const results: unknown[] = await db.batch(Object.values(parts).flat());
  const named = Object.entries(parts).map(([name, part]) => {
    if (!Array.isArray(part)) return [name, results.shift()];
    return [name, results.splice(0, part.length).filter(Array.isArray).flat()];
  });
  return Object.fromEntries(named);
}
