import { type SQL, sql } from "drizzle-orm";
import { isMuted } from "./mutes.ts";
import { isActingAdmin } from "./users.ts";

/** The maximum number of boards. */
export const maxBoards = 50;

/** Announcers and administrators create boards. */
export const isBoardCreator = (memberId: number): SQL<boolean> =>
  sql<boolean>`exists (select 1 from users as creator where creator.id = ${memberId} and creator.status = 'active'
    and (creator.is_admin = 1 or creator.announcer_batch is not null))`.mapWith(Boolean);

export const mayCreateBoard = (memberId: number): SQL =>
  sql`(${isBoardCreator(memberId)} and not ${isMuted(memberId)})`;

/** On `boards`: whether an active member keeps it. */
export const isKeeper = (memberId: number): SQL<boolean> =>
  sql<boolean>`exists (select 1 from board_keepers as keeping join users as keeper on keeper.id = keeping.user_id
    where keeping.board_id = boards.id and keeping.user_id = ${memberId} and keeper.status = 'active')`.mapWith(
    Boolean,
  );

/** On `boards`: whether a member may change it, unless they are muted. */
export const isEditor = (memberId: number): SQL<boolean> =>
  sql<boolean>`(${isKeeper(memberId)} or ${isActingAdmin(memberId)})`.mapWith(Boolean);

export const mayEditBoard = (memberId: number): SQL =>
  sql`(${isEditor(memberId)} and not ${isMuted(memberId)})`;

/** On `boards`. */
export const mayDeleteBoard = (memberId: number): SQL<boolean> =>
  sql<boolean>`(boards.creator_id = ${memberId} or ${isActingAdmin(memberId)})`.mapWith(Boolean);

/** Whether every id of a JSON list is an active member. */
export const areActive = (ids: readonly number[]): SQL<boolean> =>
  sql<boolean>`not exists (select 1 from json_each(${JSON.stringify(ids)}) as named where not exists
    (select 1 from users as member where member.id = named.value and member.status = 'active'))`.mapWith(
    Boolean,
  );

export const isActiveMember = (memberId: number): SQL =>
  sql`exists (select 1 from users as member where member.id = ${memberId} and member.status = 'active')`;

/** The maximum number of remarks about one board. */
export const maxRemarks = 50;

/** Whether a member may say that a board is right or wrong. */
export const mayRemark = (memberId: number): SQL =>
  sql`(${isActiveMember(memberId)} and not ${isMuted(memberId)})`;

/** On `boards`. */
export const isPinned = (memberId: number): SQL<boolean> =>
  sql<boolean>`exists (select 1 from board_pins as pin
    where pin.user_id = ${memberId} and pin.board_id = boards.id)`.mapWith(Boolean);
