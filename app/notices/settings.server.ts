import { and, eq, isNull, sql } from "drizzle-orm";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { db, noticeSettings, notices, pushSubscriptions, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import type { NoticeChoice } from "#db/vocabulary.ts";
import type { NoticeSettingsChange } from "./input.server.ts";
import { isNoticeKind, type NoticeKindName, noticeKindNames, noticeKinds } from "./kinds.ts";

export interface NoticeSettings {
  kinds: Record<NoticeKindName, NoticeChoice>;
  digestHour: number;
  quietFrom: string;
  quietTo: string;
}

type Pushes = Partial<Record<NoticeKindName, boolean>>;

export async function loadNoticeSettings(userId: number): Promise<NoticeSettings> {
  const [chosen, [times]] = await db.batch([
    db
      .select({ kind: noticeSettings.kind, choice: noticeSettings.choice })
      .from(noticeSettings)
      .where(eq(noticeSettings.userId, userId)),
    db
      .select({ digestHour: users.digestHour, quietFrom: users.quietFrom, quietTo: users.quietTo })
      .from(users)
      .where(eq(users.id, userId)),
  ]);
  const choices = new Map(chosen.map(({ kind, choice }) => [kind, choice]));
  const kinds = Object.fromEntries(
    noticeKindNames.map((kind) => [kind, choices.get(kind) ?? noticeKinds[kind].preset]),
  ) as NoticeSettings["kinds"];
  return { kinds, digestHour: 8, quietFrom: "22:00", quietTo: "07:00", ...times };
}

const tooOften = "You've changed your choices often in the last minutes. Please continue later.";

/** Stores the given settings. Notices waiting to be mailed follow the new choices. @throws HttpError 429 */
export async function saveNoticeSettings(
  userId: number,
  {
    kinds = {},
    pushes = {},
    digestHour,
    quietFrom,
    quietTo,
    allowAsking,
  }: NoticeSettingsChange & { pushes?: Pushes; allowAsking?: boolean },
): Promise<void> {
  limitAction("noticeSettings", userId, tooOften);
  const isSelf = and(eq(users.id, userId), eq(users.status, "active"));
  await namedBatch({
    times: db
      .update(users)
      .set({ digestHour: digestHour ?? sql`${users.digestHour}`, quietFrom, quietTo, allowAsking })
      .where(isSelf),
    pushes: Object.entries(pushes).map(([kind, push]) => storePush(userId, kind, push)),
    kinds: Object.entries(kinds).flatMap(([kind, choice]) => storeChoice(userId, kind, choice)),
  });
}

const storePush = (userId: number, kind: string, push: boolean) =>
  insertSelect(
    db,
    noticeSettings,
    { userId: users.id, kind, push },
    users,
    and(eq(users.id, userId), eq(users.status, "active")),
  ).onConflictDoUpdate({ target: [noticeSettings.userId, noticeSettings.kind], set: { push } });

/** The kinds that are pushed to a member's devices, or null for a member without one. */
export async function loadPushes(userId: number): Promise<Record<NoticeKindName, boolean> | null> {
  const [devices, off] = await db.batch([
    db
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .limit(1),
    db
      .select({ kind: noticeSettings.kind })
      .from(noticeSettings)
      .where(and(eq(noticeSettings.userId, userId), eq(noticeSettings.push, false))),
  ]);
  if (devices.length === 0) return null;
  const isOff = new Set(off.map(({ kind }) => kind));
  return Object.fromEntries(noticeKindNames.map((kind) => [kind, !isOff.has(kind)])) as Record<
    NoticeKindName,
    boolean
  >;
}

function storeChoice(userId: number, kind: string, choice: NoticeChoice) {
  const isOfKind = and(eq(notices.userId, userId), eq(notices.kind, kind), isNull(notices.readAt));
  return [
    insertSelect(
      db,
      noticeSettings,
      { userId: users.id, kind, choice, push: true },
      users,
      and(eq(users.id, userId), eq(users.status, "active")),
    ).onConflictDoUpdate({
      target: [noticeSettings.userId, noticeSettings.kind],
      set: { choice },
    }),
    ...(choice === "mail"
      ? []
      : [
          db
            .update(notices)
            .set({
              inDigest:
                choice === "digest" ? sql`(${notices.inDigest} or ${notices.mailAt} is not null)` : false,
              mailAt: null,
            })
            .where(isOfKind),
        ]),
  ];
}

/**
 * Stops mails of a kind, several kinds separated by commas, or `digest` for all in the digest. Their notices remain on
 * the page.
 */
export async function stopMails(userId: number, named: string): Promise<void> {
  const { kinds } = await loadNoticeSettings(userId);
  const stopped =
    named === "digest"
      ? noticeKindNames.filter((kind) => kinds[kind] === "digest")
      : named
          .split(",")
          .filter((kind) => isNoticeKind(kind) && (kinds[kind] === "mail" || kinds[kind] === "digest"));
  if (stopped.length === 0) return;
  await saveNoticeSettings(userId, { kinds: Object.fromEntries(stopped.map((kind) => [kind, "here"])) });
}

export const selectAddressState = (userId: number) =>
  db
    .select({
      email: users.email,
      isConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`.mapWith(Boolean),
      pausedAt: users.mailPausedAt,
      allowAsking: users.allowAsking,
    })
    .from(users)
    .where(eq(users.id, userId));

/** @throws HttpError 429 */
export async function resumeMails(userId: number): Promise<void> {
  limitAction("noticeSettings", userId, tooOften);
  await write(() =>
    db.update(users).set({ mailFailures: 0, mailPausedAt: null }).where(eq(users.id, userId)),
  );
}
