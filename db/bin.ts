import { and, eq, getTableColumns, getTableName, gt, notInArray, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { allTables, keysOf } from "./foreign-keys.ts";
import { bin, binRows, db } from "./index.ts";
import { insertSelect } from "./insert-select.ts";
import {
  answers,
  boardConfirmations,
  boardPins,
  boards,
  eventRegistrations,
  events,
  eventWaiting,
  jobs,
  jobTracking,
  questionFollows,
  questions,
  questionVotes,
  resources,
  savedJobs,
  thanks,
  users,
} from "./schema/index.ts";
import { ofBin } from "./scopes/bin.ts";
import { isOwnPost } from "./scopes/questions.ts";
import { things } from "./things.ts";
import { type BinSubject, isAnonymousKind, type ThankedKind, thankedKinds } from "./vocabulary.ts";

/**
 * Deleting an item moves its rows, and those that a foreign key would delete with it, from their tables to `bin_rows`, so
 * that no other statement has to consider the bin. Tables with thousands of rows per item have no such key: their rows
 * stay, are found only together with the item, and are deleted with its entry.
 */

const hourMs = 3_600_000;
export const binMs = 7 * 24 * hourMs;
/** Attendees of a deleted event are notified at the latest this long before it begins. */
export const noticeBeforeMs = 2 * 24 * hourMs;
const maxTitleLength = 120;

const staying = [
  { table: eventRegistrations, of: events, key: eventRegistrations.eventId },
  { table: eventWaiting, of: events, key: eventWaiting.eventId },
  { table: questionVotes, of: questions, key: questionVotes.questionId },
  { table: questionFollows, of: questions, key: questionFollows.questionId },
  { table: savedJobs, of: jobs, key: savedJobs.jobId },
  { table: jobTracking, of: jobs, key: jobTracking.jobId },
  { table: boardPins, of: boards, key: boardPins.boardId },
  { table: boardConfirmations, of: boards, key: boardConfirmations.boardId },
  ...thankedKinds.map((kind) => ({ table: thanks, of: things[kind].table, key: thanks[`${kind}Id`] })),
];

const parentsOf = (table: SQLiteTable) => keysOf(table).filter((key) => key.isCascade && key.of !== table);

/** How many cascading keys separate a table from an item's; -1 if none of its rows belong to the item. */
function depthBelow(root: SQLiteTable, table: SQLiteTable): number {
  if (table === root) return 0;
  return Math.max(
    -1,
    ...parentsOf(table)
      .map((key) => depthBelow(root, key.of))
      .map((depth) => (depth < 0 ? -1 : depth + 1)),
  );
}

/** The tables of an item and of everything that is deleted with it, parents first. */
const partsOf = (root: SQLiteTable): SQLiteTable[] =>
  allTables
    .map((table) => ({ table, depth: depthBelow(root, table) }))
    .filter(({ depth }) => depth >= 0)
    .sort((a, b) => a.depth - b.depth)
    .map(({ table }) => table);

const selfKey = (table: SQLiteTable) => keysOf(table).find((key) => key.isCascade && key.of === table)?.name;

/** A condition on a table: its rows that are deleted with the item. */
function isPartOf(root: SQLiteTable, id: number, table: SQLiteTable): SQL {
  const name = getTableName(table);
  if (table !== root) {
    const keys = parentsOf(table).filter((key) => depthBelow(root, key.of) >= 0);
    const conditions = keys.map(
      (key) =>
        sql`${sql.raw(`${name}.${key.name}`)} in (select id from ${sql.raw(getTableName(key.of))}
          where ${isPartOf(root, id, key.of)})`,
    );
    return sql`(${sql.join(conditions, sql` or `)})`;
  }
  const key = selfKey(root);
  if (!key) return sql`${sql.raw(`${name}.id`)} = ${id}`;
  return sql`${sql.raw(`${name}.id`)} in (with recursive family(id) as (select ${id}
    union select below.id from ${sql.raw(name)} as below join family on ${sql.raw(`below.${key}`)} = family.id)
    select id from family)`;
}

function takeRows(root: SQLiteTable, id: number, table: SQLiteTable, entry: SQL): SQL {
  const name = getTableName(table);
  const columns = Object.keys(getTableColumns(table)).map(toSnakeCase);
  const member = keysOf(table).find((key) => key.of === users)?.name;
  const pairs = columns.map((column) => `'${column}', ${name}.${column}`).join(", ");
  return sql`select entry.id as bin_id, ${name} as table_name, ${sql.raw(member ? `${name}.${member}` : "null")} as member_id,
    json_object(${sql.raw(pairs)}) as cells from ${entry} cross join ${sql.raw(name)} where ${isPartOf(root, id, table)}`;
}

interface Deletion {
  deletedBy: number;
  /** The condition of the statement that deletes the row. */
  condition?: SQL | undefined;
  /** Whether an administrator removes it. By default, whether somebody other than the author deletes it. */
  isRemoved?: SQL | undefined;
  /** How long the attendees of an event that begins soon are not notified, for Undo. */
  holdMs?: number | undefined;
  now?: number;
}

/** Put these two statements directly before the one that deletes the row with the same condition. */
export function moveToBin(
  subject: BinSubject,
  id: number,
  { deletedBy, condition, isRemoved, holdMs = 0, now = Date.now() }: Deletion,
) {
  const { table, title, owner, alias, questionId } = things[subject];
  const isOwn = isAnonymousKind(subject)
    ? isOwnPost(`${subject}s`, { id: deletedBy, isAdmin: false })
    : sql`${owner} = ${deletedBy}`;
  const beginsIn = sql`(${events.startsAt} - ${now})`;
  const isEvent = subject === "event";
  const isSoon = sql`${beginsIn} between 0 and ${noticeBeforeMs}`;
  const entry = sql`(select id from bin where subject = ${subject} and subject_id = ${id}) as entry`;
  return [
    insertSelect(
      db,
      bin,
      {
        subject,
        subjectId: table.id,
        questionId,
        title: sql`substr(${title}, 1, ${maxTitleLength})`,
        authorId: owner,
        alias: alias ?? sql`null`,
        deletedBy,
        isRemoved: isRemoved ?? sql`not ${isOwn}`,
        deletedAt: now,
        tellAt: isEvent
          ? sql`iif(${beginsIn} > ${noticeBeforeMs}, min(${now + binMs}, ${events.startsAt} - ${noticeBeforeMs}),
              iif(${isSoon} and ${holdMs} > 0, ${now + holdMs}, null))`
          : null,
        toldAt: isEvent ? sql`iif(${isSoon} and ${holdMs} = 0, ${now}, null)` : null,
      },
      table,
      and(eq(table.id, id), condition),
    ).returning({ id: bin.id }),
    insertSelect(
      db,
      binRows,
      {
        binId: sql`taken.bin_id`,
        tableName: sql`taken.table_name`,
        memberId: sql`taken.member_id`,
        row: sql`taken.cells`,
      },
      sql`(${sql.join(
        partsOf(table).map((part) => takeRows(table, id, part, entry)),
        sql` union all `,
      )}) as taken`,
    ),
  ] as const;
}

const fileOfRow = sql<string | null>`iif(table_name = 'job_applications', "row" ->> 'file', null)`;

const someRows = (condition: SQL | undefined, limit: number) =>
  sql`rowid in (select rowid from ${binRows} where ${condition} limit ${limit})`;

/** Deletes an account's rows in the bin, as `deleteAccount` does in the tables. Returns files. */
export const deleteRowsInBin = (memberId: number, limit: number) =>
  db
    .delete(binRows)
    .where(someRows(eq(binRows.memberId, memberId), limit))
    .returning({ file: fileOfRow });

/** Deletes rows that stayed in their tables, before `deleteSomeRows`. A statement for each table. */
export const deleteStayingRows = (binIds: readonly number[], limit: number) =>
  staying.map(({ table, of, key }) =>
    db
      .delete(table)
      .where(
        sql`rowid in (select ${table}.rowid from bin_rows cross join ${table} on ${key} = bin_rows."row" ->> 'id'
          where bin_rows.bin_id in (select value from json_each(${JSON.stringify(binIds)}))
            and bin_rows.table_name = ${getTableName(of)} limit ${limit})`,
      )
      .returning({ id: key }),
  );

/** Deletes rows of entries, except those whose files are released with the entry itself. Returns files. */
export const deleteSomeRows = (binIds: readonly number[], limit: number) =>
  db
    .delete(binRows)
    .where(
      someRows(
        and(
          sql`${binRows.binId} in (select value from json_each(${JSON.stringify(binIds)}))`,
          notInArray(binRows.tableName, [events, resources].map(getTableName)),
        ),
        limit,
      ),
    )
    .returning({ file: fileOfRow });

/**
 * The decision about a report removes what its author deleted, so that the author can't restore it. If it was deleted with another
 * item, its row is deleted, so that it is not restored with that item.
 */
export function removeInBin(
  subject: BinSubject,
  id: number,
  { removedBy, mayDecide, now }: { removedBy: number; mayDecide: SQL; now: number },
) {
  return [
    db
      .update(bin)
      .set({ isRemoved: true, deletedBy: removedBy, deletedAt: now })
      .where(and(ofBin(subject, id), eq(bin.isRemoved, false), gt(bin.deletedAt, now - binMs), mayDecide)),
    db
      .delete(binRows)
      .where(
        and(
          isRowInBin(things[subject].table, id),
          sql`bin_id not in (select id from bin where ${ofBin(subject, id)})`,
          mayDecide,
        ),
      ),
    ...staying
      .filter(({ of }) => of === things[subject].table)
      .map(({ table, of, key }) =>
        db
          .delete(table)
          .where(
            and(
              eq(key, id),
              sql`not exists (select 1 from ${of} as live where live.id = ${id})`,
              sql`not exists (select 1 from bin_rows where ${isRowInBin(of, id)})`,
              mayDecide,
            ),
          ),
      ),
  ] as const;
}

/** A condition on `bin_rows`: the row of this table and id. */
export const isRowInBin = (table: SQLiteTable, id: number): SQL =>
  sql`(bin_rows.table_name = ${getTableName(table)} and bin_rows."row" ->> 'id' = ${id})`;

const restoredId = sql`bin_rows."row" ->> 'id'`;
const countThanks = (kind: ThankedKind) =>
  sql`(select count(*) from thanks where ${sql.raw(`${kind}_id`)} = ${restoredId})`;
/** Maintained by triggers, which count restored rows again. Rows that stayed in their tables are counted here. */
const restoredCounts: Record<string, Record<string, SQL>> = {
  events: {
    registrationCount: sql`(select count(*) from event_registrations where event_id = ${restoredId})`,
    checkedInCount: sql`(select count(checked_in_at) from event_registrations where event_id = ${restoredId})`,
    waitingCount: sql`(select count(*) from event_waiting where event_id = ${restoredId})`,
  },
  questions: {
    voteCount: sql`(select count(*) from question_votes where question_id = ${restoredId})`,
    answerCount: sql`0`,
  },
};

function restoreRows(subject: BinSubject, id: number, table: SQLiteTable, condition: SQL) {
  const root = things[subject].table;
  const own = selfKey(root);
  const value = (column: string) => sql`bin_rows."row" ->> ${sql.raw(`'${column}'`)}`;
  const columns = Object.entries(getTableColumns(table)).map(([name, column]) => [
    name,
    columnValue(name, column),
  ]);
  const parents = keysOf(table)
    .filter((key) => key.of !== table)
    .map(
      (key) => sql`(${value(key.name)} is null or exists (select 1 from ${key.of} as parent
        where ${sql.raw(`parent.${key.foreignName}`)} = ${value(key.name)}
        ${key.of === users ? sql`and parent.status <> 'deleted'` : sql``}
        ${table === root && key.of === questions ? sql`and parent.merged_into is null` : sql``}))`,
    );
  const isThere = and(
    ofBin(subject, id),
    condition,
    sql`bin_rows.table_name = ${getTableName(table)}`,
    ...parents,
  );
  return insertSelect(
    db,
    table,
    Object.fromEntries(columns),
    sql`bin join bin_rows on bin_rows.bin_id = bin.id`,
    isThere,
  ).onConflictDoNothing();

  function columnValue(name: string, column: SQLiteColumn): SQL {
    const key = toSnakeCase(name);
    const count = restoredCounts[getTableName(table)]?.[name];
    if (count) return count;
    const thanked = thankedKinds.find((kind) => things[kind].table === table);
    if (thanked && name === (thanked === "answer" ? "voteCount" : "thanksCount")) return countThanks(thanked);
    // Questions merged into the restored one, directly or not, all point to it.
    if (table === root && key === own)
      return sql`iif(${value("id")} = ${id}, (select id from ${root} where id = ${value(key)}), ${id})`;
    if (table === answers && name === "isAccepted")
      return sql`iif(exists (select 1 from answers as other where other.question_id = ${value("question_id")}
        and other.is_accepted = 1), 0, ${value(key)})`;
    // A row that an older release moved here lacks newer columns.
    return column.notNull && column.default !== undefined
      ? sql`coalesce(${value(key)}, ${sql.param(column.default, column)})`
      : value(key);
  }
}

/**
 * Restores an item and its rows, except rows of deleted members and rows whose parent is gone. Delete its entry in the
 * same batch, if `isBack`.
 * @param condition on `bin`: who may restore it
 */
export const restoreFromBin = (subject: BinSubject, id: number, condition: SQL) =>
  partsOf(things[subject].table).map((table) => restoreRows(subject, id, table, condition));

/** Moves answers in the bin, and comments on answers, to the question that theirs was merged into. */
export function moveInBin(fromId: number, intoId: number, isDone: SQL) {
  const isMoved = sql`question_id = ${fromId} and ${isDone} and exists (select 1 from bin_rows as part
    where part.bin_id = bin.id and (part.table_name = 'answers' or part."row" ->> 'answer_id' is not null))`;
  return [
    db
      .update(binRows)
      .set({ row: sql`json_replace("row", '$.question_id', ${intoId}, '$.is_accepted', 0)` })
      .where(sql`bin_id in (select id from bin where ${isMoved})`),
    db.update(bin).set({ questionId: intoId }).where(isMoved),
  ] as const;
}

/** Replaces a renamed or merged tag on questions in the bin. */
export const renameTagInBin = (fromId: SQL, toId: SQL, isDone: SQL) =>
  db
    .update(binRows)
    .set({ row: sql`json_replace("row", '$.tag_id', ${toId})` })
    .where(sql`table_name = 'question_tags' and "row" ->> 'tag_id' = +${fromId} and ${isDone}`);

export const isBack = (subject: BinSubject, id: number) =>
  sql`exists (select 1 from ${things[subject].table} as thing where thing.id = ${id})`;
