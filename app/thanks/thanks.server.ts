import { and, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import { explainMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { PostedForm } from "#app/platform/forms/submit.server.ts";
import { requireArea } from "#app/platform/http/area-switch.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { hourMs } from "#app/platform/time/durations.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, notices, thanks } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isMuted, isMutedAnonymously } from "#db/scopes/mutes.ts";
import { isOfLiveThing, isReadableThanks } from "#db/scopes/thanks.ts";
import { things } from "#db/things.ts";
import type { ThankedKind } from "#db/vocabulary.ts";
import { parseMoment } from "../events/times.ts";
import { notify, withdrawCauses } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { thanksFormSchema } from "./input.server.ts";
import { thanksTexts } from "./texts.ts";
import { columnOf, thankable } from "./thankable.server.ts";

/** Absent fields are left unchanged. */
export interface Wish {
  line?: string | null;
  withName?: boolean;
}

export interface Thanks {
  thanks: number;
  thanked: boolean;
  line: string | null;
  withName: boolean;
}

/** Applies a form of `ThanksAct` and returns the sentence to show. The button alone sends neither line nor name. */
export async function thankByForm(
  form: PostedForm,
  viewer: Viewer,
  { kind, id, isGiven }: { kind: ThankedKind; id: number; isGiven: boolean },
): Promise<string> {
  if (!isGiven) {
    await takeThanksBack(viewer, kind, id);
    return thanksTexts.takenBack;
  }
  const wish = form.data.has("line") ? form.parse(thanksFormSchema) : {};
  await giveThanks(viewer, kind, id, wish);
  return "line" in wish ? thanksTexts.sent : thanksTexts.given;
}

/**
 * Thanks for an item once, or changes the line or name.
 * @throws HttpError 403, 404, 409 for an event that has not begun, 429
 */
export async function giveThanks(
  viewer: Viewer,
  kind: ThankedKind,
  id: number,
  { line, withName }: Wish = {},
  now = Date.now(),
): Promise<Thanks> {
  requireArea("thanks");
  requireUnmuted(viewer);
  limitAction("thanks", viewer.id, thanksTexts.tooMany);
  const { table, owner } = things[kind];
  const { hasBegun } = thankable[kind];
  const alias = thankable[kind].alias(id, viewer);
  const isUnnamed = sql`(${alias} is not null or ${withName ? 0 : 1})`;
  const isRefused = and(isNull(alias), isBlockedBy(owner, viewer.id));
  // A line without a name counts as anonymous writing.
  const isAnonymous = line !== undefined && !withName;
  const isSilenced = isAnonymous ? isMutedAnonymously(viewer.id) : isMuted(viewer.id);
  const isOpen = and(isThankable(viewer, kind, id), hasBegun(now));
  const canThank = and(isOpen, sql`not ${isSilenced}`, not(isRefused as SQL));
  const named = withName === undefined ? thanks.isNamed : sql`excluded.is_named`;
  const said = line === undefined ? thanks.line : sql`excluded.line`;
  const isOther = sql`(${thanks.line} is not ${said} or ${thanks.isNamed} <> ${named})`;
  const insert = insertSelect(
    db,
    thanks,
    {
      [`${kind}Id`]: table.id,
      userId: viewer.id,
      alias,
      receiverId: owner,
      line: line ?? null,
      isNamed: sql`not ${isUnnamed}`,
      blockedAt: sql`iif(${isUnnamed} and exists (select 1 from thanks_blocks as ended where ended.blocked_id = ${viewer.id}
        and ended.blocker_id = ${ownerOf(kind, id)} and ended.alias = coalesce(${alias}, '')), ${now}, null)`,
      createdAt: now,
    },
    table,
    canThank,
  );
  const {
    last: [last],
    notified,
    own: [own],
    state: [state],
  } = await namedBatch({
    last: lastNotice(kind, id, now),
    thanked:
      line === undefined && withName === undefined
        ? insert.onConflictDoNothing()
        : insert.onConflictDoUpdate({
            target: [thanks[`${kind}Id`], thanks.userId],
            targetWhere: sql`${columnOf(kind)} is not null`,
            set: {
              line: said,
              isNamed: named,
              isShown: false,
              blockedAt: sql`coalesce(${thanks.blockedAt}, iif(${named}, null, excluded.blocked_at))`,
            },
            setWhere: isOther,
          }),
    notified: notifyGiver(kind, id, viewer, now),
    renamed: renameNotice(kind, id),
    own: selectState(viewer, kind, id),
    state: db
      .select({
        isHeard: sql<boolean>`not ${isSilenced}`.mapWith(Boolean),
        isPast: hasBegun(now).mapWith(Boolean),
        canThank: sql<boolean>`${canThank}`.mapWith(Boolean),
      })
      .from(table)
      .where(isThankable(viewer, kind, id)),
  });
  if (!own || !state) throw await explainMissing(viewer, kind, id);
  if (!state.isPast) throw new HttpError(409, thanksTexts.notYet);
  if (!state.isHeard) throw await explainMute(viewer.id, { isAnonymous });
  if (!state.canThank || !own.thanked) throw new HttpError(403, thanksTexts.refused);
  // Only the first thanks of a day send a push.
  const isFirst = !last || today(last.at) !== today(now);
  await publishNotices(notified.map(({ userId, kind }) => (isFirst ? { userId, kind } : { userId })));
  return own;
}

/** Takes thanks back and decrements the notice about them. Idempotent. @throws HttpError 403, 404, 429 */
export async function takeThanksBack(viewer: Viewer, kind: ThankedKind, id: number): Promise<Thanks> {
  requireUnmuted(viewer);
  limitAction("vote", viewer.id, thanksTexts.tooManyTakenBack);
  const mine = sql`(select own.id from thanks as own where own.${columnOf(kind)} = ${id} and own.user_id = ${viewer.id}
    and ${isOfLiveThing("own")})`;
  const {
    withdrawn,
    own: [own],
  } = await namedBatch({
    withdrawn: withdrawCauses(sql`select 'thanks-' || ${mine}`),
    deleted: db.delete(thanks).where(sql`thanks.id = ${mine}`),
    renamed: renameNotice(kind, id),
    own: selectState(viewer, kind, id),
  });
  await publishNotices(withdrawn);
  if (!own) throw await explainMissing(viewer, kind, id);
  return own;
}

const isBlockedBy = (blocker: SQL | (typeof things)[ThankedKind]["owner"], userId: number) =>
  sql`exists (select 1 from blocks where blocker_id = ${blocker} and blocked_id = ${userId})`;

const isThankable = (viewer: Viewer, kind: ThankedKind, id: number) => {
  const { table } = things[kind];
  const { isThere, isOwn } = thankable[kind];
  return and(eq(table.id, id), isThere, sql`not ${isOwn(viewer)}`);
};

const selectState = (viewer: Viewer, kind: ThankedKind, id: number) => {
  const { table } = things[kind];
  const { count, name } = thankable[kind];
  const of = (column: string) =>
    sql`(select own.${sql.raw(column)} from thanks as own
      where own.${columnOf(kind)} = ${sql.raw(name)}.id and own.user_id = ${viewer.id})`;
  return db
    .select({
      thanks: sql<number>`${count}`,
      thanked: sql<boolean>`${of("id")} is not null`.mapWith(Boolean),
      line: of("line") as SQL<string | null>,
      withName: sql<boolean>`coalesce(${of("is_named")}, 0)`.mapWith(Boolean),
    })
    .from(table)
    .where(isThankable(viewer, kind, id));
};

/** Returns 403 for the viewer's own item, 404 for one they cannot see. */
async function explainMissing(viewer: Viewer, kind: ThankedKind, id: number): Promise<HttpError> {
  const { table } = things[kind];
  const { isOwn, isThere, ownText, find } = thankable[kind];
  const [own] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), isThere, isOwn(viewer)));
  if (own) return new HttpError(403, ownText);
  await find(id, viewer);
  return new HttpError(404, thanksTexts.gone);
}

/** The author of an item, even if they used an alias. */
const ownerOf = (kind: ThankedKind, id: number) =>
  sql`(select ${thankable[kind].author} from ${sql.raw(thankable[kind].name)} as post where post.id = ${id})`;

const isNoticeOf = (kind: ThankedKind, id: number) =>
  and(
    eq(notices.kind, "thanks"),
    eq(notices.subject, `${kind}-${id}`),
    isNull(notices.readAt),
    sql`${notices.userId} = ${ownerOf(kind, id)}`,
  );

/** When the receiver was last notified of any thanks. */
const lastNotice = (kind: ThankedKind, id: number, now: number) =>
  db
    .select({ at: sql<number>`max(${notices.at})` })
    .from(notices)
    .where(
      and(
        sql`${notices.userId} = ${ownerOf(kind, id)}`,
        eq(notices.kind, "thanks"),
        sql`${notices.at} > ${now - 25 * hourMs}`,
      ),
    )
    .groupBy(notices.userId);

/** Must directly follow the insert: notifies only of new thanks that are not blocked. */
const notifyGiver = (kind: ThankedKind, id: number, viewer: Viewer, now: number) => {
  const { name, author, title } = thankable[kind];
  const question = name === "answers" || name === "comments" ? sql`post.question_id` : sql`null`;
  return notify(
    {
      kind: "thanks",
      userId: author,
      subject: `${kind}-${id}`,
      actorId: sql`iif(given.is_named, given.user_id, null)`,
      cause: sql`'thanks-' || given.id`,
      facts: sql`json_object('title', ${title}, 'what', ${kind}, 'question', cast(${question} as text),
        'name', iif(given.is_named, giver.name, ''))`,
      // The exact time could reveal the giver to anyone who knows who was online.
      now: parseMoment(`${today(now)}T00:00`, env.TIME_ZONE),
    },
    sql`thanks as given join ${sql.raw(name)} as post on post.id = given.${columnOf(kind)}
      join users as giver on giver.id = given.user_id`,
    sql`changes() > 0 and given.${columnOf(kind)} = ${id} and given.user_id = ${viewer.id} and given.created_at = ${now}
      and given.blocked_at is null and ${author} <> ${viewer.id}
      and exists (select 1 from users as told where told.id = ${author} and told.status <> 'deleted')`,
  );
};

/** An unread notice shows the name of the latest giver, if they give one. */
export const renameNotice = (kind: ThankedKind, id: number) => {
  const last = (column: string) =>
    sql`(select ${sql.raw(column)} from thanks as given join users as giver on giver.id = given.user_id
      where given.${columnOf(kind)} = ${id} and ${isReadableThanks("given", sql`notices.user_id`)}
      order by given.id desc limit 1)`;
  return db
    .update(notices)
    .set({
      actorId: last("iif(given.is_named, given.user_id, null)") as SQL<number>,
      facts: sql`json_set(${notices.facts}, '$.name', ${last("iif(given.is_named, giver.name, '')")})`,
    })
    .where(isNoticeOf(kind, id));
};
