import { sql } from "drizzle-orm";

const mayRead = sql.raw(`(about.hidden_at is null or about.author_id = notices.user_id
  or exists (select 1 from question_aliases as own where own.alias = about.alias and own.user_id = notices.user_id)
  or exists (select 1 from users as reader where reader.id = notices.user_id and reader.is_admin = 1))`);

/** A condition on `notices`: it quotes the title of what is deleted, or hidden from its reader. */
export const isOfHidden = sql<boolean>`(case
  when notices.kind in ('question-answered', 'question-commented', 'answer-accepted', 'question-asked-you')
    then not exists (select 1 from questions as about where about.id = cast(notices.subject as integer) and ${mayRead})
  when notices.kind = 'announcement' then not exists (select 1 from announcements as about
    where about.id = cast(notices.subject as integer) and about.taken_back_at is null)
  when notices.kind = 'thanks' then case notices.facts ->> 'what'
    when 'resource' then not exists (select 1 from resources as about where about.id = cast(substr(notices.subject, 10) as integer))
    when 'event' then not exists (select 1 from events as about where about.id = cast(substr(notices.subject, 7) as integer))
    else not exists (select 1 from questions as about
      where about.id = cast(notices.facts ->> 'question' as integer) and ${mayRead}) end
  when notices.kind = 'saved-search' and notices.count = 1 and notices.facts ->> 'id' is not null then
    iif(notices.url like '/jobs%',
      not exists (select 1 from jobs as about where about.id = cast(notices.facts ->> 'id' as integer)),
      not exists (select 1 from questions as about
        where about.id = cast(notices.facts ->> 'id' as integer) and ${mayRead}))
  else 0 end)`;
