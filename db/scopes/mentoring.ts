import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { mentorings } from "../schema/people.ts";
import { users } from "../schema/users.ts";
import type { MentoringKind, MentoringState } from "../vocabulary.ts";
import { isMutedNow } from "./mutes.ts";

/** On `users`: free mentoring places, at most five; null if the member does not mentor or is muted. */
export const freePlaces = (now: number | Placeholder = Date.now()) =>
  sql<number | null>`iif(${isMutedNow("users", now)}, null, max(0, users.mentoring_places -
    (select count(*) from (select 1 from mentorings as taken
      where taken.mentor_id = users.id and taken.state = 'accepted' limit 5))))`;

/** On `users`: how many members they mentor or have mentored, among 1,000 rows; null unless they show it. */
export const mentoredCount = sql<number | null>`case when ${users.showsMentored} = 1 then
  (select count(distinct mentee_id) from (select given.mentee_id from mentorings as given
    where given.mentor_id = users.id and given.state in ('accepted', 'ended') and given.answered_at is not null
    limit 1000)) end`;

/** Whether either member blocks the other. Takes expressions for the ids. */
export const isBlockBetween = (a: SQL, b: SQL) => sql`exists (select 1 from blocks
  where (blocker_id = ${a} and blocked_id = ${b}) or (blocker_id = ${b} and blocked_id = ${a}))`;

/** On `mentorings`: the latest activity, which is its acceptance or a named message between the two. */
export const lastSign = sql<number>`max(mentorings.answered_at, coalesce((select sent_at from messages
  where conversation_id = (select id from conversations where alias is null
    and a_id = min(mentorings.mentor_id, mentorings.mentee_id)
    and b_id = max(mentorings.mentor_id, mentorings.mentee_id))
  order by id desc limit 1), 0))`;

type Side = typeof mentorings.mentorId | typeof mentorings.menteeId;
const both: Side[] = [mentorings.mentorId, mentorings.menteeId];
const lists: Record<MentoringKind, { sides: Side[]; states: MentoringState[] }> = {
  asked: { sides: [mentorings.menteeId], states: ["asked"] },
  received: { sides: [mentorings.mentorId], states: ["asked"] },
  current: { sides: both, states: ["accepted"] },
  past: { sides: both, states: ["declined", "lapsed", "ended"] },
};

/** Ids of a member's newest mentorings in one list or all. Walks along one index per side and state. */
export function mentoringIds(
  viewerId: number,
  { kind, before, limit }: { kind?: MentoringKind | undefined; before: number; limit: number },
): SQL {
  const chosen = kind ? [lists[kind]] : Object.values(lists);
  const walks = chosen.flatMap(({ sides, states }) =>
    sides.flatMap((side) =>
      states.map(
        (state) => sql`select id from (select ${mentorings.id} as id from ${mentorings}
          where ${side} = ${viewerId} and ${mentorings.state} = ${state} and ${mentorings.id} < ${before}
          order by ${mentorings.id} desc limit ${limit})`,
      ),
    ),
  );
  return sql.join(walks, sql` union all `);
}
