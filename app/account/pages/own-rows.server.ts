import { and, eq, getTableColumns, gt, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { serializeMessage } from "#app/messages/messages.server.ts";
import { type MessageRow, selectMessages } from "#app/messages/threads.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { selectReceived } from "#app/thanks/received.server.ts";
import {
  announcements,
  answers,
  bin,
  blocks,
  boardConfirmations,
  boardKeepers,
  boardPins,
  boardRemarks,
  boards,
  boardVersions,
  calendars,
  comments,
  connections,
  conversationMembers,
  conversations,
  db,
  eventMessages,
  eventOrganizers,
  eventRegistrations,
  events,
  eventWaiting,
  experiences,
  images,
  jobApplications,
  jobDrafts,
  jobReferrals,
  jobs,
  jobTracking,
  joinLinks,
  mentorings,
  messages,
  noticeSettings,
  notices,
  questionAsks,
  questionDrafts,
  questionFollows,
  questions,
  questionVotes,
  reports,
  resources,
  savedJobs,
  savedSearches,
  sessions,
  tags,
  thanks,
  todayDismissals,
  users,
  userTopics,
} from "#db/index.ts";
import { shownAnswer } from "#db/scopes/applications.ts";
import { isVisibleJob } from "#db/scopes/jobs.ts";
import { isReadableBy } from "#db/scopes/messages.ts";
import { isOfHidden } from "#db/scopes/notices.ts";
import { isOwnPost, questionTagNames } from "#db/scopes/questions.ts";
import { isOfLiveThing } from "#db/scopes/thanks.ts";
import type { AnonymousTable } from "#db/vocabulary.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";

/**
 * The rows in each file of a member's archive, in pages, by file name. Rows have all columns except references to the
 * member and what must not leave the server: hashes of passwords and tokens, and aliases.
 */
export const ownRows = (userId: number): Record<string, AsyncIterable<unknown[]>> => ({
  profile: rowsOf(users, eq(users.id, userId), withoutHash),
  sessions: rowsOf(
    sessions,
    eq(sessions.userId, userId),
    pick(sessions, ["kind", "device", "name", "isReadOnly", "scopes", "createdAt", "lastUsedAt"]),
  ),
  calendar: rowsOf(calendars, eq(calendars.userId, userId), pick(calendars, ["hasDeadlines", "createdAt"])),
  "job-draft": rowsOf(jobDrafts, and(eq(jobDrafts.userId, userId), sql`${jobDrafts.fields} <> '{}'`)),
  "join-links": rowsOf(
    joinLinks,
    eq(joinLinks.makerId, userId),
    pick(joinLinks, ["batchYear", "branch", "places", "used", "until", "isDirect", "createdAt", "revokedAt"]),
  ),
  jobs: rowsOf(jobs, eq(jobs.postedBy, userId)),
  "saved-jobs": rowsOf(savedJobs, and(eq(savedJobs.userId, userId), isLive(jobs, savedJobs.jobId)), {
    id: savedJobs.jobId,
    title: titleOfJob(userId, savedJobs.jobId),
  }),
  "tracked-jobs": rowsOf(jobTracking, and(eq(jobTracking.userId, userId), isLive(jobs, jobTracking.jobId)), {
    id: jobTracking.jobId,
    title: titleOfJob(userId, jobTracking.jobId),
    ...pick(jobTracking, ["openedAt", "declinedAt", "state", "note", "appliedAt", "offeredAt", "changedAt"]),
  }),
  referrals: rowsOf(jobReferrals, eq(jobReferrals.userId, userId), {
    id: jobReferrals.jobId,
    title: titleOfJob(userId, jobReferrals.jobId),
    createdAt: jobReferrals.createdAt,
  }),
  applications: rowsOf(jobApplications, eq(jobApplications.userId, userId), {
    ...pick(jobApplications, ["id", "jobId"]),
    title: titleOfJob(userId, jobApplications.jobId),
    ...pick(jobApplications, ["letter", "fileName", "sentAt"]),
    ...shownAnswer(),
  }),
  "received-applications": rowsOf(
    jobApplications,
    sql`${jobApplications.jobId} in (select id from jobs where posted_by = ${userId})`,
    {
      ...pick(jobApplications, ["id", "jobId"]),
      name: of(users.name, jobApplications.userId),
      ...pick(jobApplications, ["letter", "fileName", "sentAt", "state", "answer", "answeredAt"]),
    },
  ),
  announcements: rowsOf(
    announcements,
    eq(announcements.userId, userId),
    pick(announcements, ["id", "text", "batchYear", "day", "until", "createdAt", "takenBackAt"]),
  ),
  "notice-settings": rowsOf(
    noticeSettings,
    eq(noticeSettings.userId, userId),
    pick(noticeSettings, ["kind", "choice"]),
  ),
  "saved-searches": rowsOf(
    savedSearches,
    eq(savedSearches.userId, userId),
    pick(savedSearches, ["kind", "query", "frequency"]),
  ),
  "today-put-away": rowsOf(
    todayDismissals,
    eq(todayDismissals.userId, userId),
    pick(todayDismissals, ["card"]),
  ),
  notices: rowsOf(
    notices,
    and(eq(notices.userId, userId), sql`not ${isOfHidden}`),
    pick(notices, ["id", "kind", "count", "facts", "url", "at", "readAt"]),
  ),
  events: rowsOf(events, eq(events.organizerId, userId)),
  registrations: rowsOf(
    eventRegistrations,
    and(eq(eventRegistrations.userId, userId), isLive(events, eventRegistrations.eventId)),
    {
      id: eventRegistrations.eventId,
      title: of(events.title, eventRegistrations.eventId),
      startsAt: of(events.startsAt, eventRegistrations.eventId),
      registeredAt: eventRegistrations.createdAt,
      checkedInAt: eventRegistrations.checkedInAt,
      answers: answersByQuestion,
    },
  ),
  organizing: rowsOf(eventOrganizers, eq(eventOrganizers.userId, userId), {
    id: eventOrganizers.eventId,
    title: of(events.title, eventOrganizers.eventId),
    askedAt: eventOrganizers.askedAt,
    acceptedAt: eventOrganizers.acceptedAt,
  }),
  "event-messages": rowsOf(
    eventMessages,
    eq(eventMessages.userId, userId),
    pick(eventMessages, ["id", "eventId", "text", "sentAt"]),
  ),
  waiting: rowsOf(eventWaiting, and(eq(eventWaiting.userId, userId), isLive(events, eventWaiting.eventId)), {
    id: eventWaiting.eventId,
    title: of(events.title, eventWaiting.eventId),
    startsAt: of(events.startsAt, eventWaiting.eventId),
    waitingSinceAt: eventWaiting.createdAt,
  }),
  bin: rowsOf(
    bin,
    and(eq(bin.deletedBy, userId), eq(bin.isRemoved, false)),
    pick(bin, ["id", "subject", "title", "deletedAt"]),
  ),
  resources: ownResources(userId),
  "question-draft": rowsOf(questionDrafts, eq(questionDrafts.userId, userId)),
  questions: rowsOf(questions, isOwn("questions", userId), {
    ...pick(questions, ["id", "title", "body"]),
    tags: questionTagNames,
    isAnonymous: isHidden("questions"),
    ...pick(questions, ["askedAt", "editedAt"]),
  }),
  answers: rowsOf(answers, isOwn("answers", userId), {
    ...pick(answers, ["id", "questionId", "body"]),
    isAnonymous: isHidden("answers"),
    ...pick(answers, ["answeredAt", "editedAt"]),
  }),
  comments: rowsOf(comments, isOwn("comments", userId), {
    ...pick(comments, ["id", "questionId", "answerId", "body"]),
    isAnonymous: isHidden("comments"),
    createdAt: comments.createdAt,
  }),
  boards: rowsOf(boards, eq(boards.creatorId, userId), {
    ...pick(boards, ["id", "slug", "title", "kind", "body", "until", "createdAt", "updatedAt"]),
  }),
  "boards-kept": rowsOf(boardKeepers, eq(boardKeepers.userId, userId), {
    id: boardKeepers.boardId,
    title: of(boards.title, boardKeepers.boardId),
  }),
  "boards-pinned": rowsOf(boardPins, and(eq(boardPins.userId, userId), isLive(boards, boardPins.boardId)), {
    id: boardPins.boardId,
    title: of(boards.title, boardPins.boardId),
  }),
  "boards-confirmed": rowsOf(
    boardConfirmations,
    and(eq(boardConfirmations.userId, userId), isLive(boards, boardConfirmations.boardId)),
    { id: boardConfirmations.boardId, title: of(boards.title, boardConfirmations.boardId) },
  ),
  "board-remarks": rowsOf(
    boardRemarks,
    eq(boardRemarks.userId, userId),
    pick(boardRemarks, ["id", "boardId", "line", "createdAt"]),
  ),
  "board-changes": rowsOf(
    boardVersions,
    eq(boardVersions.authorId, userId),
    pick(boardVersions, ["id", "boardId", "title", "kind", "body", "until", "restoredFrom", "savedAt"]),
  ),
  experiences: rowsOf(experiences, isOwn("experiences", userId), {
    ...pick(experiences, [
      "id",
      "companyName",
      "role",
      "year",
      "kind",
      "rounds",
      "questions",
      "advice",
      "offer",
    ]),
    ...pick(experiences, ["stipendCurrency", "stipendType", "stipendMin", "stipendMax"]),
    isAnonymous: isHidden("experiences"),
    createdAt: experiences.createdAt,
  }),
  "question-votes": rowsOf(
    questionVotes,
    and(eq(questionVotes.userId, userId), isLive(questions, questionVotes.questionId)),
    { id: questionVotes.questionId },
  ),
  thanks: rowsOf(
    thanks,
    and(eq(thanks.userId, userId), isOfLiveThing("thanks")),
    pick(thanks, [
      "answerId",
      "commentId",
      "resourceId",
      "eventId",
      "experienceId",
      "line",
      "isNamed",
      "createdAt",
    ]),
  ),
  "thanks-received": readReceivedThanks(userId),
  topics: rowsOf(userTopics, eq(userTopics.userId, userId), { name: of(tags.name, userTopics.tagId) }),
  mentoring: rowsOf(
    mentorings,
    or(eq(mentorings.mentorId, userId), eq(mentorings.menteeId, userId)),
    pick(mentorings, [
      "id",
      "mentorId",
      "menteeId",
      "topic",
      "text",
      "state",
      "askedAt",
      "answer",
      "endedAt",
      "thanks",
    ]),
  ),
  "followed-questions": rowsOf(
    questionFollows,
    and(eq(questionFollows.userId, userId), isLive(questions, questionFollows.questionId)),
    {
      id: questionFollows.questionId,
    },
  ),
  "asked-to-answer": rowsOf(questionAsks, eq(questionAsks.helperId, userId), {
    id: questionAsks.questionId,
    askedAt: questionAsks.askedAt,
  }),
  connections: rowsOf(connections, or(eq(connections.lowId, userId), eq(connections.highId, userId)), {
    id: otherId(userId),
    name: of(users.name, otherId(userId)),
    askedByMe: sql`${connections.askedBy} = ${userId}`.mapWith(Boolean),
    askedAt: connections.createdAt,
    acceptedAt: connections.acceptedAt,
  }),
  blocks: rowsOf(blocks, eq(blocks.blockerId, userId), {
    id: blocks.blockedId,
    name: of(users.name, blocks.blockedId),
    createdAt: blocks.createdAt,
  }),
  "blocked-aliases": rowsOf(
    conversations,
    and(eq(conversations.bId, userId), sql`${conversations.aliasBlockedAt} is not null`),
    { alias: conversations.alias, blockedAt: conversations.aliasBlockedAt },
  ),
  reports: rowsOf(reports, eq(reports.reporterId, userId), {
    ...pick(reports, ["id", "subject", "kind", "reason", "createdAt", "resolvedAt"]),
    // The subject of a mute may be an alias, whose id would reveal its owner.
    subjectId: sql`iif(${reports.subject} = 'mute', null, ${reports.subjectId})`,
  }),
  messages: readMessages(userId),
});

export const ownResources = (userId: number) =>
  rowsOf<typeof resources.$inferSelect>(resources, eq(resources.userId, userId));

export const ownApplications = (userId: number) =>
  rowsOf<typeof jobApplications.$inferSelect>(jobApplications, eq(jobApplications.userId, userId));

export const ownImages = (userId: number) =>
  rowsOf<typeof images.$inferSelect>(images, eq(images.userId, userId));

const pageSize = 200;

type Columns = Record<string, SQLiteColumn | SQL>;

/** A member's rows in a table. If they have an `id`, they are ordered by it and read in pages. */
function rowsOf<Row extends object = object>(
  table: SQLiteTable,
  isOwn: SQL | undefined,
  columns: Columns = getTableColumns(table),
): AsyncGenerator<Row[]> {
  const { id } = columns;
  return pagesOf(async (after) => {
    const own = db.select(columns).from(table).$dynamic();
    const rows = id
      ? own
          .where(and(isOwn, sql`${id} > ${after}`))
          .orderBy(sql`${id}`)
          .limit(pageSize)
      : own.where(isOwn);
    return (await rows) as Row[];
  });
}

/** The pages of a list. Yields to other requests after each page. */
async function* pagesOf<Row extends { id?: unknown }>(
  readAfter: (id: number) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await readAfter(after);
    yield rows;
    await yieldToRequests();
    const id = rows.at(-1)?.id;
    if (rows.length < pageSize || typeof id !== "number") return;
    after = id;
  }
}

const { passwordHash: _, ...withoutHash } = getTableColumns(users);

const pick = <Table extends SQLiteTable>(table: Table, names: (keyof Table["_"]["columns"] & string)[]) => {
  const columns: Columns = getTableColumns(table);
  return Object.fromEntries(names.flatMap((name) => (columns[name] ? [[name, columns[name]]] : [])));
};

/** A column of the row with this id in another table. */
const of = (column: SQLiteColumn, id: SQLiteColumn | SQL) =>
  sql`(select ${column} from ${column.table} where id = ${id})`;

/** Null for a job that reports have hidden from the member. */
const titleOfJob = (userId: number, id: SQLiteColumn) =>
  sql`(select about.title from jobs as about where about.id = ${id} and ${isVisibleJob(userId, "about")})`;

/**
 * A member's answers at registration by the text of their question, because the archive's reader does not know the ids.
 */
const answersByQuestion = sql<Record<string, string>>`(
  select json_group_object(asked.value ->> 'text', given.value)
  from json_each(event_registrations.answers) as given, events, json_each(events.questions) as asked
  where events.id = event_registrations.event_id and asked.value ->> 'id' = given.key)`.mapWith(JSON.parse);

/** Rows of an item in the bin are not exported. */
const isLive = (table: SQLiteTable, id: SQLiteColumn) => sql`${id} in (select id from ${table})`;

const otherId = (userId: number) =>
  sql<number>`iif(${connections.lowId} = ${userId}, ${connections.highId}, ${connections.lowId})`;

/** The member's named and anonymous posts. The aliases of anonymous ones are not exported. */
const isOwn = (table: AnonymousTable, id: number) => isOwnPost(table, { id, isAdmin: false });
const isHidden = (table: string) => sql`${sql.raw(table)}.alias is not null`.mapWith(Boolean);

/** Thanks as the member sees them in the list. */
async function* readReceivedThanks(userId: number): AsyncGenerator<unknown[]> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await selectReceived(
      { id: userId, hasScopes: false },
      { limit: pageSize, before, isSpoken: true },
    );
    yield rows.map(
      ({ answerId, commentId, resourceId, eventId, experienceId, line, giver, isShown, createdAt }) => ({
        ...{ answerId, commentId, resourceId, eventId, experienceId, line, isShown },
        name: giver?.name ?? null,
        day: today(createdAt),
      }),
    );
    await yieldToRequests();
    const id = rows.at(-1)?.id;
    if (rows.length < pageSize || id === undefined) return;
    before = id;
  }
}

/** Messages that the member sent or received, one conversation after another, each oldest first. */
async function* readMessages(userId: number): AsyncGenerator<unknown[]> {
  for await (const rows of ownMessages(userId)) yield rows.map((row) => serializeMessage(row, userId));
}

export async function* ownMessages(userId: number): AsyncGenerator<MessageRow[]> {
  const own = await db
    .select({ id: conversationMembers.conversationId })
    .from(conversationMembers)
    .where(eq(conversationMembers.userId, userId));
  for (const { id } of own) {
    const pages = pagesOf((after) =>
      selectMessages()
        .where(and(eq(messages.conversationId, id), gt(messages.id, after), isReadableBy(userId)))
        .orderBy(messages.id)
        .limit(pageSize),
    );
    yield* pages;
  }
}
