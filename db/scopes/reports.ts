import { sql } from "drizzle-orm";
import { reports } from "../schema/site.ts";

export const reportTitle = sql<string | null>`case ${reports.subject}
  when 'user' then (select name from users where id = cast(${reports.subjectId} as integer))
  when 'alias' then 'Anonymous'
  when 'mute' then coalesce((select name from users where id = cast(${reports.subjectId} as integer)), 'Anonymous')
  else substr(${reports.excerpt}, 1, 200) end`;
