import { and, asc, desc, eq, isNull, not, sql } from "drizzle-orm";
import { dayMs } from "#app/platform/time/durations.ts";
import { addDays, formatShortDay } from "#app/platform/time/time.server.ts";
import { fileUrl, resourceTypeLabels } from "#app/resources/rules.ts";
import { db, jobs, questions, resources, users } from "#db/index.ts";
import { isSavedJob } from "#db/scopes/applications.ts";
import { isListedJob, isOpenJob } from "#db/scopes/jobs.ts";
import {
  acceptedAnswerId,
  aliasLetter,
  authorName,
  hasSkilledTag,
  isListedQuestion,
  isOpenQuestion,
  isOwnPost,
} from "#db/scopes/questions.ts";
import { studyYears } from "#db/scopes/users.ts";
import { personColumns, presentAlias, presentPerson } from "../people/person.server.ts";
import { getAlumniYear } from "../people/study-status.server.ts";
import { questionPath } from "../questions/slug.ts";
import { defineCards, isNoBlockWith, maxOfSource, quoted } from "./card.server.ts";

/** Only this many of the newest questions, notes and jobs are searched. */
const maxCompared = 100;
/** Only this many of the questions that a member was asked by name are searched. */
const maxAsks = 20;
/** How long notes count as new. */
const newForMs = 14 * dayMs;
/** A job closes soon within this many days. */
const closingDays = 3;

/**
 * Questions that ask the member by name first, then by their topics, skills and saved tags, then by their branch and
 * company.
 */
export const questionsToAnswer = defineCards({
  kind: "question",
  icon: "feature-threads",
  subject: "questions",
  select: ({ viewer }, filter) => {
    const isAsked = sql`exists (select 1 from question_asks as asked
      where asked.question_id = questions.id and asked.helper_id = ${viewer.id})`;
    const hasTag = (condition: string) => sql`exists (select 1 from question_tags as had
      join tags on tags.id = had.tag_id where had.question_id = questions.id and ${sql.raw(condition)})`;
    const mentions = (name: string) =>
      sql`(length(me.${sql.raw(name)}) > 2 and (instr(lower(questions.title), lower(me.${sql.raw(name)})) > 0
        or ${hasTag(`tags.name = replace(lower(me.${name}), ' ', '-')`)}))`;
    const fits = sql`8 * ${isAsked}
      + 4 * exists (select 1 from question_tags as had join user_topics as own on own.tag_id = had.tag_id
        where had.question_id = questions.id and own.user_id = me.id)
      + 2 * ${hasSkilledTag(viewer.id)}
      + 2 * ${hasTag(`exists (select 1 from saved_searches as saved where saved.user_id = me.id
        and saved.kind = 'questions' and saved.term = 'tag:' || tags.name)`)}
      + coalesce(${mentions("company")}, 0) + coalesce(${mentions("branch")}, 0) + coalesce(users.branch = me.branch, 0)`;
    return db
      .select({
        id: questions.id,
        title: questions.title,
        isAsked: isAsked.mapWith(Boolean),
        name: authorName("questions", viewer),
        letter: aliasLetter("questions"),
        author: personColumns,
      })
      .from(questions)
      .innerJoin(sql`users as me`, sql`me.id = ${viewer.id}`)
      .leftJoin(users, eq(users.id, questions.authorId))
      .where(
        and(
          sql`questions.id in (select * from (select id from questions where ${isListedQuestion} order by id desc limit ${maxCompared})
            union select * from (select question_id from question_asks where helper_id = ${viewer.id}
              order by asked_at desc limit ${maxAsks}))`,
          isOpenQuestion,
          sql`not ${isOwnPost("questions", viewer)}`,
          sql`not exists (select 1 from answers where answers.question_id = questions.id and ${isOwnPost("answers", viewer)})`,
          sql`${acceptedAnswerId} is null`,
          // Excludes questions that ask somebody else by name.
          sql`(${isAsked} or not exists (select 1 from question_asks as asked where asked.question_id = questions.id))`,
          sql`(questions.author_id is null or ${isNoBlockWith(viewer, sql`questions.author_id`)})`,
          sql`${fits} > 0`,
          filter(sql`'question-' || questions.id`),
        ),
      )
      .orderBy(sql`${fits} desc`, sql`questions.answer_count > 0`, desc(questions.id))
      .limit(maxOfSource);
  },
  present: ({ id, title, isAsked, name, letter, author }) => {
    const url = questionPath({ id, title });
    return {
      id: `question-${id}`,
      isOffer: !isAsked,
      text: isAsked ? `${name} asks you` : `${name} has a question you could answer`,
      detail: quoted(title),
      url,
      act: { label: "Answer", to: `${url}#answer` },
      person: author ? presentPerson(author) : presentAlias(name, letter ?? ""),
      personId: author?.id ?? null,
    };
  },
});

export const newNotes = defineCards({
  kind: "note",
  isOffer: true,
  icon: "book",
  subject: "resources",
  select: ({ viewer, now, day }, filter) =>
    db
      .select({
        id: resources.id,
        title: resources.title,
        fileName: resources.fileName,
        courseCode: resources.courseCode,
        type: resources.resourceType,
        sharedBy: personColumns,
      })
      .from(resources)
      .innerJoin(users, eq(users.id, resources.userId))
      .where(
        and(
          sql`resources.id in (select id from resources where year = (select ${studyYears("me")} - (me.batch_year - ${getAlumniYear(day)})
            from users as me where me.id = ${viewer.id}) order by id desc limit ${maxCompared})`,
          sql`resources.created_at > ${now - newForMs} and resources.user_id <> ${viewer.id}`,
          isNoBlockWith(viewer, sql`resources.user_id`),
          filter(sql`'note-' || resources.id`),
        ),
      )
      .orderBy(desc(resources.id))
      .limit(maxOfSource),
  present: ({ id, title, fileName, courseCode, type, sharedBy }) => ({
    id: `note-${id}`,
    text: `New for your year: ${title}`,
    detail: [courseCode, type && resourceTypeLabels[type], `from ${sharedBy.name}`]
      .filter(Boolean)
      .join(" · "),
    url: `/resources/${id}`,
    act: { label: "Keep on this device", to: fileUrl(id, fileName) },
    person: presentPerson(sharedBy),
    personId: sharedBy.id,
  }),
});

/** Open jobs of others that match a saved search or, for students, a skill of theirs. */
export const jobsThatFit = defineCards({
  kind: "job",
  isOffer: true,
  icon: "case",
  subject: "jobs",
  select: ({ viewer, day }, filter) => {
    const found = sql<string | null>`(select told.facts ->> 'search' from notices as told
      where told.user_id = ${viewer.id} and told.kind = 'saved-search' and told.read_at is null
        and told.url like '/jobs%' and told.facts ->> 'id' = cast(jobs.id as text) limit 1)`;
    const skill = sql<string | null>`(select trim(wanted.value) from users as me,
        json_each('["' || replace(replace(replace(me.skills, '"', ''), '\\', ''), ', ', '","') || '"]') as wanted
      where me.id = ${viewer.id} and me.batch_year >= ${getAlumniYear(day)} and wanted.value <> ''
        and instr(', ' || lower(jobs.required_skills) || ',', ', ' || lower(wanted.value) || ',') limit 1)`;
    return db
      .select({
        id: jobs.id,
        title: jobs.title,
        company: jobs.companyName,
        search: found,
        skill,
      })
      .from(jobs)
      .where(
        and(
          sql`jobs.id in (select * from (select id from jobs where ${isOpenJob(day)} order by id desc limit ${maxCompared})
            union select cast(told.facts ->> 'id' as integer) from notices as told where told.user_id = ${viewer.id}
              and told.kind = 'saved-search' and told.read_at is null and told.url like '/jobs%')`,
          isListedJob,
          isOpenJob(day),
          sql`jobs.posted_by <> ${viewer.id}`,
          not(isSavedJob(viewer.id)),
          isNoBlockWith(viewer, sql`jobs.posted_by`),
          sql`(${found} is not null or ${skill} is not null)`,
          filter(sql`'job-' || jobs.id`),
        ),
      )
      .orderBy(sql`${found} is null`, desc(jobs.id))
      .limit(maxOfSource);
  },
  present: ({ id, title, company, search, skill }) => ({
    id: `job-${id}`,
    text: `${title} at ${company}`,
    detail:
      search === null ? `Asks for ${skill}, one of your skills` : `New for your search ${quoted(search)}`,
    url: `/jobs/${id}`,
    act: { label: "Save", to: null },
    person: null,
    personId: null,
  }),
});

export const closingPostings = defineCards({
  kind: "job",
  icon: "clock",
  subject: "jobs",
  select: ({ viewer, day }, filter) =>
    db
      .select({ id: jobs.id, title: jobs.title, deadline: sql<string>`${jobs.deadline}` })
      .from(jobs)
      .where(
        and(
          eq(jobs.postedBy, viewer.id),
          isNull(jobs.closedAt),
          sql`jobs.deadline between ${day} and ${addDays(day, closingDays)}`,
          filter(sql`'posting-' || jobs.id || '-' || jobs.deadline`),
        ),
      )
      .orderBy(asc(jobs.deadline), desc(jobs.id))
      .limit(maxOfSource),
  present: ({ id, title, deadline }, { day }) => ({
    id: `posting-${id}-${deadline}`,
    text: `Your posting closes ${deadline === day ? "today" : `on ${formatShortDay(deadline, day)}`}`,
    detail: title,
    url: `/jobs/${id}`,
    act: { label: "Choose a later day", to: `/jobs/${id}/edit` },
    person: null,
    personId: null,
  }),
});
