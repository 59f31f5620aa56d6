import { and, asc, desc, eq, not, sql } from "drizzle-orm";
import { connections, db, eventRegistrations, events, jobs, questions, users } from "#db/index.ts";
import { isRegistered, isUpcoming, upcomingEvents } from "#db/scopes/events.ts";
import { isOpenJob, matchingJobIds } from "#db/scopes/jobs.ts";
import { hasSkilledTag, isListedQuestion } from "#db/scopes/questions.ts";
import { env } from "../../env.server.ts";
import { formatShortMoment } from "../../events/times.ts";
import { countRequests } from "../../mentoring/list.server.ts";
import { selectConversations } from "../../messaging/conversations.server.ts";
import { describeCompleteness } from "../../people/completeness.ts";
import { loadRequestCount } from "../../people/connections.server.ts";
import { getStudyStatus } from "../../people/study-status.server.ts";
import { questionPath } from "../../questions/slug.ts";
import { dayMs } from "../../time/durations.ts";
import { timeAgo, today } from "../../time/time.server.ts";

/** Of each kind. */
const maxItems = 3;
/** Only the newest questions are looked through for interesting ones. */
const maxCompared = 100;
/** Only the latest conversations are looked through for unread ones. */
const maxConversations = 20;
/** How long a new member's first steps are shown at most. */
const maxStepsAgeMs = 30 * dayMs;
/** The content of a member's home page, every value as text: what is theirs, what is new, and a new member's first steps. */
export async function loadMemberHome(viewerId: number, now = Date.now()) {
  const upcoming = upcomingEvents(now);
  const job = { id: jobs.id, title: jobs.title, company: jobs.companyName, postedAt: jobs.postedAt };
  const event = { id: events.id, title: events.title, location: events.location, startsAt: events.startsAt };
  const [requestCount, mentoringCount, [conversations, ownEvents, ownJobs, nextEvents, latestJobs, [own]]] =
    await Promise.all([
      loadRequestCount(viewerId),
      countRequests(viewerId),
      db.batch([
        selectConversations(viewerId, { limit: maxConversations }),
        db
          .select(event)
          .from(eventRegistrations)
          .innerJoin(events, eq(events.id, eventRegistrations.eventId))
          .where(and(eq(eventRegistrations.userId, viewerId), isUpcoming(now)))
          .orderBy(asc(events.startsAt), asc(events.id))
          .limit(maxItems),
        db
          .select(job)
          .from(jobs)
          .where(and(eq(jobs.postedBy, viewerId), isOpenJob(today())))
          .orderBy(desc(jobs.id))
          .limit(maxItems),
        db
          .select(event)
          .from(events)
          .where(and(upcoming.where, not(isRegistered(viewerId))))
          .orderBy(...upcoming.orderBy)
          .limit(maxItems),
        db
          .select(job)
          .from(jobs)
          .where(sql`${jobs.id} in (${matchingJobIds([{ kind: "open" }], today(), maxItems)})`)
          .orderBy(desc(jobs.id)),
        db
          .select({
            user: users,
            hasAsked:
              sql<boolean>`exists (select 1 from ${connections} where asked_by = ${viewerId})`.mapWith(
                Boolean,
              ),
          })
          .from(users)
          .where(eq(users.id, viewerId)),
      ]),
    ]);
  const latestQuestions = await selectQuestionsOfInterest(viewerId);
  const unread = conversations.filter(({ unreadCount }) => unreadCount > 0).slice(0, maxItems);
  return {
    firstName: own?.user.firstName ?? "",
    steps: own ? describeSteps(own.user, own.hasAsked, now) : null,
    requestCount,
    mentoringCount,
    ownEvents: ownEvents.map(presentEvent),
    unread: unread.map(({ userId, name, lastMessage, lastMessageAt, isAnonymous }) => ({
      href: `/messages/${userId}${isAnonymous && !userId.startsWith("anon_") ? "?anonymous=1" : ""}`,
      title: name,
      lines: [lastMessage.slice(0, 160), timeAgo(lastMessageAt)],
    })),
    ownJobs: ownJobs.map(presentJob),
    nextEvents: nextEvents.map(presentEvent),
    latestJobs: latestJobs.map(presentJob),
    latestQuestions: latestQuestions.map(({ answers, ...question }) => ({
      href: questionPath(question),
      title: question.title,
      lines: [`${answers === 1 ? "1 answer" : `${answers || "No"} answers`} · ${timeAgo(question.askedAt)}`],
    })),
  };
}
export type MemberHome = Awaited<ReturnType<typeof loadMemberHome>>;

/** Of the newest questions: those whose tags are among the member's skills, then the others. */
const selectQuestionsOfInterest = (viewerId: number) =>
  db
    .select({
      id: questions.id,
      title: questions.title,
      askedAt: questions.askedAt,
      answers: questions.answerCount,
    })
    .from(questions)
    .where(
      sql`questions.id in (select id from questions where ${isListedQuestion} order by id desc limit ${maxCompared})`,
    )
    .orderBy(desc(hasSkilledTag(viewerId)), desc(questions.id))
    .limit(maxItems);

const presentEvent = (event: { id: number; title: string; location: string; startsAt: number }) => ({
  href: `/events/${event.id}`,
  title: event.title,
  lines: [formatShortMoment(event.startsAt, env.TIME_ZONE), event.location],
});

const presentJob = (job: { id: number; title: string; company: string; postedAt: number }) => ({
  href: `/jobs/${job.id}`,
  title: job.title,
  lines: [job.company, timeAgo(job.postedAt)],
});

/** Returns a new member's three first steps, or null once they are done, put away or too old. */
function describeSteps(user: typeof users.$inferSelect, hasAsked: boolean, now: number) {
  const { year, alumni } = getStudyStatus(user.batchYear);
  const { done, total } = describeCompleteness(user, alumni);
  const hasNotes = user.notesFoundAt !== null;
  const isDone = done === total && hasAsked && hasNotes;
  if (isDone || user.stepsDismissedAt !== null || user.createdAt < now - maxStepsAgeMs) return null;
  return {
    profile: { done, total },
    batchYear: user.batchYear,
    hasAsked,
    hasNotes,
    /** Of study; null for alumni and those who come. */
    year,
  };
}
