import { type SQL, sql } from "drizzle-orm";
import type { ThankedKind } from "../vocabulary.ts";

/** What a member said when they gave thanks. */
export interface OwnThanks {
  line: string | null;
  withName: boolean;
}

/** What a reader said of a thing of the outer table, or null. @param userId 0 for a guest */
export const ownThanks = (kind: ThankedKind, userId: number): SQL<OwnThanks | null> =>
  sql<OwnThanks | null>`(select json_object('line', own.line, 'withName', json(iif(own.is_named, 'true', 'false')))
    from thanks as own where ${sql.raw(`own.${kind}_id = ${kind}s.id`)} and own.user_id = ${userId})`.mapWith(
    (value: unknown) => (value === null ? null : (JSON.parse(String(value)) as OwnThanks)),
  ) as SQL<OwnThanks | null>;
