import { type SQL, sql } from "drizzle-orm";
import { type ThankedKind, thankedKinds } from "../vocabulary.ts";

/** A member's own thanks. */
export interface OwnThanks {
  line: string | null;
  withName: boolean;
}

/** A reader's thanks for the outer table's row, or null. @param userId 0 for a guest */
export const ownThanks = (kind: ThankedKind, userId: number): SQL<OwnThanks | null> =>
  sql<OwnThanks | null>`(select json_object('line', own.line, 'withName', json(iif(own.is_named, 'true', 'false')))
    from thanks as own where ${sql.raw(`own.${kind}_id = ${kind}s.id`)} and own.user_id = ${userId})`.mapWith(
    (value: unknown) => (value === null ? null : (JSON.parse(String(value)) as OwnThanks)),
  ) as SQL<OwnThanks | null>;

/** On thanks: the item is not in the bin. @param thanks the statement's name for the table */
export const isOfLiveThing = (thanks: string): SQL => {
  const isLive = thankedKinds.map((kind) =>
    sql.raw(`exists (select 1 from ${kind}s as live where live.id = ${thanks}.${kind}_id)`),
  );
  return sql`(${sql.join(isLive, sql` or `)})`;
};

/**
 * On thanks: the receiver can read them. Unnamed ones from members whom the receiver blocks by name remain, because their
 * absence would reveal who wrote them.
 * @param thanks the statement's name for the table
 */
export const isReadableThanks = (thanks: "thanks" | "given", receiverId: number | SQL): SQL => {
  const row = sql.raw(thanks);
  return sql`(${row}.blocked_at is null and ${isOfLiveThing(thanks)} and not (${row}.is_named and exists
    (select 1 from blocks where blocker_id = ${receiverId} and blocked_id = ${row}.user_id)))`;
};

/** The line of thanks, unless an administrator hid it. */
export const readableLine = (thanks: "thanks" | "given") =>
  sql<string | null>`iif(${sql.raw(thanks)}.hidden_at is null, ${sql.raw(thanks)}.line, null)`;

/** The id of the item that a notice of thanks is about. */
export const thankedId = (kind: ThankedKind): SQL =>
  sql.raw(`cast(substr(notices.subject, ${kind.length + 2}) as integer)`);

/** The subjects of the thanks in `given` that show the thanked member as their author. */
export const visibleSubjects = (receiverId: number): SQL => sql`
  left join answers on answers.id = given.answer_id and answers.author_id = ${receiverId} and answers.hidden_at is null
  left join comments on comments.id = given.comment_id and comments.author_id = ${receiverId} and comments.hidden_at is null
  left join answers as above on above.id = comments.answer_id
  left join questions on questions.id = coalesce(answers.question_id, comments.question_id)
  left join resources on resources.id = given.resource_id and resources.user_id = ${receiverId}
  left join events on events.id = given.event_id and events.organizer_id = ${receiverId}
  left join experiences on experiences.id = given.experience_id and experiences.author_id = ${receiverId}`;

/** Whether every member can read the item that was thanked for. */
export const isVisibleSubject = sql`(above.hidden_at is null and questions.hidden_at is null and questions.merged_into is null
  and coalesce(answers.id, comments.id, resources.id, events.id, experiences.id) is not null)`;
