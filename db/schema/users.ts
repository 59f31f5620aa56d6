import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { type AskWay, audiences, type CareerStep, type Scope } from "../vocabulary.ts";
import { commaList, id, moment, oneOf, version } from "./columns.ts";
import { emailKey } from "./email-key.ts";

const audience = () => text({ enum: audiences }).notNull();

/** What the college teaches, and how many years it takes. */
export const programmes = sqliteTable(
  "programmes",
  {
    id: id(),
    name: text().notNull(),
    years: integer().notNull(),
    position: integer().notNull(),
    isHidden: integer({ mode: "boolean" }).notNull().default(false),
    version: version(),
  },
  (t) => [check("programmes_years", sql`${t.years} between 1 and 6`)],
);

/** `pending` waits for a confirmation or an administrator. A `deleted` row is emptied, but messages still refer to it. */
export const users = sqliteTable(
  "users",
  {
    id: id(),
    status: text({ enum: ["pending", "active", "suspended", "deleted"] })
      .notNull()
      .default("active"),
    isAdmin: integer({ mode: "boolean" }).notNull().default(false),
    /** Never set for an administrator. */
    isModerator: integer({ mode: "boolean" }).notNull().default(false),
    email: text().notNull(),
    emailConfirmedAt: moment(),
    askedToConfirmAt: moment(),
    /** A PHC string. Null if the member logs in only through a provider. */
    passwordHash: text(),
    googleSubject: text(),
    oidcIssuer: text(),
    oidcSubject: text(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    name: text().notNull(),
    /** Country code, a space, the number; null only on emptied rows. */
    phone: text(),
    /** Year of graduation; null only on emptied rows. */
    batchYear: integer(),
    /** Null counts as the first programme. */
    programmeId: integer().references(() => programmes.id),
    skills: commaList().notNull().default([]),
    avatarFile: text(),
    birthday: text(),
    gender: text(),
    roll: text(),
    branch: text(),
    location: text(),
    cgpa: real(),
    company: text(),
    position: text(),
    about: text().notNull().default(""),
    askBy: text({ mode: "json" }).$type<AskWay[]>().notNull().default([]),
    /** The day, `YYYY-MM-DD`, from which the member accepts questions again. */
    notNowUntil: text(),
    links: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    positions: text({ mode: "json" }).$type<CareerStep[]>().notNull().default([]),
    /** Whether the member has topics and no future `notNowUntil`. Maintained by a trigger and the hourly sweep. */
    offersHelp: integer({ mode: "boolean" }).notNull().default(false),
    /** How many members they mentor at a time. Null if they do not mentor. */
    mentoringPlaces: integer(),
    mentoringNote: text().notNull().default(""),
    showsMentored: integer({ mode: "boolean" }).notNull().default(false),
    phoneTo: audience().default("connections"),
    rollTo: audience().default("connections"),
    cgpaTo: audience().default("connections"),
    birthdayTo: audience().default("connections"),
    genderTo: audience().default("connections"),
    locationTo: audience().default("members"),
    mutedAt: moment(),
    /** When the mute ends automatically. Null if only an administrator lifts it. */
    mutedUntil: moment(),
    muteReason: text(),
    /** The batch that the member may announce to. Administrators may announce to all. */
    announcerBatch: integer(),
    allowAnonymous: integer({ mode: "boolean" }).notNull().default(true),
    allowAsking: integer({ mode: "boolean" }).notNull().default(true),
    digestHour: integer().notNull().default(8),
    /** Between these times of day, `HH:MM`, nothing is mailed immediately. Two equal times turn this off. */
    quietFrom: text().notNull().default("22:00"),
    quietTo: text().notNull().default("07:00"),
    mailFailures: integer().notNull().default(0),
    mailPausedAt: moment(),
    /** When a messages page was last open. The bell counts newer unseen messages. */
    messagesOpenedAt: moment().notNull().default(0),
    stepsDismissedAt: moment(),
    /** The day, `YYYY-MM-DD`, of an administrator's last visit. */
    lastVisitDay: text(),
    notesFoundAt: moment(),
    /** The join link that they registered with. Triggers count its members. */
    joinLinkId: integer().references((): AnySQLiteColumn => joinLinks.id),
    /** The version of the texts about privacy and of the rules that they accepted when they joined, such as `1.14`. */
    acceptedTexts: text(),
    createdAt: moment().notNull(),
    version: version(),
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    index("users_email_key").on(emailKey(t.email)),
    index("users_phone").on(t.phone).where(sql`phone is not null`),
    index("users_muted").on(t.mutedAt).where(sql`muted_at is not null`),
    uniqueIndex("users_google").on(t.googleSubject),
    uniqueIndex("users_oidc").on(t.oidcIssuer, t.oidcSubject).where(sql`oidc_subject is not null`),
    index("users_batch").on(t.status, t.batchYear, sql`${t.name} collate nocase`, t.id),
    index("users_batch_help").on(
      t.status,
      t.batchYear,
      sql`offers_help desc`,
      sql`${t.name} collate nocase`,
      t.id,
    ),
    index("users_not_now").on(t.notNowUntil).where(sql`not_now_until is not null and offers_help = 0`),
    index("users_mail_paused").on(t.id).where(sql`mail_paused_at is not null`),
    index("users_avatar").on(t.avatarFile).where(sql`avatar_file is not null`),
    index("users_company").on(sql`${t.company} collate nocase`, t.id).where(sql`company is not null`),
    index("users_branch").on(sql`${t.branch} collate nocase`, t.id).where(sql`branch is not null`),
    index("users_programme").on(t.programmeId, t.id).where(sql`programme_id is not null`),
    index("users_mentors").on(t.id).where(sql`mentoring_places is not null`),
    index("users_by_name").on(t.status, sql`${t.name} collate nocase`, t.id),
    // Statements that would remove an administrator check that there is another one.
    index("users_inactive").on(t.status, t.id).where(sql`status <> 'active'`),
    index("users_admins").on(t.id).where(sql`is_admin = 1`),
    index("users_join_link").on(t.joinLinkId).where(sql`join_link_id is not null`),
    index("users_unconfirmed").on(t.createdAt).where(sql`status = 'pending' and join_link_id is not null`),
    index("users_moderators").on(t.id).where(sql`is_moderator = 1`),
    check("users_status", oneOf(t.status, ["pending", "active", "suspended", "deleted"])),
    check("users_email_lower", sql`${t.email} = lower(trim(${t.email}))`),
    check("users_name", sql`${t.name} = trim(${t.firstName} || ' ' || ${t.lastName})`),
    check("users_batch_year", sql`${t.batchYear} between 1950 and 2200`),
    check("users_cgpa", sql`${t.cgpa} between 0 and 10`),
    check("users_phone_to", oneOf(t.phoneTo, audiences)),
    check("users_roll_to", oneOf(t.rollTo, audiences)),
    check("users_cgpa_to", oneOf(t.cgpaTo, audiences)),
    check("users_birthday_to", oneOf(t.birthdayTo, audiences)),
    check("users_gender_to", oneOf(t.genderTo, audiences)),
    check("users_location_to", oneOf(t.locationTo, audiences)),
  ],
);

/** Links that let a class register. The code in the address is derived from the nonce, and only its hash is stored. */
export const joinLinks = sqliteTable(
  "join_links",
  {
    id: id(),
    nonce: text().notNull(),
    codeHash: text().notNull(),
    makerId: integer()
      .notNull()
      .references((): AnySQLiteColumn => users.id),
    batchYear: integer().notNull(),
    programmeId: integer().references(() => programmes.id, { onDelete: "set null" }),
    branch: text(),
    places: integer().notNull(),
    /** How many have registered. Maintained by triggers. */
    used: integer().notNull().default(0),
    /** The last day, `YYYY-MM-DD`. */
    until: text().notNull(),
    /** Whether its members need no approval. */
    isDirect: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: moment().notNull(),
    revokedAt: moment(),
  },
  (t) => [
    uniqueIndex("join_links_code").on(t.codeHash),
    index("join_links_maker").on(t.makerId, t.id),
    check("join_links_batch_year", sql`${t.batchYear} between 1950 and 2200`),
    check("join_links_places", sql`${t.places} between 1 and 500 and ${t.used} between 0 and ${t.places}`),
  ],
);

export const batchTotals = sqliteTable(
  "batch_totals",
  {
    batchYear: integer().primaryKey(),
    total: integer().notNull(),
  },
  (t) => [check("batch_totals_total", sql`${t.total} >= 0`)],
);

/** Log-ins of browsers (cookie) and programs (bearer token). Only a hash of the secret is stored. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: ["browser", "token"] }).notNull(),
    device: text(),
    /** The member's name for a program's token. Null for a log-in. */
    name: text(),
    isReadOnly: integer({ mode: "boolean" }).notNull().default(false),
    /** What the token may do. Null for everything, or for all reads if `isReadOnly`. */
    scopes: text({ mode: "json" }).$type<Scope[]>(),
    createdAt: moment().notNull(),
    /** Accurate to the hour, and written at most hourly. Equals `createdAt` for a named token that was never used. */
    lastUsedAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("sessions_named").on(t.userId, t.name).where(sql`name is not null`),
    index("sessions_user").on(t.userId, t.lastUsedAt, t.tokenHash),
    index("sessions_last_used").on(t.lastUsedAt),
    check("sessions_kind", oneOf(t.kind, ["browser", "token"])),
  ],
);

/** Deleted accounts with rows that still have to be removed. */
export const accountDeletions = sqliteTable("account_deletions", {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  deletesPosts: integer({ mode: "boolean" }).notNull(),
});

/** Accounts that require an authenticator app's code at log-in. Until `confirmedAt` it is being set up and not required. */
export const secondFactors = sqliteTable(
  "second_factors",
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The secret shared with the app, encrypted: docs/decisions/0026. */
    secret: text().notNull(),
    confirmedAt: moment(),
    /** Salt of the recovery codes' hashes, base64url. Null until there are codes. */
    salt: text(),
    /** The newest accepted code's time, in steps of 30 seconds since 1970, so that no code is accepted twice. */
    lastStep: integer().notNull().default(0),
    /** Wrong codes since the last correct one. */
    wrongCodes: integer().notNull().default(0),
  },
  (t) => [check("second_factors_last_step", sql`${t.lastStep} >= 0`)],
);

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    userId: integer()
      .notNull()
      .references(() => secondFactors.userId, { onDelete: "cascade" }),
    codeHash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

export const linkPurposes = [
  "reset-password",
  "confirm-email",
  "change-email",
  "delete-account",
  "invitation",
] as const;

/** One-time links sent by mail. Only a hash of the secret is stored. */
export const mailLinks = sqliteTable(
  "mail_links",
  {
    tokenHash: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: text({ enum: linkPurposes }).notNull(),
    /** The address, in lower case, that a link with the purpose `change-email` confirms. */
    newEmail: text(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    index("mail_links_user").on(t.userId, t.purpose),
    index("mail_links_expires").on(t.expiresAt),
    check("mail_links_purpose", oneOf(t.purpose, linkPurposes)),
  ],
);

export const connections = sqliteTable(
  "connections",
  {
    lowId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    highId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    askedBy: integer().notNull(),
    acceptedAt: moment(),
    createdAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.lowId, t.highId] }),
    index("connections_high").on(t.highId),
    index("connections_asked_by").on(t.askedBy, t.acceptedAt, t.createdAt),
    index("connections_asked_of").on(sql`low_id + high_id - asked_by`, t.acceptedAt, t.createdAt),
    check("connections_order", sql`${t.lowId} < ${t.highId}`),
    check("connections_asked_by", sql`${t.askedBy} in (${t.lowId}, ${t.highId})`),
  ],
);

/** Requests to connect that were declined and connections that were removed within the last minute, for Undo. */
export const endedConnections = sqliteTable(
  "ended_connections",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    otherId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    askedBy: integer().notNull(),
    /** Null for a request. */
    acceptedAt: moment(),
    askedAt: moment().notNull(),
    endedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.otherId] }),
    index("ended_connections_other").on(t.otherId),
    index("ended_connections_old").on(t.endedAt),
    check("ended_connections_asked_by", sql`${t.askedBy} in (${t.userId}, ${t.otherId})`),
  ],
);

/** Members who block named messages from others. Blocking an alias is stored on the anonymous conversation. */
export const blocks = sqliteTable(
  "blocks",
  {
    blockerId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    blockedId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index("blocks_blocked").on(t.blockedId),
    index("blocks_newest").on(t.blockerId, t.createdAt),
    check("blocks_other", sql`${t.blockerId} <> ${t.blockedId}`),
  ],
);
