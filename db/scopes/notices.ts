import { type AnyColumn, and, isNull, notInArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import { notices } from "../schema/notices.ts";
import { areaPages, isAnonymousKind, mailOnlyKinds, thankedKinds } from "../vocabulary.ts";
import { isVisibleJob } from "./jobs.ts";
import { isReadableThanks, thankedId } from "./thanks.ts";

const mayRead = sql.raw(`(about.hidden_at is null or about.author_id = notices.user_id
  or exists (select 1 from question_aliases as own where own.alias = about.alias and own.user_id = notices.user_id)
  or exists (select 1 from users as reader where reader.id = notices.user_id and reader.is_admin = 1))`);

const readableThanks = thankedKinds.map(
  (kind) => sql`when ${sql.raw(`'${kind}'`)} then exists (select 1 from thanks as given
    where given.${sql.raw(kind)}_id = ${thankedId(kind)} and ${isReadableThanks("given", sql`notices.user_id`)})`,
);
const isOfUnreadableThanks = sql`(not case notices.facts ->> 'what' ${sql.join(readableThanks, sql` `)} else 0 end
  or (notices.count = 1 and exists (select 1 from blocks
    where blocker_id = notices.user_id and blocked_id = notices.actor_id))
  or (notices.facts ->> 'what' in ('answer', 'comment') and not exists (select 1 from questions as about
    where about.id = cast(notices.facts ->> 'question' as integer) and ${mayRead})))`;

/** On `notices`: it links to the page of a job that reports have hidden from its reader, or to a part of it. */
const isOfHiddenJob = sql`(notices.url like '/jobs/%' and exists (select 1 from jobs as about
  where about.id = cast(substr(notices.url, length('/jobs/') + 1) as integer)
    and not ${isVisibleJob(sql`notices.user_id`, "about")}))`;

/** On `notices`: it quotes the title of something deleted, or hidden from its reader. */
export const isOfHidden = sql<boolean>`(${isOfHiddenJob} or case
  when notices.kind in ('question-answered', 'question-commented', 'answer-accepted', 'question-asked-you')
    then not exists (select 1 from questions as about where about.id = cast(notices.subject as integer) and ${mayRead})
  when notices.kind = 'announcement' then not exists (select 1 from announcements as about
    where about.id = cast(notices.subject as integer) and about.taken_back_at is null)
  when notices.kind = 'thanks' then ${isOfUnreadableThanks}
  when notices.kind = 'saved-search' and notices.count = 1 and notices.facts ->> 'id' is not null then
    iif(notices.url like '/jobs%',
      not exists (select 1 from jobs as about where about.id = cast(notices.facts ->> 'id' as integer)
        and ${isVisibleJob(sql`notices.user_id`, "about")}),
      not exists (select 1 from questions as about
        where about.id = cast(notices.facts ->> 'id' as integer) and ${mayRead}))
  else 0 end)`;

const isOwnAlias = sql.raw(
  `about.alias in (select own.alias from question_aliases as own where own.user_id = notices.user_id)`,
);
const hasAliasIn = sql.join(
  ["question_follows", "answers", "comments"].map(
    (table) => sql`exists (select 1 from ${sql.raw(table)} as about
      where about.question_id = cast(notices.subject as integer) and ${isOwnAlias})`,
  ),
  sql` or `,
);
const isForAnonymousGift = sql.join(
  thankedKinds.filter(isAnonymousKind).map(
    (kind) => sql`(notices.facts ->> 'what' = ${sql.raw(`'${kind}'`)} and not exists (select 1
      from ${sql.raw(`${kind}s`)} as about where about.id = ${thankedId(kind)} and about.author_id is not null))`,
  ),
  sql` or `,
);

/**
 * On `notices`: it links its reader to an anonymous post, or might, because the post is gone. Hidden from programs whose
 * token has scopes.
 */
export const isOfAnonymous = sql<boolean>`(case notices.kind
  when 'thanks' then ${isForAnonymousGift}
  when 'post-hidden' then notices.facts ->> 'what' in ('question', 'answer', 'comment', 'experience', 'message', 'line of thanks')
  when 'post-muted' then coalesce(notices.facts ->> 'what' = 'anonymous', 0)
  else notices.kind in ('question-answered', 'question-commented', 'answer-accepted')
    and (exists (select 1 from questions as about where about.id = cast(notices.subject as integer) and ${isOwnAlias})
      or ${hasAliasIn}) end)`;

const noticesOfArea = Object.entries(areaPages).map(([area, page]) => `when '${area}' then '${page}%'`);

/** On `notices`: an administrator has switched its area off. */
export const isOfOffArea = sql.raw(`exists (select 1 from site_settings as setting
  cross join json_each(setting.content) as off
  where setting.name = 'offAreas' and notices.url like case off.value ${noticesOfArea.join(" ")} end)`);

/** On `notices`: the page of notices lists it and the header counts it. */
export const isShownNotice = and(
  notInArray(notices.kind, [...mailOnlyKinds]),
  sql`not ${isOfHidden}`,
  sql`not ${isOfOffArea}`,
);

export const isUnreadOf = (userId: number | Placeholder | AnyColumn | SQL) =>
  and(sql`${notices.userId} = ${userId}`, isNull(notices.readAt));

/** Unread notices are counted up to this number. */
const maxCounted = 1_000;

/** The number of unread notices that the header shows. */
export const unreadCount = (userId: Placeholder | AnyColumn | SQL) =>
  sql<number>`(select count(*) from (select 1 from ${notices}
    where ${isUnreadOf(userId)} and ${isShownNotice} limit ${sql.raw(String(maxCounted))}))`;

/** What a page's header shows of its reader's notices, and whether any is unread, shown or not. */
export const unreadColumns = (userId: AnyColumn) => ({
  unreadNotices: unreadCount(userId),
  hasUnread: sql`exists (select 1 from ${notices} where ${isUnreadOf(userId)})`.mapWith(Boolean),
});
