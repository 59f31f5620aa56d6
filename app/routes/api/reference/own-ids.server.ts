import { sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  answers,
  comments,
  db,
  events,
  jobs,
  mentorings,
  messages,
  notices,
  questions,
  resources,
  savedSearches,
} from "#db/index.ts";

/** The newest row of a table that is the reader's. */
const newest = (table: SQLiteTable, owner: string, viewerId: number) =>
  db
    .select({ id: sql<number | null>`max(id)` })
    .from(table)
    .where(sql`${sql.identifier(owner)} = ${viewerId}`);

/** The examples of commands with the reader's own ids, where they have such a thing. */
export async function loadOwnIds(viewerId: number): Promise<(command: string) => string> {
  const [
    [job],
    [event],
    [resource],
    [question],
    [answer],
    [comment],
    [notice],
    [search],
    [mentoring],
    [message],
  ] = await db.batch([
    newest(jobs, "posted_by", viewerId),
    newest(events, "organizer_id", viewerId),
    newest(resources, "user_id", viewerId),
    newest(questions, "author_id", viewerId),
    newest(answers, "author_id", viewerId),
    newest(comments, "author_id", viewerId),
    newest(notices, "user_id", viewerId),
    newest(savedSearches, "user_id", viewerId),
    newest(mentorings, "mentor_id", viewerId),
    newest(messages, "receiver_id", viewerId),
  ]);
  const own = {
    jobs: job,
    events: event,
    resources: resource,
    questions: question,
    answers: answer,
    comments: comment,
    notices: notice,
    "saved-searches": search,
    mentoring,
    "messages/seen": message,
  };
  return (command) =>
    command
      .replace(/(\/api\/([a-z-]+(?:\/seen)?)\/)(\d+)/g, (_, path: string, noun: string, id: string) => {
        return path + (own[noun as keyof typeof own]?.id ?? id);
      })
      .replace(/(\/api\/users\/|\/history\/|"senderId": ")7\b/g, `$1${viewerId}`);
}
