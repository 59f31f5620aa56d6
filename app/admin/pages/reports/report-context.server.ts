import { and, asc, desc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { attachmentUrl } from "#app/messages/attachments.server.ts";
import { attachmentWord } from "#app/messages/threads.server.ts";
import { formatDateTime, today } from "#app/platform/time/time.server.ts";
import {
  aliasMutes,
  attachments,
  bin,
  conversations,
  db,
  events,
  jobApplications,
  jobs,
  messages,
  resources,
  roomLines,
  thanks,
  users,
} from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { ofBin } from "#db/scopes/bin.ts";
import { isMutedNow } from "#db/scopes/mutes.ts";
import { authorName } from "#db/scopes/questions.ts";
import { isOfLiveThing } from "#db/scopes/thanks.ts";
import { things } from "#db/things.ts";
import {
  type AnonymousKind,
  type BinSubject,
  isAnonymousKind,
  isBinSubject,
  type OwnedKind,
  type ReportSubject,
} from "#db/vocabulary.ts";

/** A reported item as an administrator sees it, without the name of a hidden author. */
export interface ReportContext {
  /** A name, "Anonymous", or a guest's label. */
  author: string;
  /** Distinguishes hidden authors: an alias, or the start of the hash of the day. */
  authorId: string | null;
  /** The day a guest wrote it, `YYYY-MM-DD`. */
  day: string | null;
  /** The key of the author's mute: a member's id, an alias, or `guest_` and the hash. */
  muteKey: string;
  /** When it was created, or null if that could reveal a hidden author. */
  at: number | null;
  title: string | null;
  text: string | null;
  href: string | null;
  /** The lines around it, oldest first. */
  lines: { id: number; who: string; text: string; at: number }[];
  /** The files of a reported message, even a deleted one. */
  files: { url: string; name: string }[];
  /** The id of the reported line. */
  reportedId: number | null;
  /** Whether it is in the bin. */
  isDeleted: boolean;
  canRemove: boolean;
  canMute: boolean;
  isMuted: boolean;
}

/** Number of characters shown of a guest's hash. */
export const shownHashLength = 8;
export const guestPrefix = "guest_";

const bare = {
  authorId: null,
  day: null,
  at: null,
  title: null,
  text: null,
  href: null,
  lines: [],
  files: [],
  reportedId: null,
  isDeleted: false,
  canRemove: true,
  canMute: true,
};

/** Number of lines shown before and after a reported one. */
const linesAround = 5;

/** Loads a reported item, even from the bin. Returns null if it no longer exists. */
export const loadReportContext = async (
  subject: ReportSubject,
  subjectId: string,
): Promise<ReportContext | null> =>
  (await loadLive(subject, subjectId)) ??
  (isBinSubject(subject) ? await loadDeleted(subject, Number(subjectId)) : null);

async function loadDeleted(subject: BinSubject, id: number): Promise<ReportContext | null> {
  const [entry] = await db
    .select({
      author: sql<string>`coalesce((select label from question_aliases where alias = bin.alias),
        (select name from users where id = bin.author_id))`,
      authorId: bin.alias,
      muteKey: sql<string>`coalesce(bin.alias, cast(bin.author_id as text))`,
      title: bin.title,
      canRemove: sql<boolean>`not bin.is_removed`.mapWith(Boolean),
    })
    .from(bin)
    .where(ofBin(subject, id));
  return entry ? { ...bare, ...entry, isDeleted: true, canMute: false, isMuted: false } : null;
}

async function loadLive(subject: ReportSubject, subjectId: string): Promise<ReportContext | null> {
  const id = Number(subjectId);
  if (isAnonymousKind(subject)) return loadPost(subject, id);
  if (isBinSubject(subject)) return loadOwned(subject, id);
  switch (subject) {
    case "user": {
      const [user] = await db
        .select({
          ...named(),
          at: users.createdAt,
          batchYear: users.batchYear,
        })
        .from(users)
        .where(and(eq(users.id, id), eq(users.status, "active")));
      if (!user) return null;
      const { batchYear, ...rest } = user;
      return { ...bare, ...rest, title: `Batch ${batchYear}`, href: `/people/${id}`, canRemove: false };
    }
    case "application": {
      const [application] = await db
        .select({
          ...named(),
          at: jobApplications.sentAt,
          title: sql<string>`concat('Application for ', ${jobs.title})`,
          text: jobApplications.letter,
        })
        .from(jobApplications)
        .innerJoin(users, eq(users.id, jobApplications.userId))
        .innerJoin(jobs, eq(jobs.id, jobApplications.jobId))
        .where(eq(jobApplications.id, id));
      return application ? { ...bare, ...application } : null;
    }
    case "application-answer": {
      const [answer] = await db
        .select({
          ...named(),
          at: jobApplications.answeredAt,
          title: sql<string>`concat('Answer to an application for ', ${jobs.title})`,
          text: jobApplications.answer,
        })
        .from(jobApplications)
        .innerJoin(jobs, eq(jobs.id, jobApplications.jobId))
        .innerJoin(users, eq(users.id, jobs.postedBy))
        .where(and(eq(jobApplications.id, id), isNotNull(jobApplications.answer)));
      return answer ? { ...bare, ...answer } : null;
    }
    case "message":
      return loadMessage(id);
    case "alias":
      return loadAlias(subjectId);
    case "room-line":
      return loadRoomLine(id);
    case "thanks":
      return loadThanks(id);
    case "mute":
      return loadMute(subjectId);
  }
}

const describeMuteEnd = (end: number | null) =>
  end === null ? "Until it is lifted" : `Until ${formatDateTime(end)}`;

/** The mute that a member answered. Null once its account or its alias's mute is deleted. */
async function loadMute(key: string): Promise<ReportContext | null> {
  const fixed = { ...bare, muteKey: key, canRemove: false, canMute: false };
  if (key.startsWith("anon_")) {
    const [mute] = await db
      .select({
        isMuted: sql<boolean>`${isMutedNow("alias_mutes")}`.mapWith(Boolean),
        text: aliasMutes.reason,
        end: aliasMutes.mutedUntil,
        at: aliasMutes.mutedAt,
      })
      .from(aliasMutes)
      .where(eq(aliasMutes.alias, key));
    if (!mute) return null;
    const { end, ...rest } = mute;
    return { ...fixed, ...rest, author: "Anonymous", authorId: key, title: describeMuteEnd(end) };
  }
  const [mute] = await db
    .select({
      author: users.name,
      isMuted: isMuted(),
      text: users.muteReason,
      end: users.mutedUntil,
      at: users.mutedAt,
    })
    .from(users)
    .where(and(eq(users.id, Number(key)), eq(users.status, "active")));
  if (!mute) return null;
  const { end, ...rest } = mute;
  return { ...fixed, ...rest, title: describeMuteEnd(end) };
}

/** A line of thanks. An anonymous author is identified by their alias in the question, if they have one. */
async function loadThanks(id: number): Promise<ReportContext | null> {
  const question = (
    column: string,
  ) => sql`(select asked.${sql.raw(column)} from questions as asked where asked.id = coalesce(
    (select question_id from answers as given where given.id = thanks.answer_id),
    (select question_id from comments as given where given.id = thanks.comment_id)))`;
  const [line] = await db
    .select({
      author: sql<string>`coalesce(${users.name}, (select label from question_aliases as own where own.alias = thanks.alias), 'Anonymous')`,
      authorId: thanks.alias,
      muteKey: sql<string>`coalesce(thanks.alias, ${muteKey}, '')`,
      isMuted: sql<boolean>`(coalesce(${isMutedNow("users")}, 0) or exists (select 1 from alias_mutes
          where alias_mutes.alias = thanks.alias and ${isMutedNow("alias_mutes")}))`.mapWith(Boolean),
      at: sql<number | null>`iif(${thanks.isNamed}, ${thanks.createdAt}, null)`,
      title: sql<string>`coalesce(${resources.title}, ${events.title}, (select ${things.experience.title}
        from experiences where experiences.id = thanks.experience_id), ${question("title")})`,
      text: thanks.line,
      resourceId: thanks.resourceId,
      eventId: thanks.eventId,
      experienceId: thanks.experienceId,
      questionId: sql<number | null>`${question("id")}`,
    })
    .from(thanks)
    .leftJoin(users, and(eq(users.id, thanks.userId), eq(thanks.isNamed, true)))
    .leftJoin(resources, eq(resources.id, thanks.resourceId))
    .leftJoin(events, eq(events.id, thanks.eventId))
    .where(and(eq(thanks.id, id), isNotNull(thanks.line), isNull(thanks.hiddenAt), isOfLiveThing("thanks")));
  if (!line) return null;
  const { resourceId, eventId, experienceId, questionId, ...rest } = line;
  const [noun, thingId] = resourceId
    ? ["resources", resourceId]
    : eventId
      ? ["events", eventId]
      : experienceId
        ? ["experiences", experienceId]
        : ["questions", questionId];
  return { ...bare, ...rest, href: `/${noun}/${thingId}`, canMute: rest.muteKey !== "" };
}

async function loadOwned(kind: OwnedKind, id: number): Promise<ReportContext | null> {
  const { table, title, text, owner, madeAt, path } = things[kind];
  const [thing] = await db
    .select({
      ...named(),
      at: sql<number>`${madeAt}`,
      title: sql<string>`${title}`,
      text: sql<string>`${text}`,
    })
    .from(table)
    .innerJoin(users, eq(users.id, owner))
    .where(eq(table.id, id));
  return thing ? { ...bare, ...thing, href: path(id) } : null;
}

/** Loads a post that may be anonymous. */
async function loadPost(kind: AnonymousKind, id: number): Promise<ReportContext | null> {
  const { table, text, madeAt, path, questionId: partOf, ...thing } = things[kind];
  // In a select from one table, Drizzle leaves out the table's name, which subqueries need.
  const named = ({ name }: SQLiteColumn) => sql.raw(`${kind}s.${toSnakeCase(name)}`);
  const [owner, alias, questionId] = [named(thing.owner), named(thing.alias), named(partOf ?? table.id)];
  const isAliasMutedHere = sql`exists (select 1 from alias_mutes
    where alias_mutes.alias = ${alias} and ${isMutedNow("alias_mutes")})`;
  const isNameMuted = sql`exists (select 1 from users as author
    where author.id = ${owner} and ${isMutedNow("author")})`;
  const [post] = await db
    .select({
      author: authorName(`${kind}s`, { id: 0, isAdmin: true }),
      authorId: sql<string | null>`${alias}`,
      muteKey: sql<string>`coalesce(${alias}, cast(${owner} as text))`,
      isMuted: sql<boolean>`(${isAliasMutedHere} or ${isNameMuted})`.mapWith(Boolean),
      title:
        kind === "experience"
          ? sql<string>`${thing.title}`
          : sql<string>`(select asked.title from questions as asked where asked.id = ${questionId})`,
      at: sql<number>`${madeAt}`,
      text: sql<string>`${text}`,
      questionId: sql<number>`${questionId}`,
    })
    .from(table)
    .where(eq(table.id, id));
  if (!post) return null;
  const { questionId: shownOn, ...rest } = post;
  return { ...bare, ...rest, href: path(id, shownOn) };
}

const muteKey = sql<string>`cast(${users.id} as text)`;
const isMuted = () => sql<boolean>`${isMutedNow("users")}`.mapWith(Boolean);
const named = () => ({ author: users.name, muteKey, isMuted: isMuted() });
const isHiddenSender = sql`(${conversations.alias} is not null and ${messages.senderId} = ${conversations.aId})`;
const isAliasMuted = () => sql`exists (select 1 from alias_mutes
  where alias_mutes.alias = conversations.alias and ${isMutedNow("alias_mutes")})`;
const who = sql<string>`case when ${isHiddenSender} then 'Anonymous' else ${users.name} end`;

const shownText = sql<string>`iif(${messages.content} = '', ${sql.raw(attachmentWord("messages"))}, ${messages.content})`;

const selectLines = (condition: SQL | undefined) =>
  db
    .select({ id: messages.id, who, text: shownText, at: messages.sentAt })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(users, eq(users.id, messages.senderId))
    .where(and(condition, messages.delivered));

const selectFiles = (messageId: number) =>
  db
    .select({ address: attachments.address, name: attachments.name })
    .from(attachments)
    .where(eq(attachments.messageId, messageId))
    .orderBy(attachments.position);

async function loadMessage(id: number): Promise<ReportContext | null> {
  const inConversation = sql`${messages.conversationId} = (select conversation_id from messages where id = ${id})`;
  const {
    message: [message],
    before,
    after,
    files,
  } = await namedBatch({
    message: db
      .select({
        author: who,
        authorId: sql<string | null>`case when ${isHiddenSender} then ${conversations.alias} end`,
        muteKey: sql<string>`case when ${isHiddenSender} then ${conversations.alias} else ${muteKey} end`,
        isMuted: sql<boolean>`case when ${isHiddenSender} then ${isAliasMuted()}
          else ${isMutedNow("users")} end`.mapWith(Boolean),
      })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .innerJoin(users, eq(users.id, messages.senderId))
      .where(eq(messages.id, id)),
    before: selectLines(and(inConversation, lte(messages.id, id)))
      .orderBy(desc(messages.id))
      .limit(linesAround + 1),
    after: selectLines(and(inConversation, gt(messages.id, id)))
      .orderBy(asc(messages.id))
      .limit(linesAround),
    files: selectFiles(id),
  });
  return message
    ? {
        ...bare,
        ...message,
        lines: [...before.reverse(), ...after],
        files: files.map(({ address, name }) => ({ url: attachmentUrl(address ?? "", name), name })),
        reportedId: id,
      }
    : null;
}

async function loadAlias(alias: string): Promise<ReportContext | null> {
  const isAlias = eq(conversations.alias, alias);
  const [[conversation], newest] = await db.batch([
    db
      .select({ isMuted: sql<boolean>`${isAliasMuted()}`.mapWith(Boolean) })
      .from(conversations)
      .where(isAlias),
    selectLines(sql`${messages.conversationId} = (select id from conversations where ${isAlias})`)
      .orderBy(desc(messages.id))
      .limit(2 * linesAround),
  ]);
  return conversation
    ? {
        ...bare,
        ...conversation,
        author: "Anonymous",
        authorId: alias,
        muteKey: alias,
        lines: newest.reverse(),
        canRemove: false,
      }
    : null;
}

const selectRoomLines = (condition: SQL) =>
  db
    .select({ id: roomLines.id, who: roomLines.guestId, text: roomLines.content, at: roomLines.sentAt })
    .from(roomLines)
    .where(condition);

async function loadRoomLine(id: number): Promise<ReportContext | null> {
  const {
    line: [line],
    before,
    after,
  } = await namedBatch({
    line: db
      .select({
        label: roomLines.guestId,
        hash: sql<string>`lower(hex(${roomLines.author}))`,
        day: roomLines.day,
        isMuted:
          sql<boolean>`exists (select 1 from room_mutes where room_mutes.author = room_lines.author)`.mapWith(
            Boolean,
          ),
      })
      .from(roomLines)
      .where(eq(roomLines.id, id)),
    before: selectRoomLines(lte(roomLines.id, id))
      .orderBy(desc(roomLines.id))
      .limit(linesAround + 1),
    after: selectRoomLines(gt(roomLines.id, id)).orderBy(asc(roomLines.id)).limit(linesAround),
  });
  if (!line) return null;
  const { label, hash, day, isMuted } = line;
  return {
    ...bare,
    author: label,
    authorId: hash.slice(0, shownHashLength),
    muteKey: guestPrefix + hash,
    day,
    isMuted,
    lines: [...before.reverse(), ...after],
    reportedId: id,
    // After midnight the hash identifies nobody.
    canMute: day === today(),
  };
}
