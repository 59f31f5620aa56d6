import { and, eq, getTableColumns, gt, or, sql } from "drizzle-orm";
import {
  answers,
  answerVotes,
  blocks,
  comments,
  connections,
  conversationMembers,
  conversations,
  db,
  eventRegistrations,
  events,
  eventWaiting,
  images,
  jobDrafts,
  jobs,
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
  users,
} from "#db/index.ts";
import { isReadableBy } from "#db/scopes/messages.ts";
import { isOfHidden } from "#db/scopes/notices.ts";
import { isOwnPost, questionTagNames } from "#db/scopes/questions.ts";
import { selectMessages } from "../../messaging/threads.server.ts";

// A member's own rows, as their archive has them. Lists come a page at a time, in the order of `id`, after an id.

export const pageSize = 200;

export function selectProfile(userId: number) {
  const { passwordHash: _, ...columns } = getTableColumns(users);
  return db.select(columns).from(users).where(eq(users.id, userId));
}

export const selectSessions = (userId: number) =>
  db
    .select({
      kind: sessions.kind,
      device: sessions.device,
      name: sessions.name,
      isReadOnly: sessions.isReadOnly,
      scopes: sessions.scopes,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId));

export const selectDraft = (userId: number) =>
  db.select().from(jobDrafts).where(eq(jobDrafts.userId, userId));

export const selectJobs = (userId: number, after: number) =>
  db
    .select()
    .from(jobs)
    .where(and(eq(jobs.postedBy, userId), gt(jobs.id, after)))
    .orderBy(jobs.id)
    .limit(pageSize);

export const selectSavedJobs = (userId: number, after: number) =>
  db
    .select({ id: jobs.id, title: jobs.title })
    .from(savedJobs)
    .innerJoin(jobs, eq(jobs.id, savedJobs.jobId))
    .where(and(eq(savedJobs.userId, userId), gt(savedJobs.jobId, after)))
    .orderBy(savedJobs.jobId)
    .limit(pageSize);

export const selectNotices = (userId: number, after: number) =>
  db
    .select({
      id: notices.id,
      kind: notices.kind,
      count: notices.count,
      facts: notices.facts,
      url: notices.url,
      at: notices.at,
      readAt: notices.readAt,
    })
    .from(notices)
    .where(and(eq(notices.userId, userId), gt(notices.id, after), sql`not ${isOfHidden}`))
    .orderBy(notices.id)
    .limit(pageSize);

export const selectNoticeChoices = (userId: number) =>
  db
    .select({ kind: noticeSettings.kind, choice: noticeSettings.choice })
    .from(noticeSettings)
    .where(eq(noticeSettings.userId, userId));

export const selectSavedSearches = (userId: number) =>
  db
    .select({ kind: savedSearches.kind, query: savedSearches.query, frequency: savedSearches.frequency })
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId));

export const selectEvents = (userId: number, after: number) =>
  db
    .select()
    .from(events)
    .where(and(eq(events.organizerId, userId), gt(events.id, after)))
    .orderBy(events.id)
    .limit(pageSize);

export const selectRegistrations = (userId: number, after: number) =>
  db
    .select({
      id: events.id,
      title: events.title,
      startsAt: events.startsAt,
      registeredAt: eventRegistrations.createdAt,
    })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(and(eq(eventRegistrations.userId, userId), gt(eventRegistrations.eventId, after)))
    .orderBy(eventRegistrations.eventId)
    .limit(pageSize);

export const selectWaiting = (userId: number, after: number) =>
  db
    .select({
      id: eventWaiting.eventId,
      title: events.title,
      startsAt: events.startsAt,
      waitingSinceAt: eventWaiting.createdAt,
    })
    .from(eventWaiting)
    .innerJoin(events, eq(events.id, eventWaiting.eventId))
    .where(and(eq(eventWaiting.userId, userId), gt(eventWaiting.eventId, after)))
    .orderBy(eventWaiting.eventId)
    .limit(pageSize);

export const selectResources = (userId: number, after: number) =>
  db
    .select()
    .from(resources)
    .where(and(eq(resources.userId, userId), gt(resources.id, after)))
    .orderBy(resources.id)
    .limit(pageSize);

export const selectImages = (userId: number, after: number) =>
  db
    .select()
    .from(images)
    .where(and(eq(images.userId, userId), gt(images.id, after)))
    .orderBy(images.id)
    .limit(pageSize);

export function selectConnections(userId: number, after: number) {
  const otherId = sql<number>`iif(${connections.lowId} = ${userId}, ${connections.highId}, ${connections.lowId})`;
  return db
    .select({
      id: users.id,
      name: users.name,
      askedByMe: sql`${connections.askedBy} = ${userId}`.mapWith(Boolean),
      askedAt: connections.createdAt,
      acceptedAt: connections.acceptedAt,
    })
    .from(connections)
    .innerJoin(users, eq(users.id, otherId))
    .where(and(or(eq(connections.lowId, userId), eq(connections.highId, userId)), sql`${otherId} > ${after}`))
    .orderBy(otherId)
    .limit(pageSize);
}

export const selectBlocks = (userId: number, after: number) =>
  db
    .select({ id: users.id, name: users.name, createdAt: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(and(eq(blocks.blockerId, userId), gt(blocks.blockedId, after)))
    .orderBy(blocks.blockedId)
    .limit(pageSize);

export const selectBlockedAliases = (userId: number) =>
  db
    .select({ alias: conversations.alias, blockedAt: conversations.aliasBlockedAt })
    .from(conversationMembers)
    .innerJoin(
      conversations,
      and(
        eq(conversations.id, conversationMembers.conversationId),
        eq(conversations.bId, userId),
        sql`${conversations.aliasBlockedAt} is not null`,
      ),
    )
    .where(eq(conversationMembers.userId, userId));

export const selectReports = (userId: number, after: number) =>
  db
    .select({
      id: reports.id,
      subject: reports.subject,
      subjectId: reports.subjectId,
      reason: reports.reason,
      createdAt: reports.createdAt,
      resolvedAt: reports.resolvedAt,
    })
    .from(reports)
    .where(and(eq(reports.reporterId, userId), gt(reports.id, after)))
    .orderBy(reports.id)
    .limit(pageSize);

/** Messages that the member wrote or that reached them, of one conversation. */
export const selectMessagesOf = (userId: number, conversationId: number, after: number) =>
  selectMessages()
    .where(and(eq(messages.conversationId, conversationId), gt(messages.id, after), isReadableBy(userId)))
    .orderBy(messages.id)
    .limit(pageSize);

/** By name and anonymously: the alias of the latter stays with us. */
const isOwn = (table: "questions" | "answers" | "comments", id: number) =>
  isOwnPost(table, { id, isAdmin: false });
const isHidden = (table: string) => sql`${sql.raw(table)}.alias is not null`.mapWith(Boolean);

export const selectQuestions = (userId: number, after: number) =>
  db
    .select({
      id: questions.id,
      title: questions.title,
      body: questions.body,
      tags: questionTagNames,
      isAnonymous: isHidden("questions"),
      askedAt: questions.askedAt,
      editedAt: questions.editedAt,
    })
    .from(questions)
    .where(and(isOwn("questions", userId), gt(questions.id, after)))
    .orderBy(questions.id)
    .limit(pageSize);

export const selectAnswers = (userId: number, after: number) =>
  db
    .select({
      id: answers.id,
      questionId: answers.questionId,
      body: answers.body,
      isAnonymous: isHidden("answers"),
      answeredAt: answers.answeredAt,
      editedAt: answers.editedAt,
    })
    .from(answers)
    .where(and(isOwn("answers", userId), gt(answers.id, after)))
    .orderBy(answers.id)
    .limit(pageSize);

export const selectComments = (userId: number, after: number) =>
  db
    .select({
      id: comments.id,
      questionId: comments.questionId,
      answerId: comments.answerId,
      body: comments.body,
      isAnonymous: isHidden("comments"),
      createdAt: comments.createdAt,
    })
    .from(comments)
    .where(and(isOwn("comments", userId), gt(comments.id, after)))
    .orderBy(comments.id)
    .limit(pageSize);

export const selectQuestionVotes = (userId: number, after: number) =>
  db
    .select({ id: questionVotes.questionId })
    .from(questionVotes)
    .where(and(eq(questionVotes.userId, userId), gt(questionVotes.questionId, after)))
    .orderBy(questionVotes.questionId)
    .limit(pageSize);

export const selectAnswerVotes = (userId: number, after: number) =>
  db
    .select({ id: answerVotes.answerId })
    .from(answerVotes)
    .where(and(eq(answerVotes.userId, userId), gt(answerVotes.answerId, after)))
    .orderBy(answerVotes.answerId)
    .limit(pageSize);

export const selectFollows = (userId: number, after: number) =>
  db
    .select({ id: questionFollows.questionId })
    .from(questionFollows)
    .where(and(eq(questionFollows.userId, userId), gt(questionFollows.questionId, after)))
    .orderBy(questionFollows.questionId)
    .limit(pageSize);

export const selectAsks = (userId: number, after: number) =>
  db
    .select({ id: questionAsks.questionId, askedAt: questionAsks.askedAt })
    .from(questionAsks)
    .where(and(eq(questionAsks.helperId, userId), gt(questionAsks.questionId, after)))
    .orderBy(questionAsks.questionId)
    .limit(pageSize);

export const selectQuestionDraft = (userId: number) =>
  db.select().from(questionDrafts).where(eq(questionDrafts.userId, userId));
