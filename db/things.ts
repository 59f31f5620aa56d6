import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  answers,
  boards,
  comments,
  events,
  experiences,
  jobs,
  questions,
  resources,
} from "./schema/index.ts";
import type { BinSubject } from "./vocabulary.ts";

/** Facts about what members post, never rules: those are in the features. */
interface Thing {
  table: SQLiteTable & { id: SQLiteColumn };
  title: SQLiteColumn | SQL;
  text: SQLiteColumn | SQL;
  owner: SQLiteColumn;
  /** Set instead of the owner if it was posted anonymously. */
  alias: SQLiteColumn | null;
  madeAt: SQLiteColumn;
  /** The question that it is part of. */
  questionId: SQLiteColumn | null;
  path: (id: number | string, questionId?: number | string) => string;
  /** Its noun with an article. */
  a: string;
  /** The noun that members know it by. */
  knownAs: string;
  /** What its owner did, before their name. */
  by: string;
}

export const things = {
  job: {
    table: jobs,
    title: jobs.title,
    text: jobs.description,
    owner: jobs.postedBy,
    alias: null,
    madeAt: jobs.postedAt,
    questionId: null,
    path: (id) => `/jobs/${id}`,
    a: "a job",
    knownAs: "job",
    by: "Posted by",
  },
  event: {
    table: events,
    title: events.title,
    text: events.description,
    owner: events.organizerId,
    alias: null,
    madeAt: events.createdAt,
    questionId: null,
    path: (id) => `/events/${id}`,
    a: "an event",
    knownAs: "event",
    by: "Announced by",
  },
  resource: {
    table: resources,
    title: resources.title,
    text: resources.description,
    owner: resources.userId,
    alias: null,
    madeAt: resources.createdAt,
    questionId: null,
    path: (id) => `/resources/${id}`,
    a: "a resource",
    knownAs: "note",
    by: "Shared by",
  },
  board: {
    table: boards,
    title: boards.title,
    text: boards.body,
    owner: boards.creatorId,
    alias: null,
    madeAt: boards.createdAt,
    questionId: null,
    path: (id) => `/boards/${id}`,
    a: "a board",
    knownAs: "board",
    by: "Created by",
  },
  question: {
    table: questions,
    title: questions.title,
    text: questions.body,
    owner: questions.authorId,
    alias: questions.alias,
    madeAt: questions.askedAt,
    questionId: null,
    path: (id) => `/questions/${id}`,
    a: "a question",
    knownAs: "question",
    by: "Asked by",
  },
  answer: {
    table: answers,
    title: answers.body,
    text: answers.body,
    owner: answers.authorId,
    alias: answers.alias,
    madeAt: answers.answeredAt,
    questionId: answers.questionId,
    path: (id, questionId) => `/questions/${questionId}#answer-${id}`,
    a: "an answer",
    knownAs: "answer",
    by: "Answered by",
  },
  comment: {
    table: comments,
    title: comments.body,
    text: comments.body,
    owner: comments.authorId,
    alias: comments.alias,
    madeAt: comments.createdAt,
    questionId: comments.questionId,
    path: (id, questionId) => `/questions/${questionId}#comment-${id}`,
    a: "a comment",
    knownAs: "comment",
    by: "Commented by",
  },
  experience: {
    table: experiences,
    title: sql`experiences.role || ' at ' || experiences.company_name`,
    text: sql`experiences.questions || char(10) || experiences.advice`,
    owner: experiences.authorId,
    alias: experiences.alias,
    madeAt: experiences.createdAt,
    questionId: null,
    path: (id) => `/experiences/${id}`,
    a: "an experience",
    knownAs: "experience",
    by: "Shared by",
  },
} as const satisfies Record<BinSubject, Thing>;
