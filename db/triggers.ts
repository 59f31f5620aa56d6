import { getTableColumns, getTableName } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { answers, boards, events, experiences, jobs, questions, resources, users } from "./schema/index.ts";
import { maxBoards } from "./scopes/boards.ts";
import { searchedTables } from "./scopes/search.ts";

/** Not in the migrations, because rebuilding a table drops its triggers. `migrate` recreates all of them. */

/** A message is indexed shortly after it is sent (`app/messages/search.server.ts`). Earlier changes need no update. */
const messageTriggers = ["update of content, held_content", "delete"].map((change) => {
  const [kind] = change.split(" ");
  const columns = "readers, content, held_content";
  const added = `insert into messages_search(rowid, ${columns})
    select id, readers, new.content, new.held_content from messages_searched where id = old.id;`;
  return `create trigger messages_search_${kind} before ${change} on messages
    when exists (select 1 from messages_search_docsize where id = old.id) begin
      insert into messages_search(messages_search, rowid, ${columns})
        select 'delete', id, ${columns} from messages_searched where id = old.id;
      ${kind === "update" ? added : ""}
    end`;
});

/** The maximum number of causes stored for a notice. Its count is not lowered for further ones. */
const maxCauses = 1_000;
/** A read notice of thanks keeps its count. */
const isCountedBack = "(kind <> 'thanks' or read_at is null)";

const noticeTriggers = [
  ...["insert", "update of cause"].map(
    (change) => `create trigger notice_causes_after_${change.slice(0, 6)} after ${change} on notices
     when new.cause is not null and new.count <= ${maxCauses} begin
     insert into notice_causes(cause, notice_id) values (new.cause, new.id) on conflict do nothing;
   end`,
  ),
  `create trigger notice_causes_delete after delete on notice_causes begin
     delete from notices where id = old.notice_id and count = 1 and ${isCountedBack};
     update notices set count = count - ${isCountedBack}, cause = nullif(cause, old.cause) where id = old.notice_id;
   end`,
];

/** A text is indexed shortly after it is stored (`app/resources/file-texts.server.ts`), and never changes. */
const fileTextTrigger = `create trigger file_texts_search_delete after delete on file_texts begin
    delete from file_texts_search where rowid = old.id;
  end`;

/**
 * Needed after a migration, whose changes no trigger saw. There are too many messages to index during a start, so they
 * follow in batches.
 */
export const searchRebuilds: Record<string, "rebuild" | "delete-all"> = {
  ...Object.fromEntries(Object.keys(searchedTables).map((table) => [`${table}_search`, "rebuild"] as const)),
  messages_search: "delete-all",
};

/** Changing one of these columns does not bump the row's version. Changing any other does. */
const unversionedColumns = {
  jobs: ["id", "postedBy", "postedAt", "editedAt", "hiddenAt", "version"],
  events: [
    "id",
    "registrationCount",
    "waitingCount",
    "checkedInCount",
    "thanksCount",
    "seriesId",
    "organizerId",
    "createdAt",
    "updatedAt",
    "version",
  ],
  resources: [
    ...[
      "id",
      "fileSha256",
      "fileName",
      "fileType",
      "size",
      "downloadCount",
      "thanksCount",
      "hasThumbnail",
      "userId",
    ],
    ...["createdAt", "version"],
  ],
  questions: [
    ...["id", "authorId", "alias", "html", "askedAt", "activeAt", "answerCount", "voteCount", "lockedAt"],
    ...["hiddenAt", "hiddenReason", "mergedInto", "version"],
  ],
  answers: [
    ...["id", "questionId", "authorId", "alias", "html", "answeredAt", "voteCount", "isAccepted"],
    ...["hiddenAt", "hiddenReason", "version"],
  ],
  experiences: ["id", "authorId", "alias", "thanksCount", "createdAt", "version"],
  boards: ["id", "slug", "creatorId", "askedUntil", "createdAt", "version"],
  users: [
    ...["id", "status", "emailConfirmedAt", "askedToConfirmAt", "passwordHash", "googleSubject"],
    ...["oidcIssuer", "oidcSubject"],
    ...["mutedAt", "mutedUntil", "muteReason", "announcerBatch"],
    ...["allowAsking", "digestHour", "quietFrom", "quietTo", "mailFailures", "mailPausedAt"],
    ...["messagesOpenedAt", "stepsDismissedAt", "notesFoundAt", "offersHelp", "joinLinkId", "lastVisitDay"],
    "acceptedTexts",
    ...["createdAt", "version"],
  ],
};

const versionedTables = [jobs, events, resources, questions, answers, experiences, boards, users];

function versionTrigger(of: (typeof versionedTables)[number]): string {
  const table = getTableName(of);
  const unversioned = unversionedColumns[table];
  const columns = Object.keys(getTableColumns(of)).filter((name) => !unversioned.includes(name));
  return `create trigger ${table}_version after update of ${columns.map(toSnakeCase).join(", ")} on ${table} begin
     update ${table} set version = old.version + 1 where id = new.id;
   end`;
}

function searchTriggers(of: string, columns: readonly string[]): string[] {
  const search = `${of}_search`;
  const names = columns.join(", ");
  const values = (row: "new" | "old") => columns.map((column) => `${row}.${column}`).join(", ");
  const add = `insert into ${search}(rowid, ${names}) values (new.id, ${values("new")});`;
  const remove = `insert into ${search}(${search}, rowid, ${names}) values ('delete', old.id, ${values("old")});`;
  return [
    `create trigger ${search}_insert after insert on ${of} begin ${add} end`,
    `create trigger ${search}_delete after delete on ${of} begin ${remove} end`,
    `create trigger ${search}_update after update of ${names} on ${of} begin ${remove} ${add} end`,
  ];
}

const addToBatch = `insert into batch_totals values (coalesce(new.batch_year, 0), 1)
  on conflict do update set total = total + 1;`;
const takeFromBatch =
  "update batch_totals set total = total - 1 where batch_year = coalesce(old.batch_year, 0);";

export const triggers: string[] = [
  ...Object.entries(searchedTables).flatMap(([table, { columns }]) => searchTriggers(table, columns)),

  ...messageTriggers,
  fileTextTrigger,
  ...noticeTriggers,

  ...versionedTables.map(versionTrigger),

  `create trigger resource_totals_insert after insert on resources begin
     insert into resource_totals(category_id, year, total) values (new.category_id, new.year, 1)
     on conflict do update set total = total + 1;
   end`,
  `create trigger resource_totals_delete after delete on resources begin
     update resource_totals set total = total - 1 where category_id = old.category_id and year = old.year;
   end`,
  `create trigger resource_totals_move after update of category_id, year on resources begin
     update resource_totals set total = total - 1 where category_id = old.category_id and year = old.year;
     insert into resource_totals(category_id, year, total) values (new.category_id, new.year, 1)
     on conflict do update set total = total + 1;
   end`,

  `create trigger join_links_insert after insert on users when new.join_link_id is not null begin
     update join_links set used = used + 1 where id = new.join_link_id;
   end`,
  // An account in use is emptied, never deleted.
  `create trigger join_links_delete after delete on users when old.join_link_id is not null begin
     update join_links set used = used - 1 where id = old.join_link_id;
   end`,

  `create trigger batch_totals_insert after insert on users when new.status = 'active' begin
     ${addToBatch}
   end`,
  `create trigger batch_totals_delete after delete on users when old.status = 'active' begin
     ${takeFromBatch}
   end`,
  `create trigger batch_totals_leave after update of status, batch_year on users when old.status = 'active' begin
     ${takeFromBatch}
   end`,
  `create trigger batch_totals_join after update of status, batch_year on users when new.status = 'active' begin
     ${addToBatch}
   end`,

  `create trigger offers_help_topic after insert on user_topics begin
     update users set offers_help = 1 where id = new.user_id and offers_help = 0 and not_now_until is null;
   end`,
  `create trigger offers_help_no_topic after delete on user_topics begin
     update users set offers_help = 0 where id = old.user_id and offers_help = 1
       and not exists (select 1 from user_topics where user_id = old.user_id);
   end`,
  `create trigger offers_help_not_now after update of not_now_until on users
   when new.not_now_until is not old.not_now_until begin
     update users set offers_help = new.not_now_until is null
       and exists (select 1 from user_topics where user_id = new.id) where id = new.id;
   end`,

  // Restored boards count as well.
  `create trigger boards_full before insert on boards when (select count(*) from boards) >= ${maxBoards} begin
     select raise(ignore);
   end`,

  // A member muted by name cannot send messages, and one muted through an alias cannot send anonymous ones.
  `create trigger messages_muted before insert on messages
     when exists (select 1 from users where id = new.sender_id and muted_at is not null
         and coalesce(muted_until > new.sent_at, 1))
       or exists (select 1 from conversations where id = new.conversation_id and a_id = new.sender_id
         and alias is not null and (exists (select 1 from conversations as own, alias_mutes
           where own.a_id = new.sender_id and own.alias is not null and alias_mutes.alias = own.alias
           and coalesce(alias_mutes.muted_until > new.sent_at, 1))
         or exists (select 1 from question_aliases as own, alias_mutes
           where own.user_id = new.sender_id and alias_mutes.alias = own.alias
           and coalesce(alias_mutes.muted_until > new.sent_at, 1)))) begin
     select raise(ignore);
   end`,
  `create trigger messages_insert after insert on messages begin
     insert into conversation_members(conversation_id, user_id, last_message_id) values
       (new.conversation_id, new.sender_id, new.id)
     on conflict do update set last_message_id = new.id;
     insert into conversation_members(conversation_id, user_id, last_message_id, unread_count)
       select new.conversation_id, new.receiver_id, new.id, 1 where new.delivered
     on conflict do update set last_message_id = new.id, unread_count = unread_count + 1;
   end`,
  `create trigger messages_seen after update of seen_at on messages
     when old.seen_at is null and new.seen_at is not null and new.delivered begin
     update conversation_members set unread_count = unread_count - 1
     where conversation_id = new.conversation_id and user_id = new.receiver_id;
   end`,

  ...["update", "delete"].map(
    (change) => `create trigger audit_entries_${change} before ${change} on audit_entries begin
     select raise(abort, 'the audit trail cannot be changed');
   end`,
  ),

  ...countTriggers("event_registrations", "events", "registration_count", "event_id"),
  ...countTriggers("event_waiting", "events", "waiting_count", "event_id"),
  `create trigger event_checked_in_insert after insert on event_registrations when new.checked_in_at is not null begin
     update events set checked_in_count = checked_in_count + 1 where id = new.event_id;
   end`,
  `create trigger event_checked_in_delete after delete on event_registrations when old.checked_in_at is not null begin
     update events set checked_in_count = checked_in_count - 1 where id = old.event_id;
   end`,
  `create trigger event_checked_in_update after update of checked_in_at on event_registrations begin
     update events set checked_in_count = checked_in_count + (new.checked_in_at is not null)
       - (old.checked_in_at is not null) where id = new.event_id;
   end`,
  ...countTriggers("question_votes", "questions", "vote_count", "question_id"),
  ...countTriggers("thanks", "answers", "vote_count", "answer_id"),
  ...countTriggers("thanks", "comments", "thanks_count", "comment_id"),
  ...countTriggers("thanks", "resources", "thanks_count", "resource_id"),
  ...countTriggers("thanks", "events", "thanks_count", "event_id"),
  ...countTriggers("thanks", "experiences", "thanks_count", "experience_id"),
  `create trigger announcements_read after update of read_at on notices
     when new.kind = 'announcement' and old.read_at is null and new.read_at is not null begin
     update announcements set read_count = read_count + 1 where id = cast(new.subject as integer);
   end`,
  `create trigger event_waiting_over after insert on event_registrations begin
     delete from event_waiting where event_id = new.event_id and user_id = new.user_id;
   end`,

  `create trigger answers_insert after insert on answers begin
     update questions set answer_count = answer_count + (new.hidden_at is null),
       active_at = max(active_at, new.answered_at) where id = new.question_id;
   end`,
  `create trigger answers_delete after delete on answers when old.hidden_at is null begin
     update questions set answer_count = answer_count - 1 where id = old.question_id;
   end`,
  `create trigger answers_change after update of hidden_at, question_id on answers begin
     update questions set answer_count = answer_count - (old.hidden_at is null) where id = old.question_id;
     update questions set answer_count = answer_count + (new.hidden_at is null) where id = new.question_id;
   end`,
  `create trigger answers_edit after update of edited_at on answers begin
     update questions set active_at = max(active_at, new.edited_at) where id = new.question_id;
   end`,
  `create trigger comments_insert after insert on comments begin
     update questions set active_at = max(active_at, new.created_at) where id = new.question_id;
   end`,
  `create trigger question_tags_insert after insert on question_tags begin ${countTag("new", "+ 1")} end`,
  `create trigger question_tags_delete after delete on question_tags begin ${countTag("old", "- 1")} end`,
  `create trigger question_tags_move after update of tag_id on question_tags begin
     ${countTag("old", "- 1")} ${countTag("new", "+ 1")}
     update questions set version = version + 1 where id = new.question_id;
   end`,
  // Before the deletion, because the tag counts need the question's row.
  `create trigger questions_delete before delete on questions begin
     delete from question_tags where question_id = old.id;
   end`,
  `create trigger questions_list after update of hidden_at, merged_into on questions
     when (old.hidden_at is null and old.merged_into is null) <> (new.hidden_at is null and new.merged_into is null) begin
     update tags set question_count = question_count + iif(new.hidden_at is null and new.merged_into is null, 1, -1)
     where id in (select tag_id from question_tags where question_id = new.id);
   end`,
];

function countTag(row: "new" | "old", by: string): string {
  return `update tags set question_count = question_count ${by} where id = ${row}.tag_id and exists
    (select 1 from questions where id = ${row}.question_id and hidden_at is null and merged_into is null);`;
}

function countTriggers(table: string, of: string, column: string, key: string): string[] {
  const add = (row: "new" | "old", by: string) =>
    `begin update ${of} set ${column} = ${column} ${by} where id = ${row}.${key}; end`;
  return [
    `create trigger ${table}_${of}_insert after insert on ${table} ${add("new", "+ 1")}`,
    `create trigger ${table}_${of}_delete after delete on ${table} ${add("old", "- 1")}`,
  ];
}
