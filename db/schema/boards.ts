import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { boardKinds, type Weekday } from "../vocabulary.ts";
import { id, moment, oneOf, version } from "./columns.ts";
import { users } from "./users.ts";

const content = {
  title: () => text().notNull(),
  kind: () => text({ enum: boardKinds }).notNull(),
  body: () => text().notNull(),
  /** The last day on which the board is valid, `YYYY-MM-DD`. */
  until: () => text(),
};

/** Pages that some members keep current, such as a timetable. Everybody can read them. */
export const boards = sqliteTable(
  "boards",
  {
    id: id(),
    slug: text().notNull(),
    creatorId: integer()
      .notNull()
      .references(() => users.id),
    title: content.title(),
    kind: content.kind(),
    body: content.body(),
    until: content.until(),
    /** The row of each weekday in a table whose first column has them. */
    week: text({ mode: "json" }).$type<Partial<Record<Weekday, string>>>().notNull(),
    /** The day of `until` that its keepers have been asked about. */
    askedUntil: text(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    version: version(),
  },
  (t) => [
    uniqueIndex("boards_slug").on(t.slug),
    index("boards_creator").on(t.creatorId),
    index("boards_until").on(t.until).where(sql`until is not null`),
    check("boards_kind", oneOf(t.kind, boardKinds)),
  ],
);

export const boardKeepers = sqliteTable(
  "board_keepers",
  {
    boardId: integer()
      .notNull()
      .references(() => boards.id, { onDelete: "cascade" }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.boardId, t.userId] }), index("board_keepers_user").on(t.userId)],
);

/** Members who see a board's row of the day on Today. */
export const boardPins = sqliteTable(
  "board_pins",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Not a foreign key, because these rows stay here while the board is in the bin. */
    boardId: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.boardId] }), index("board_pins_board").on(t.boardId, t.userId)],
);

/** Members who said that a board is still right. */
export const boardConfirmations = sqliteTable(
  "board_confirmations",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Not a foreign key, because these rows stay here while the board is in the bin. */
    boardId: integer().notNull(),
    /** The `updatedAt` of the board that the member read. */
    changedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.boardId] }),
    index("board_confirmations_board").on(t.boardId, t.changedAt),
  ],
);

/** Members' remarks about mistakes on a board. Only people who may change the board read them. */
export const boardRemarks = sqliteTable(
  "board_remarks",
  {
    id: id(),
    boardId: integer()
      .notNull()
      .references(() => boards.id, { onDelete: "cascade" }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    line: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [index("board_remarks_board").on(t.boardId, t.id), index("board_remarks_user").on(t.userId, t.id)],
);

/** The content of a board after each change, and the member who made it. */
export const boardVersions = sqliteTable(
  "board_versions",
  {
    id: id(),
    boardId: integer()
      .notNull()
      .references(() => boards.id, { onDelete: "cascade" }),
    authorId: integer()
      .notNull()
      .references(() => users.id),
    title: content.title(),
    kind: content.kind(),
    body: content.body(),
    until: content.until(),
    /** When the restored version was saved. Null if nothing was restored. */
    restoredFrom: moment(),
    savedAt: moment().notNull(),
  },
  (t) => [
    index("board_versions_board").on(t.boardId, t.id),
    index("board_versions_author").on(t.authorId, t.id),
  ],
);
