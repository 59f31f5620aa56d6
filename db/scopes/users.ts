import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import { emailKey } from "../schema/email-key.ts";
import { connections, users } from "../schema/users.ts";
import type { PrivateField } from "../vocabulary.ts";
import { freePlaces } from "./mentoring.ts";
import { isMutedNow } from "./mutes.ts";

export const hasSecondFactor = sql<boolean>`exists (select 1 from second_factors as factor
  where factor.user_id = users.id and factor.confirmed_at is not null)`;

/** The account of an address. If two look alike, the one with the same spelling. */
export const isAccountOf = (email: string) =>
  sql`${users.id} = (select named.id from ${users} as named where ${emailKey(sql`named.email`)} = ${emailKey(email)}
    order by named.email = ${email} desc, named.id limit 1)`;

/** Whether no other member has this address or one that looks like it. */
export const isFreeEmail = (email: string | SQL, memberId: number | SQL = 0) =>
  sql`not exists (select 1 from ${users} as named
    where ${emailKey(sql`named.email`)} = ${emailKey(email)} and named.id <> ${memberId})`;

interface ViewerIdentity {
  id: number;
  isAdmin: boolean;
}

export const isConnectionWith = (viewerId: number | Placeholder) =>
  and(
    eq(connections.lowId, sql`min(${users.id}, ${viewerId})`),
    eq(connections.highId, sql`max(${users.id}, ${viewerId})`),
  );

const isConnected = sql`${connections.acceptedAt} is not null`;

export const stranger: ViewerIdentity = { id: 0, isAdmin: false };

/** Whether the viewer may see a detail of `users`. `connections` must be joined by `isConnectionWith`. */
export function isSharedWith(
  { id, isAdmin }: ViewerIdentity,
  name: PrivateField,
  isConnection = isConnected,
): SQL {
  const audience = users[`${name}To`];
  const canSeeAll = isAdmin ? sql`true` : sql`${users.id} = ${id}`;
  return sql`(${canSeeAll} or ${audience} = 'members' or (${audience} = 'connections' and ${isConnection}))`;
}

/** Details that their owner does not share are null. `connections` must be joined by `isConnectionWith`. */
export function visibleColumns(viewer: ViewerIdentity, isConnection = isConnected) {
  const ifShared = <Name extends PrivateField>(name: Name) =>
    sql<
      (typeof users.$inferSelect)[Name]
    >`case when ${isSharedWith(viewer, name, isConnection)} then ${users[name]} end`;
  return {
    id: users.id,
    name: users.name,
    email: users.email,
    avatarFile: users.avatarFile,
    batchYear: users.batchYear,
    programmeId: users.programmeId,
    branch: users.branch,
    skills: users.skills,
    isAdmin: users.isAdmin,
    company: users.company,
    position: users.position,
    phone: ifShared("phone"),
    roll: ifShared("roll"),
    cgpa: ifShared("cgpa"),
    birthday: ifShared("birthday"),
    gender: ifShared("gender"),
    location: ifShared("location"),
    askedBy: connections.askedBy,
    acceptedAt: connections.acceptedAt,
  };
}

/** A member's topics in order, separated by spaces; null for none. */
export const topicList = sql<
  string | null
>`(select group_concat(name, ' ') from (select tags.name from user_topics
  join tags on tags.id = user_topics.tag_id where user_topics.user_id = users.id order by user_topics.position))`;

/** What a member's page and `GET /api/users/{id}` show in addition to `visibleColumns`. Visible to every member. */
export const profileColumns = (now?: number | Placeholder) => ({
  about: users.about,
  topics: topicList,
  askBy: users.askBy,
  notNowUntil: users.notNowUntil,
  links: users.links,
  positions: users.positions,
  mentoringPlaces: users.mentoringPlaces,
  mentoringNote: users.mentoringNote,
  mentoringFree: freePlaces(now),
  showsMentored: users.showsMentored,
});

/** The length of a member's programme. @param table the query's name for `users` */
export const studyYears = (table: string): SQL =>
  sql`coalesce((select years from programmes where programmes.id = ${sql.raw(table)}.programme_id),
    (select years from programmes order by position, id limit 1))`;

/** For a column of a written row: the programme may have been deleted meanwhile. */
export const existingProgramme = (id: number | null | undefined): SQL =>
  sql`(select id from programmes where id = ${id ?? null})`;

export const isActingAdmin = (id: number | Placeholder | SQL) => sql`exists (select 1 from users as actor
  where actor.id = ${id} and actor.is_admin = 1 and actor.status = 'active')`;

/** A mute suspends the role. */
export const isActingModerator = (id: number | Placeholder | SQL) => sql`exists (select 1 from users as actor
  where actor.id = ${id} and actor.is_moderator = 1 and actor.status = 'active' and not ${isMutedNow("actor")})`;

/** Whether a member is an administrator or a moderator. @param table the query's name for `users` */
export const isOnTeam = (table: string): SQL =>
  sql.raw(`(${table}.is_admin = 1 or ${table}.is_moderator = 1)`);

/** Whether the viewer is an administrator, also when the statement runs. */
export const isStillAdmin = (
  viewer: { id: number | Placeholder; isAdmin: boolean | Placeholder } | null,
): SQL => sql`(${sql.param(viewer?.isAdmin ?? false, users.isAdmin)} and ${isActingAdmin(viewer?.id ?? 0)})`;

export const visibleEmail = sql<string | null>`iif(${users.status} = 'deleted', null, ${users.email})`;

/** On `users`. @param day today, `YYYY-MM-DD` */
export const isOnNotNow = (day: string): SQL<boolean> =>
  sql<boolean>`coalesce(users.not_now_until > ${day}, 0)`.mapWith(Boolean);

export const isActive = sql`${users.status} = 'active'`;

/** For rows found by another condition. The plus keeps SQLite from scanning its index on `status`. */
export const isActiveNoIndex = sql`+${users.status} = 'active'`;

export const canEditUser = (viewer: ViewerIdentity): SQL =>
  sql`(${users.id} = ${viewer.id} or ${isStillAdmin(viewer)})`;

const startsWithText = (text: string) =>
  sql`${users.name} collate nocase >= ${text} and ${users.name} collate nocase < ${`${text}\u{10ffff}`}`;

/** Active members whose name begins with a text, ordered by name. */
export const startingUserIds = (text: string, limit: number): SQL =>
  sql`select ${users.id} from ${users} where ${isActive} and ${startsWithText(text)}
    order by ${users.name} collate nocase, ${users.id} limit ${limit}`;

/** Whether a member can log in with an OpenID provider. */
export const hasProvider = sql`(users.google_subject is not null or users.oidc_subject is not null)`;

export const anonymizedColumns = (id: number) => ({
  status: "deleted" as const,
  isAdmin: false,
  isModerator: false,
  email: `deleted-${id}@deleted.invalid`,
  emailConfirmedAt: null,
  askedToConfirmAt: null,
  passwordHash: null,
  googleSubject: null,
  oidcIssuer: null,
  oidcSubject: null,
  firstName: "Deleted",
  lastName: "user",
  name: "Deleted user",
  phone: null,
  batchYear: null,
  programmeId: null,
  skills: [],
  avatarFile: null,
  birthday: null,
  gender: null,
  roll: null,
  branch: null,
  location: null,
  cgpa: null,
  company: null,
  position: null,
  about: "",
  askBy: [],
  notNowUntil: null,
  links: [],
  positions: [],
  mentoringPlaces: null,
  mentoringNote: "",
  showsMentored: false,
  mutedAt: null,
  mutedUntil: null,
  muteReason: null,
  announcerBatch: null,
  lastVisitDay: null,
  joinLinkId: null,
  acceptedTexts: null,
  digestHour: 8,
  quietFrom: "22:00",
  quietTo: "07:00",
  mailFailures: 0,
  mailPausedAt: null,
});

/** On `users`: whether the member is the last administrator. */
export const isLastAdmin = sql`(${users.isAdmin} and not exists (select 1 from users as other
  where other.is_admin = 1 and other.status = 'active' and other.id <> ${users.id}))`;
