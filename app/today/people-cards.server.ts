import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import {
  connections,
  conversationMembers,
  conversations,
  db,
  mentorings,
  messages,
  users,
} from "#db/index.ts";
import { isPendingFor } from "#db/scopes/connections.ts";
import { isShownConversation } from "#db/scopes/conversations.ts";
import { topicNames } from "#db/scopes/members.ts";
import { isActiveNoIndex } from "#db/scopes/users.ts";
import { isReadableBy } from "../anonymous/report-readers.server.ts";
import { askingRules } from "../mentoring/rules.server.ts";
import { personColumns, presentAlias, presentPerson } from "../people/person.server.ts";
import { getAlumniYear } from "../people/study-status.server.ts";
import { defineCards, isNoBlockWith, maxOfSource, quoted } from "./card.server.ts";

/** Only this many of the latest conversations are searched for unread messages. */
const maxConversations = 20;
/** How long a batch mate counts as new. */
const newForMs = 30 * dayMs;

/**
 * Anonymous senders stay anonymous: cards never show a name, or the effect of a block on a member, that could reveal
 * them.
 */
export const unreadMessages = defineCards({
  kind: "messages",
  icon: "chat",
  subject: "messages",
  select: ({ viewer }, filter) => {
    const isHidden = sql`(conversations.alias is not null and conversations.b_id = ${viewer.id})`;
    return db
      .select({
        messageId: messages.id,
        content: messages.content,
        isOwn: sql`messages.sender_id = ${viewer.id}`.mapWith(Boolean),
        unread: sql<number>`inbox.unread_count`,
        alias: sql<string | null>`iif(${isHidden}, conversations.alias, null)`,
        isAnonymous: sql`conversations.alias is not null`.mapWith(Boolean),
        partner: personColumns,
      })
      .from(
        sql`(select conversation_id, last_message_id, unread_count from ${conversationMembers}
          where user_id = ${viewer.id} order by last_message_id desc limit ${maxConversations}) as inbox`,
      )
      .innerJoin(conversations, sql`conversations.id = inbox.conversation_id`)
      .innerJoin(messages, sql`messages.id = inbox.last_message_id`)
      .innerJoin(
        users,
        sql`users.id = iif(conversations.a_id = ${viewer.id}, conversations.b_id, conversations.a_id)`,
      )
      .where(
        and(
          sql`inbox.unread_count > 0`,
          isShownConversation,
          sql`iif(${isHidden}, conversations.alias_blocked_at is null, ${isNoBlockWith(viewer, sql`users.id`)})`,
          filter(sql`'messages-' || messages.id`),
        ),
      )
      .orderBy(desc(messages.id))
      .limit(maxOfSource);
  },
  present: ({ messageId, content, isOwn, unread, alias, isAnonymous, partner }) => {
    const person = alias === null ? presentPerson(partner) : presentAlias("Anonymous", alias.charAt(5));
    const url = alias ? `/messages/${alias}` : `/messages/${partner.id}${isAnonymous ? "?anonymous=1" : ""}`;
    return {
      id: `messages-${messageId}`,
      text: unread === 1 ? `${person.name} wrote to you` : `${unread} messages from ${person.name}`,
      detail: isOwn ? null : quoted(content),
      url,
      act: { label: "Read", to: url },
      person,
      personId: alias === null ? partner.id : null,
    };
  },
});

export const connectionRequests = defineCards({
  kind: "request",
  icon: "orbit",
  isRequest: true,
  subject: "users",
  select: ({ viewer }, filter) =>
    db
      .select(personColumns)
      .from(connections)
      .innerJoin(users, eq(users.id, connections.askedBy))
      .where(
        and(
          isPendingFor(viewer.id),
          isActiveNoIndex,
          isNoBlockWith(viewer, sql`users.id`),
          filter(sql`'request-' || users.id`),
        ),
      )
      .orderBy(desc(connections.createdAt))
      .limit(maxOfSource),
  present: (row) => {
    const person = presentPerson(row);
    return {
      id: `request-${row.id}`,
      text: `${person.name} wants to connect`,
      detail: person.line,
      url: `/people/${row.id}`,
      act: { label: "Accept", to: null },
      person,
      personId: row.id,
    };
  },
});

export const mentoringRequests = defineCards({
  kind: "request",
  icon: "compass",
  isRequest: true,
  subject: "users",
  select: ({ viewer }, filter) =>
    db
      .select({ id: mentorings.id, topic: mentorings.topic, mentee: personColumns })
      .from(mentorings)
      .innerJoin(users, eq(users.id, mentorings.menteeId))
      .where(
        and(
          eq(mentorings.mentorId, viewer.id),
          eq(mentorings.state, sql`'asked'`),
          isActiveNoIndex,
          isNoBlockWith(viewer, sql`users.id`),
          filter(sql`'mentoring-' || mentorings.id`),
        ),
      )
      .orderBy(desc(mentorings.id))
      .limit(maxOfSource),
  present: ({ id, topic, mentee }) => ({
    id: `mentoring-${id}`,
    text: `${mentee.name} asks you to be their mentor`,
    detail: `About ${topic}`,
    url: `/mentoring/${id}`,
    act: { label: "Accept", to: null },
    person: presentPerson(mentee),
    personId: mentee.id,
  }),
});

/** Only this many of the newest members open to mentoring are compared. */
const maxMentors = 50;
/** Only this many of the questions that a member asked under their name are compared. */
const maxOwnQuestions = 20;

/**
 * For students without a mentor or a pending request: a senior of their branch, or one offering a topic that they ask
 * about, saved or know.
 */
export const mentorsToAsk = defineCards({
  isOffer: true,
  kind: "request",
  icon: "compass",
  subject: "users",
  select: ({ viewer, now, day }, filter) => {
    const isWanted = sql`(exists (select 1 from user_topics as own where own.user_id = me.id and own.tag_id = tags.id)
      or exists (select 1 from saved_searches as saved where saved.user_id = me.id and saved.kind = 'questions'
        and saved.term = 'tag:' || tags.name)
      or exists (select 1 from question_tags as had where had.tag_id = tags.id and had.question_id in (
        select id from questions where author_id = ${viewer.id} order by id desc limit ${maxOwnQuestions}))
      or instr(',' || replace(replace(lower(me.skills), ', ', ','), ' ', '-') || ',', ',' || tags.name || ','))`;
    const fits = sql`2 * (select count(*) from user_topics as offered join tags on tags.id = offered.tag_id
        where offered.user_id = users.id and ${isWanted}) + coalesce(users.branch = me.branch, 0)`;
    return db
      .select({ ...personColumns, topics: topicNames })
      .from(users)
      .innerJoin(sql`users as me`, sql`me.id = ${viewer.id}`)
      .where(
        and(
          sql`users.id in (select id from users where mentoring_places is not null order by id desc limit ${maxMentors})`,
          isActiveNoIndex,
          sql`me.batch_year >= ${getAlumniYear(day)} and users.batch_year < me.batch_year`,
          sql`not exists (select 1 from mentorings as own where own.mentee_id = ${viewer.id} and own.state in ('asked', 'accepted'))`,
          ...askingRules(viewer.id, now).map(({ holds }) => holds),
          sql`${fits} > 0`,
          filter(sql`'mentor-' || users.id`),
        ),
      )
      .orderBy(sql`${fits} desc`, sql`users.id desc`)
      .limit(1);
  },
  present: ({ topics, ...row }) => {
    const person = presentPerson(row);
    const [first, ...others] = topics.split(" ");
    return {
      id: `mentor-${row.id}`,
      text: `${person.name} could be your mentor`,
      detail: [person.line, `About ${first}${others.length > 0 ? ` and ${others.length} more` : ""}`]
        .filter(Boolean)
        .join(" · "),
      url: `/people/${row.id}`,
      act: { label: "Ask to be mentored", to: `/mentoring/new?mentor=${row.id}` },
      person,
      personId: row.id,
    };
  },
});

/** For alumni: new members of their batch who are not connected to them. */
export const newInBatch = defineCards({
  isOffer: true,
  kind: "request",
  icon: "feature-alumni",
  subject: "users",
  select: ({ viewer, now }, filter) =>
    db
      .select(personColumns)
      .from(users)
      .where(
        and(
          sql`users.id in (select mate.id from users as me join users as mate on mate.status = 'active'
            and mate.batch_year = me.batch_year where me.id = ${viewer.id} order by mate.id desc limit 50)`,
          sql`users.id <> ${viewer.id} and users.created_at > ${now - newForMs}`,
          sql`users.created_at > (select me.created_at from users as me where me.id = ${viewer.id})`,
          sql`not exists (select 1 from connections where low_id = min(users.id, ${viewer.id})
            and high_id = max(users.id, ${viewer.id}))`,
          isNoBlockWith(viewer, sql`users.id`),
          filter(sql`'batch-' || users.id`),
        ),
      )
      .orderBy(sql`users.id desc`)
      .limit(maxOfSource),
  present: (row) => {
    const person = presentPerson(row);
    return {
      id: `batch-${row.id}`,
      text: `${person.name} from your batch has joined`,
      detail: person.line,
      url: `/people/${row.id}`,
      act: { label: "Connect", to: null },
      person,
      personId: row.id,
    };
  },
});

const maxCounted = 100;
const waiting = (name: string, from: SQL) => sql`select ${name} as name, count(*) as total, max(id) as newest
  from (select id from ${from} limit ${maxCounted}) having count(*) > 0`;

const isApprovable = sql`users where status = 'pending'
  and ${env.REGISTRATION === "domain" ? sql`email_confirmed_at is not null` : sql`true`}`;

const isOnTeam = (viewer: Viewer) => viewer.isAdmin || viewer.isModerator;

/** Open tasks for administrators, and reports for moderators. The id contains the newest item, so that a new item creates a new card. */
export const administration = defineCards({
  kind: "administration",
  icon: "shield",
  subject: "users",
  select: ({ viewer }, filter) =>
    db
      .select({
        name: sql<"reports" | "approvals">`due.name`,
        total: sql<number>`due.total`,
        newest: sql<number>`due.newest`,
      })
      .from(
        sql`(${waiting("reports", sql`reports where resolved_at is null and ${isOnTeam(viewer) ? isReadableBy(viewer) : sql`false`}`)}
          union all ${waiting("approvals", sql`${isApprovable} and ${viewer.isAdmin ? 1 : 0} = 1`)}) as due`,
      )
      .where(sql`${isOnTeam(viewer) ? 1 : 0} = 1 and ${filter(sql`due.name || '-' || due.newest`)}`)
      .orderBy(sql`due.name desc`)
      .limit(maxOfSource),
  present: ({ name, total, newest }) => {
    const url = name === "reports" ? "/admin/reports" : "/admin/members?list=pending";
    const count = total === maxCounted ? `${maxCounted} or more` : String(total);
    return {
      id: `${name}-${newest}`,
      text:
        name === "reports"
          ? total === 1
            ? "A report is waiting for a decision"
            : `${count} reports are waiting for a decision`
          : total === 1
            ? "Somebody is waiting for approval"
            : `${count} people are waiting for approval`,
      detail: null,
      url,
      act: { label: "Decide", to: url },
      person: null,
      personId: null,
    };
  },
});
