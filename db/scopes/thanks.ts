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

/** The subjects of the thanks in `given` that show the thanked member as their author. */
export const visibleSubjects = (receiverId: number): SQL => sql`
  left join answers on answers.id = given.answer_id and answers.author_id = ${receiverId} and answers.hidden_at is null
  left join comments on comments.id = given.comment_id and comments.author_id = ${receiverId} and comments.hidden_at is null
  left join answers as above on above.id = comments.answer_id
  left join questions on questions.id = coalesce(answers.question_id, comments.question_id)
  left join resources on resources.id = given.resource_id and resources.user_id = ${receiverId}
  left join events on events.id = given.event_id and events.organizer_id = ${receiverId}`;

/** Whether what thanks are about can be read by every member. */
export const isVisibleSubject = sql`(above.hidden_at is null and questions.hidden_at is null and questions.merged_into is null
  and coalesce(answers.id, comments.id, resources.id, events.id) is not null)`;
