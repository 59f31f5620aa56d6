import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { questionTexts } from "#app/questions/texts.ts";
import { answers, comments, events, experiences, resources } from "#db/index.ts";
import { aliasIn, isOwnPost } from "#db/scopes/questions.ts";
import type { ThankedKind } from "#db/vocabulary.ts";
import { requireAnswer, requireComment } from "../questions/access.server.ts";
import { thanksTexts } from "./texts.ts";

const isListed = sql`exists (select 1 from questions as asked where asked.id = question_id
  and asked.hidden_at is null and asked.merged_into is null)`;

const hiddenAuthor = sql`coalesce(post.author_id,
  (select owner.user_id from question_aliases as owner where owner.alias = post.alias))`;

const ofQuestion = (table: "answers" | "comments") => ({
  name: table,
  isOwn: (viewer: Viewer) => isOwnPost(table, viewer),
  /**
   * The hidden asker of a question gives thanks under their alias. rqlite's SQLite does not see the outer row in a
   * `with`.
   */
  alias: (id: number, viewer: Viewer) =>
    aliasIn(sql`(select post.question_id from ${sql.raw(table)} as post where post.id = ${id})`, viewer),
  hasBegun: () => sql`true`,
  title: sql`(select asked.title from questions as asked where asked.id = post.question_id)`,
  author: hiddenAuthor,
});

const owned = (table: "resources" | "events", column: string) => ({
  name: table,
  isOwn: ({ id }: Viewer) => sql<boolean>`${sql.raw(`${table}.${column}`)} = ${id}`,
  isThere: sql`true`,
  alias: () => sql`null`,
  title: sql`post.title`,
  author: sql.raw(`post.${column}`),
});

/**
 * What a member can be thanked for, beside the facts in db/things.ts. `author` and `title` refer to the row `post`.
 * Hidden items do not count as existing.
 */
export const thankable = {
  answer: {
    ...ofQuestion("answers"),
    count: answers.voteCount,
    isThere: sql`(answers.hidden_at is null and ${isListed})`,
    ownText: questionTexts.ownVote,
    find: requireAnswer,
  },
  comment: {
    ...ofQuestion("comments"),
    count: comments.thanksCount,
    isThere: sql`(comments.hidden_at is null and ${isListed} and (comments.answer_id is null or exists
      (select 1 from answers as above where above.id = comments.answer_id and above.hidden_at is null)))`,
    ownText: thanksTexts.own,
    find: requireComment,
  },
  resource: {
    ...owned("resources", "user_id"),
    count: resources.thanksCount,
    hasBegun: () => sql`true`,
    ownText: thanksTexts.own,
    find: notFound,
  },
  event: {
    ...owned("events", "organizer_id"),
    count: events.thanksCount,
    hasBegun: (now: number) => sql`events.starts_at < ${now}`,
    ownText: thanksTexts.own,
    find: notFound,
  },
  experience: {
    name: "experiences",
    isOwn: (viewer: Viewer) => isOwnPost("experiences", viewer),
    isThere: sql`true`,
    alias: () => sql`null`,
    title: sql`post.role || ' at ' || post.company_name`,
    author: hiddenAuthor,
    count: experiences.thanksCount,
    hasBegun: () => sql`true`,
    ownText: thanksTexts.own,
    find: notFound,
  },
} as const;

function notFound(): never {
  throw new HttpError(404, thanksTexts.gone);
}

/** The column of `thanks` that refers to an item of this kind. */
export const columnOf = (kind: ThankedKind): SQL => sql.raw(`${kind}_id`);
