import { type SQL, sql } from "drizzle-orm";
import { dayMs } from "#app/platform/time/durations.ts";
import { today } from "#app/platform/time/time.server.ts";
import { freePlaces, isBlockBetween } from "#db/scopes/mentoring.ts";
import { isMutedNow } from "#db/scopes/mutes.ts";
import { mentoringTexts } from "./texts.ts";

/** After this time an unanswered request lapses. */
export const lapsesAfterMs = 14 * dayMs;
const maxOpen = 3;
const maxAMonth = 10;
const monthMs = 30 * dayMs;

/**
 * Conditions on `users` under which a member may ask one of them, each with its sentence. The sentence of the first
 * that fails is shown. These rules are independent of rate limits.
 */
export function askingRules(viewerId: number, now: number): { sentence: string; holds: SQL }[] {
  const viewer = sql`${viewerId}`;
  const ofViewer = sql`select 1 from mentorings as own where own.mentee_id = ${viewerId}`;
  return [
    {
      sentence: mentoringTexts.notOpen,
      holds: sql`(users.mentoring_places is not null and not ${isMutedNow("users", now)}
        and exists (select 1 from user_topics where user_id = users.id)
        and not ${isBlockBetween(sql`users.id`, viewer)})`,
    },
    {
      sentence: mentoringTexts.openAlready,
      holds: sql`not exists (${ofViewer} and own.mentor_id = users.id and own.state in ('asked', 'accepted'))`,
    },
    {
      sentence: mentoringTexts.notNow,
      holds: sql`(users.not_now_until is null or users.not_now_until <= ${today(now)})`,
    },
    { sentence: mentoringTexts.full, holds: sql`${freePlaces(now)} > 0` },
    {
      sentence: mentoringTexts.threeOpen,
      holds: sql`not exists (${ofViewer} and own.state = 'asked' limit 1 offset ${maxOpen - 1})`,
    },
    {
      sentence: mentoringTexts.tenThisMonth,
      holds: sql`not exists (${ofViewer} and own.asked_at > ${now - monthMs} limit 1 offset ${maxAMonth - 1})`,
    },
  ];
}

/** On `users`: whether they offer a topic. */
export const offersTopic = (
  topic: string,
) => sql`exists (select 1 from user_topics join tags on tags.id = tag_id
  where user_id = users.id and tags.name = ${topic})`;
