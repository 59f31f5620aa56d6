import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath, resolve } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, onTestFinished, test } from "vitest";
import * as schema from "../../db/schema/index.ts";
import { createBoard } from "../support/boards.ts";
import { announce } from "../support/events.ts";
import { shareExperience } from "../support/experiences.ts";
import { unlimited } from "../support/integration.ts";
import { browse, job, join, password } from "../support/people.ts";
import { answer, ask } from "../support/questions.ts";
import { startServer } from "../support/server.ts";
import { share } from "../support/upload.ts";

/** Columns that a member's archive leaves out, each with its reason. */
const notExported = {
  "account_deletions.user_id": "a row there means that the account is gone",
  "attachments.user_id": "in the messages that have them; what is not sent goes within a day",
  "audit_entries.member_id": "what administrators did",
  "audit_entries.admin_id": "what administrators did is about others",
  "bin.author_id": "what an administrator removed; what they deleted themselves comes by `deleted_by`",
  "bin_rows.member_id": "the rows of what is deleted",
  "blocks.blocked_id": "nobody learns who blocked them",
  "conversations.a_id": "a conversation comes by the member's side of it, and who hid in one stays hidden",
  "ended_connections.other_id": "what the other ended, for a minute",
  "ended_connections.user_id": "what the member ended, for a minute",
  "fan_outs.actor_id": "a notice that others get",
  "idempotency_answers.user_id": "a copy of an answer to a program, for a day",
  "idempotency_keys.user_id": "a program's key, for a day",
  "mail_links.user_id": "a secret",
  "mentorings.ended_by": "one of the two members, who are both in the archive",
  "mails.author_id": "mails that others get",
  "mails.user_id": "the member has them already",
  "member_imports.admin_id": "a list of others",
  "notices.actor_id": "a notice that others get",
  "push_subscriptions.user_id": "a browser's key",
  "question_aliases.user_id": "an alias stays with us: its posts are in the archive as anonymous ones",
  "question_revisions.author_id": "an earlier text of a post that is in the archive",
  "reports.author_id": "what somebody reported, which its author may not learn",
  "reports.resolved_by": "an administrator's decision about others",
  "second_factors.user_id": "a secret",
  "thanks_blocks.blocked_id": "nobody learns who blocked them",
  "thanks_blocks.blocker_id": "a name would tell who wrote an unnamed line",
};

/** Columns that remain after a member's account is deleted with all posts, under `Deleted user`. */
const notDeleted = {
  "thanks_blocks.blocked_id": "an ended block would tell who wrote an unnamed line",
  "audit_entries.admin_id": "what was done stays on record",
  "audit_entries.member_id": "a number, whose name goes with the account",
  "conversation_members.user_id": "the other one reads on",
  "conversations.a_id": "the other one reads on",
  "conversations.b_id": "the other one reads on",
  "fan_outs.actor_id": "goes within a minute",
  "join_links.maker_id": "its link ends with the account, and says so",
  "mails.author_id": "says which mute stops a mail that waits",
  "mails.user_id": "what waits is still sent, such as the farewell; the sweep deletes it",
  "mentorings.ended_by": "goes with its row",
  "messages.receiver_id": "the other one reads on",
  "messages.sender_id": "the other one reads on",
  "question_aliases.user_id": "anonymous posts stay: if they went, that would tell who wrote them",
  "board_versions.author_id": "says who changed a text that stays",
  "question_revisions.author_id": "says who changed a text that stays",
  "question_votes.user_id": "only a count is shown",
  "reports.resolved_by": "the decision stays",
};

/** Keys that do not cascade, because deleting the account does something else with their rows. */
const notCascading = {
  "announcements.user_id": "is kept without a name, or deleted, as the member chooses",
  "answers.author_id": "is kept without a name, or deleted, as the member chooses",
  "attachments.user_id": "only uploads that were never sent are deleted",
  "bin.author_id": "its entries expire, which releases their files",
  "bin.deleted_by": "its entries expire, which releases their files",
  "bin_rows.member_id": "unnamed thanks are kept",
  "boards.creator_id": "is kept without a name, or deleted, as the member chooses, unless others keep it",
  "comments.author_id": "is kept without a name, or deleted, as the member chooses",
  "event_messages.user_id": "is kept without a name, or deleted, as the member chooses",
  "events.organizer_id": "is kept without a name, or deleted, as the member chooses; deleting cancels it",
  "experiences.author_id": "is kept without a name, or deleted, as the member chooses",
  "images.user_id": "may be used by posts that are kept",
  "jobs.posted_by": "is kept without a name, or deleted, as the member chooses",
  "notices.actor_id": "another member's notice is kept without the name",
  "question_asks.helper_id": "is deleted by hand, because a cascade would need a new table",
  "question_follows.user_id": "is deleted by hand, because a cascade would need a new table",
  "questions.author_id": "is kept without a name, or deleted, as the member chooses",
  "reports.author_id": "a report is kept until its retention ends, without what was reported",
  "reports.reporter_id": "a report is kept without its reporter",
  "resources.user_id": "is kept without a name, or deleted, as the member chooses",
  "thanks.receiver_id": "an unnamed thanks is kept, because deleting it would tell who gave it",
  "thanks.user_id": "an unnamed thanks is kept, because deleting it would tell who gave it",
};

const memberKeys = Object.values(schema)
  .filter((table) => is(table, SQLiteTable))
  .flatMap((table) => {
    const { name, foreignKeys } = getTableConfig(table);
    return foreignKeys
      .map((key) => ({ ...key.reference(), onDelete: key.onDelete }))
      .filter(({ foreignTable }) => getTableName(foreignTable) === "users")
      .flatMap(({ columns, onDelete }) =>
        columns.map((column) => ({ column: `${name}.${toSnakeCase(column.name)}`, onDelete })),
      );
  });
const memberColumns = memberKeys.map(({ column }) => column).sort();

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** @returns the member columns that one of the statements selects by */
const findUsed = (statements: string[]) =>
  memberColumns.filter((column) => {
    const isAskedFor = new RegExp(`\\b${column.replace(".", "\\.")} = \\+\\?`);
    return statements.some((statement) => isAskedFor.test(statement.replaceAll('"', "")));
  });

test("every foreign key to members cascades, and so is deleted with the account, or has a reason", () => {
  const isCascading = (column: string) =>
    memberKeys.some((key) => key.column === column && key.onDelete === "cascade");
  const explained = Object.keys(notDeleted).filter((column) => !isCascading(column));
  expect([...explained, ...Object.keys(notCascading)].sort()).toEqual(
    memberColumns.filter((column) => !isCascading(column)),
  );
});

test("every column that names a member is in the archive and is deleted with the account, or has a reason", async () => {
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-statements-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = joinPath(folder, "statements");
  const server = await startServer(
    { ...unlimited, RECORD_STATEMENTS: file },
    undefined,
    resolve("tests/support/record-statements.ts"),
  );
  onTestFinished(async () => void (await server.stop()));
  const read = () =>
    readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as string);
  const asha = await join(server, "asha");
  const rohan = await join(server, "rohan");
  const content = { senderId: asha.id, receiverId: rohan.id, content: "Hello", isAnonymous: false };
  expect((await asha.call("POST", "/api/messages/send", content)).status).toBe(201);
  const browser = browse(server, asha);

  expect((await asha.call("POST", "/api/jobs", job)).status).toBe(201);
  await announce(asha);
  await share(asha, { name: "tides.txt", bytes: Buffer.from("High at noon") });
  await ask(asha);
  await shareExperience(asha);
  await createBoard(server, asha);
  await answer(asha, (await ask(rohan)).id);

  const before = read().length;
  expect((await browser.post("/account/data", {})).status).toBe(200);
  const exported = read().slice(before);
  expect(exported.length).toBeGreaterThan(20);
  expect([...findUsed(exported), ...Object.keys(notExported)].sort()).toEqual(memberColumns);

  const between = read().length;
  const left = await browser.post("/account/delete", { posts: "delete", currentPassword: password });
  expect(left.headers.get("Location")).toBe("/login");
  const deleted = read()
    .slice(between)
    .filter((statement) => /^(delete from|update) /.test(statement));
  expect([...findUsed(deleted), ...Object.keys(notDeleted)].sort()).toEqual(memberColumns);
});
