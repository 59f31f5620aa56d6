import { getTableColumns, getTableName, is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import * as schema from "../../db/schema/index.ts";
import { fileSources } from "../../db/scopes/stored-files.ts";
import { binSubjects } from "../../db/vocabulary.ts";

/** Columns that look as if they name a stored file but don't, each with its reason. */
const namesNoFile: Record<string, string> = {
  "attachments.file_type": "a format",
  "boards.week": "words",
  "experiences.rounds": "words",
  "fan_outs.receivers": "the words of a notice and who gets it",
  "idempotency_answers.headers": "headers of an answer to a program",
  "job_applications.file_name": "the applicant's name for it",
  "event_registrations.answers": "words",
  "events.questions": "words",
  "landing.entries": "names and words of partners, graduates and others",
  "mails.quotes": "words",
  "calendars.entries": "what a calendar held",
  "file_texts.sha256": "the row in `files` whose text it is",
  "member_imports.file_name": "the administrator's name for a list that is not stored as a file",
  "notices.facts": "words",
  "question_drafts.fields": "the words of a question",
  "reports.file_name": "the applicant's name for it",
  "resources.file_name": "its owner's name for it",
  "resources.file_sha256": "its row in `files`, which names the file",
  "resources.file_type": "a format",
  "saved_searches.filter": "what a member searches for",
  "sessions.scopes": "what a program may do",
  "users.ask_by": "ways to ask",
  "users.links": "addresses elsewhere",
  "users.positions": "where a member worked",
};

const tables: SQLiteTable[] = Object.values(schema).filter((table) => is(table, SQLiteTable));

/** All text columns with a name about files, and all JSON columns. */
const candidates = tables.flatMap((table) =>
  Object.entries(getTableColumns(table))
    .filter(
      ([name, column]) =>
        column.dataType === "json" ||
        (column.dataType === "string" && /file|sha256|logo|avatar|image|picture|photo|^row$/i.test(name)),
    )
    .map(([name]) => `${getTableName(table)}.${toSnakeCase(name)}`),
);

test("every column that can name a stored file is in `fileSources` or has a reason not to be", () => {
  const listed = new Set(fileSources.map(({ table, column }) => `${table}.${column}`));
  expect([...listed, ...Object.keys(namesNoFile)].sort()).toEqual(candidates.sort());
});

test("the bin keeps the files of deleted items", () => {
  const inBin = new Set<string>(binSubjects.map((subject) => `${subject}s`));
  const parents = (table: SQLiteTable) =>
    getTableConfig(table)
      .foreignKeys.filter((key) => key.onDelete === "cascade")
      .map((key) => getTableName(key.reference().foreignTable));
  for (let size = 0; size !== inBin.size; ) {
    size = inBin.size;
    for (const table of tables)
      if (parents(table).some((parent) => inBin.has(parent))) inBin.add(getTableName(table));
  }
  const expected = fileSources
    .filter(({ table }) => inBin.has(table))
    .map(({ table, column }) => [`"row" ->> '${column}'`, `table_name = '${table}'`]);
  expect(expected.length).toBeGreaterThan(1);
  const binned = fileSources.filter(({ table }) => table === "bin_rows");
  expect(binned.map(({ name, where }) => [name, where])).toEqual(expected);
});
