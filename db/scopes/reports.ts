import { sql } from "drizzle-orm";
import { reports } from "../schema/site.ts";

export const reportTitle = sql<string | null>`case ${reports.subject}
  when 'user' then (select name from users where id = cast(${reports.subjectId} as integer))
  when 'alias' then 'Anonymous'
  when 'mute' then coalesce((select name from users where id = cast(${reports.subjectId} as integer)), 'Anonymous')
  else substr(${reports.excerpt}, 1, 200) end`;

const subjectId = sql`cast(${reports.subjectId} as integer)`;
const post = (table: string, fragment: string) =>
  sql`(select concat('/questions/', question_id, ${sql.raw(`'#${fragment}-'`)}, id) from ${sql.raw(table)} where id = ${subjectId})`;
const thing = (table: string, path: string) =>
  sql`(select concat(${sql.raw(`'${path}'`)}, id) from ${sql.raw(table)} where id = ${subjectId})`;
const member = sql`(select concat('/people/', id) from users where id = ${subjectId} and status = 'active')`;

/** The page of the reported item; null if it has none or is gone. */
export const reportedPath = sql<string | null>`case ${reports.subject}
  when 'user' then ${member}
  when 'mute' then ${member}
  when 'job' then ${thing("jobs", "/jobs/")}
  when 'event' then ${thing("events", "/events/")}
  when 'resource' then ${thing("resources", "/resources/")}
  when 'question' then ${thing("questions", "/questions/")}
  when 'answer' then ${post("answers", "answer")}
  when 'comment' then ${post("comments", "comment")} end`;
