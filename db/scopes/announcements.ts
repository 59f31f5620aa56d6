import { type SQL, sql } from "drizzle-orm";

/** On `announcements`: whether it is shown on a day, `YYYY-MM-DD`. */
export const isCurrent = (day: string): SQL =>
  sql`(announcements.taken_back_at is null and announcements.until >= ${day})`;

/** Whether a member may announce to a batch, or to all if it is null. @param batchYear a value or a column */
export const mayAnnounceTo = (memberId: number, batchYear: number | null | SQL): SQL =>
  sql`exists (select 1 from users as announcer where announcer.id = ${memberId} and announcer.status = 'active'
    and (announcer.is_admin = 1 or announcer.announcer_batch = ${batchYear}))`;

/** On `announcements`: whether a member may announce to its audience, and therefore sees its count. */
export const isAnnouncerThere = (memberId: number): SQL =>
  mayAnnounceTo(memberId, sql.raw("announcements.batch_year"));

export const mayTakeBack = (memberId: number): SQL =>
  sql`(announcements.user_id = ${memberId} or ${isAnnouncerThere(memberId)})`;

/** On `announcements`: whether it is for a member who doesn't block its author, or for an audience they may announce to. */
export const isForReader = (memberId: number): SQL =>
  sql`((${isAddressedTo(memberId)} and not exists (select 1 from blocks
      where blocker_id = ${memberId} and blocked_id = announcements.user_id))
    or ${mayTakeBack(memberId)})`;

/** On `announcements`: whether it is for all, or for a member's batch. */
export const isAddressedTo = (memberId: number): SQL =>
  sql`(announcements.batch_year is null
    or announcements.batch_year = (select mate.batch_year from users as mate where mate.id = ${memberId}))`;
