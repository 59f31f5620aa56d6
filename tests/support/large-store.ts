import { createHash } from "node:crypto";
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
} from "node:fs";
import { join } from "node:path";
import Client, { type Database } from "better-sqlite3";
import { maxBoards, maxRemarks } from "../../db/scopes/boards.ts";
import { newStore } from "./server.ts";

/** How many rows a large store has. */
interface Sizes {
  members: number;
  /** Registrations for each crowded event; also the length of its waiting list. */
  registrations: number;
  messages: number;
  events: number;
  /** Texts of maximum length of each kind. */
  texts: number;
  /** Their total length limits the number of long ones. */
  characters: number;
}

/** A community of realistic size beside texts that an attacker posts. */
export const large: Sizes = {
  members: 10_000,
  registrations: 5_000,
  messages: 1_000_000,
  events: 600,
  texts: 10_000,
  characters: 20_000_000,
};

/** For tests that count work instead of time. */
export const small: Sizes = {
  members: 1_200,
  registrations: 600,
  messages: 3_000,
  events: 60,
  texts: 300,
  characters: 1_000_000,
};

/** The store's time: noon in Berlin. */
export const storeTime = Date.parse("2026-03-25T11:00:00Z");

/** The first member, who owns everything, and the second, the other side of the longest conversation. */
export const ownerId = 1;
export const otherId = 2;
/** Items of each kind with very many rows. They have the first ids. */
export const crowdedCount = 8;

const dayMs = 86_400_000;

/**
 * Every position of such a text matches every trigram of a word of the same letter.
 * @returns an SQL expression
 */
const repeated = (length: number) =>
  `'${`${"a".repeat(97)}b`.repeat(Math.ceil(length / 98)).slice(0, length)}'`;

/** A board's text with as many rows and columns as a table may have. */
const longTable = `'${"|aa".repeat(20)}|\n${"|--".repeat(20)}|\n${`${"|aaa".repeat(20)}|\n`.repeat(200)}'`;
const fileTextLength = 204_800;
/** Leaves places for boards that tests make. */
const boards = maxBoards - 20;

function fill(database: Database, { members, registrations, messages, events, texts, characters }: Sizes) {
  const numbers = (count: number) =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const longTexts = (length: number) =>
    Math.max(crowdedCount, Math.min(texts, Math.floor(characters / length)));
  const insert = (table: string, columns: string, values: string, count: number) =>
    database.exec(`insert into ${table} (${columns}) ${numbers(count)} select ${values} from n`);
  /** Adds a row for each crowded item and each of the first members. */
  const crowd = (table: string, columns: string, values: string, count = members) =>
    database.exec(`insert into ${table} (${columns})
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}),
        item(id) as (select 1 union all select id + 1 from item where id < ${crowdedCount})
      select ${values} from item, n where i > ${otherId}`);
  const now = storeTime;

  insert(
    "users",
    `email, email_confirmed_at, mail_paused_at, password_hash, first_name, last_name, name, phone, batch_year, skills, company,
      branch, about, birthday, mentoring_places, mentoring_note, quiet_from, quiet_to, created_at`,
    `'member' || i || '@large.example', 1, 1, '', iif(i % 2, 'Asha', ${repeated(50)}), 'Rao',
      iif(i % 2, 'Asha', ${repeated(50)}) || ' Rao', '+91 ' || (9000000000 + i), 2015 + i % 15, ${repeated(500)},
      'Company ' || i % 500, 'Branch ' || i % 40, ${repeated(1_000)}, '2000-03-25', iif(i % 3, null, 2), ${repeated(200)},
      '00:00', '00:00', i`,
    members,
  );
  insert("tags", "name", "'tag' || i", Math.min(members, 5_000));
  insert("user_topics", "user_id, tag_id, position", "i, 1 + i % 100, 1", members);
  insert(
    "connections",
    "low_id, high_id, asked_by, created_at, accepted_at",
    `${ownerId}, i + ${ownerId}, iif(i % 3, ${ownerId}, i + ${ownerId}), ${now} - i, iif(i % 2, ${now} - i, null)`,
    members - ownerId,
  );
  insert(
    "blocks",
    "blocker_id, blocked_id, created_at",
    `${ownerId}, i + ${otherId}, i`,
    Math.floor(members / 10),
  );

  insert(
    "jobs",
    `posted_by, posted_at, opportunity_type, workplace_type, title, description, locations, required_skills, industry, deadline,
      application_method, application_link, company_name, company_description, contact_name, contact_email`,
    `${ownerId}, ${now} - (100000 - i) * 1000, 'internship', 'on-site', ${repeated(100)}, ${repeated(10_000)}, 'Pune',
      ${repeated(500)}, 'Manufacturing', iif(i % 2, '2026-03-26', '2026-12-31'), 'here', null, 'Northlight',
      ${repeated(1_000)}, 'Ila', 'ila@northlight.example'`,
    longTexts(10_000),
  );
  crowd("saved_jobs", "user_id, job_id", "i, id");
  crowd(
    "job_tracking",
    "user_id, job_id, opened_at, state, note, applied_at, changed_at",
    `i, id, ${now} - i * 1000, 'applied', ${repeated(200)}, ${now} - i * 1000, ${now} - i * 1000`,
  );
  insert(
    "job_tracking",
    "user_id, job_id, state, applied_at",
    `${ownerId}, i, 'applied', ${now} - i`,
    longTexts(10_000),
  );
  insert("saved_jobs", "user_id, job_id", `${ownerId}, i`, longTexts(10_000));
  crowd(
    "job_applications",
    "job_id, user_id, letter, file_name, file_size, sent_at",
    `id, i, ${repeated(2_000)}, 'cv.pdf', 1, ${now} - i * 1000`,
    registrations / 5,
  );
  insert(
    "job_applications",
    "job_id, user_id, letter, file_name, file_size, sent_at",
    `i, ${ownerId}, ${repeated(2_000)}, 'cv.pdf', 1, ${now} - i * 1000`,
    longTexts(10_000),
  );
  insert(
    "saved_searches",
    "user_id, kind, query, frequency, term, filter, created_at",
    `i, 'jobs', 'search=firmware', 'daily', 'firmware', '{"search":"firmware"}', 1`,
    members,
  );

  insert(
    "events",
    `organizer_id, title, description, starts_at, ends_at, location, event_type, registration_limit, created_at, updated_at`,
    `${ownerId}, ${repeated(100)}, ${repeated(5_000)}, ${now} + (i - ${events / 2}) * ${dayMs / 4} + iif(i > ${crowdedCount}, 0,
      ${(events / 8) * dayMs} + ${dayMs}), null, 'Hall', 'other', iif(i > ${crowdedCount}, null, ${registrations}), 1, 1`,
    events,
  );
  crowd("event_registrations", "event_id, user_id, created_at", "id, i, i", registrations);
  crowd(
    "event_waiting",
    "event_id, user_id, created_at",
    `id, i + ${Math.floor(members / 2) - otherId}, i`,
    registrations,
  );
  insert("event_registrations", "event_id, user_id, created_at", `i, ${ownerId}, i`, events);
  insert(
    "event_messages",
    "event_id, user_id, text, sent_at",
    `1, ${ownerId}, i || ${repeated(1_900)}, i`,
    2,
  );

  insert(
    "questions",
    "author_id, title, body, html, asked_at, active_at",
    `${ownerId}, ${repeated(150)}, ${repeated(20_000)}, '<p>' || ${repeated(20_000)} || '</p>', ${now} - (10000 - i) * 1000,
      ${now} - (10000 - i) * 1000`,
    longTexts(20_000),
  );
  insert("question_tags", "tag_id, question_id, position", "1 + i % 20, i, 1", longTexts(20_000));
  crowd("question_votes", "question_id, user_id", "id, i");
  crowd("question_follows", "question_id, user_id", "id, i");
  // The last crowded question has many answers, and each post as many comments as the product allows. The crowded answers
  // and comments are in another one.
  const answers = Math.min(longTexts(20_000), 200);
  insert(
    "answers",
    "question_id, author_id, body, html, answered_at",
    `iif(i > ${crowdedCount}, ${crowdedCount}, ${crowdedCount} + 1), ${ownerId}, ${repeated(20_000)},
      '<p>' || ${repeated(20_000)} || '</p>', i`,
    crowdedCount + answers,
  );
  insert(
    "comments",
    "question_id, answer_id, author_id, body, created_at",
    `iif(i > ${crowdedCount}, ${crowdedCount}, ${crowdedCount} + 1),
      iif(i > ${crowdedCount} + 100, (i - 1 - ${crowdedCount}) / 100 + ${crowdedCount}, null), ${ownerId}, ${repeated(600)}, i`,
    crowdedCount + Math.min(texts, 100 * answers),
  );
  insert(
    "question_revisions",
    "question_id, title, body, tags, replaced_at, author_id",
    `${crowdedCount}, ${repeated(150)}, ${repeated(20_000)}, 'tag1', i, ${ownerId}`,
    Math.floor(answers / 4),
  );

  const longFiles = longTexts(fileTextLength);
  database.exec("insert into files (sha256, size, created_at) values ('large', 1, 1)");
  database.exec("insert into file_texts (sha256, text) values ('large', '')");
  insert("files", "sha256, size, created_at", "'large' || i, 1, 1", longFiles);
  insert("file_texts", "sha256, text", `'large' || i, ${repeated(fileTextLength)}`, longFiles);
  insert(
    "resources",
    `title, description, category_id, year, course_code, resource_type, file_name, file_type, size, file_sha256, user_id, event_id,
      created_at`,
    `${repeated(200)}, ${repeated(5_000)}, (select min(id) from resource_categories), 1 + i % 4, 'ME' || i % 100, 'notes',
      'n.pdf', 'pdf', 1, 'large' || iif(i > ${longFiles}, '', i), ${ownerId}, 1, i`,
    longTexts(5_000),
  );
  insert(
    "experiences",
    "author_id, company_name, role, year, kind, rounds, questions, advice, created_at",
    `${ownerId}, 'Company ' || iif(i % 2, 1, i), ${repeated(100)}, 2000 + i % 26, 'interview', '[]', ${repeated(4_900)}, 'a', 1`,
    longTexts(5_000),
  );
  for (const kind of ["answer", "comment", "resource", "event", "experience"])
    crowd(
      "thanks",
      `user_id, receiver_id, ${kind}_id, line, is_named, is_shown, created_at`,
      `i, ${ownerId}, id, ${repeated(200)}, i % 2, i % 3 = 0, ${now} - i * 1000`,
      registrations / 5,
    );

  insert(
    "boards",
    "slug, creator_id, title, kind, body, until, week, created_at, updated_at",
    `i, ${ownerId}, ${repeated(120)}, 'timetable', ${longTable}, '2026-12-31', json_object('wed', ${repeated(1_000)}), i, i`,
    boards,
  );
  insert("board_keepers", "board_id, user_id", `i, ${ownerId}`, boards);
  crowd("board_pins", "user_id, board_id", "i, id");
  insert("board_pins", "user_id, board_id", `${ownerId}, i`, boards);
  crowd("board_confirmations", "user_id, board_id, changed_at", "i, id, id");
  crowd("board_remarks", "board_id, user_id, line, created_at", `id, i, ${repeated(200)}, i`, maxRemarks);
  crowd(
    "board_versions",
    "board_id, author_id, title, kind, body, saved_at",
    `id, ${ownerId}, ${repeated(120)}, 'timetable', ${longTable}, i`,
    100,
  );

  insert(
    "notices",
    "user_id, kind, subject, actor_id, count, facts, url, at, in_digest",
    `${ownerId}, 'event-changed', i, ${otherId}, 1, json_object('title', ${repeated(100)}), '/events/1', ${now} - i * 1000, 1`,
    members,
  );
  insert(
    "notices",
    "user_id, kind, subject, actor_id, count, facts, url, at",
    `i, 'event-changed', '0', ${ownerId}, 1, json_object('title', ${repeated(100)}), '/events/1', ${now} - i * 1000`,
    members,
  );
  insert(
    "mentorings",
    "mentor_id, mentee_id, topic, text, state, asked_at, answered_at, ended_at",
    `${ownerId}, i + ${otherId}, 'tag1', ${repeated(1_000)}, iif(i % 3, 'asked', 'ended'), ${now} - i * 1000, null, null`,
    members - otherId,
  );
  insert(
    "announcements",
    "user_id, text, batch_year, day, until, created_at",
    `${ownerId}, ${repeated(600)}, 1950 + i % 200, date('2026-03-24', '-' || (i / 200) || ' days'), '2026-04-30', i`,
    Math.min(2_000, members),
  );

  insert(
    "reports",
    "reporter_id, subject, subject_id, reason, created_at, resolved_at, resolved_by, outcome, excerpt, author_id",
    `i, 'user', i, ${repeated(1_000)}, i, iif(i % 2, ${now}, null), iif(i % 2, ${ownerId}, null),
      iif(i % 2, 'dismissed', null), ${repeated(200)}, ${ownerId}`,
    members,
  );
  insert(
    "audit_entries",
    "admin_id, action, subject, subject_id, detail, created_at, member_id",
    `${ownerId}, 'muted a member', 'user', i, ${repeated(500)}, ${now} - (100000 - i) * 1000, i`,
    members,
  );
  insert("feedback", "name, text, created_at", `'Ila', ${repeated(2_000)}, i`, longTexts(2_000));
  insert(
    "mails",
    "key, recipient, subject, text, user_id, day, created_at, failure",
    `'failed ' || i, 'member' || i || '@large.example', ${repeated(100)}, ${repeated(1_000)}, i, '2026-03-20', ${now} - i,
      'No such mailbox'`,
    members,
  );
  insert(
    "idempotency_keys",
    "user_id, key, fingerprint, made_id, created_at",
    `${ownerId}, 'key ' || i, ${repeated(64)}, i, ${now} - i`,
    members,
  );
  insert("today_dismissals", "user_id, card", `${ownerId}, 'job-' || (i + 100000)`, 500);
  database.exec(
    `insert into member_imports (admin_id, file_name, content, created_at) select ${ownerId}, 'list.csv',
      'Name,Email,Batch year' || char(10) || group_concat('Tara Rao,tara' || i || '@large.example,2027', char(10)), ${now}
      from (${numbers(members)} select i from n)`,
  );
  insert(
    "room_lines",
    "day, author, guest_id, content, sent_at",
    `'2026-03-25', randomblob(32), 'guest_' || printf('%04x', i % 60000), ${repeated(1_000)}, ${now} - 100000 + i`,
    texts,
  );

  insert("conversations", "a_id, b_id, created_at", `${ownerId}, i + ${ownerId}, 1`, members - ownerId);
  const word = `'Shall we meet at ' || i % 12 || ' o''clock beside the library, and bring chart ' || i || '?'`;
  const message = "conversation_id, sender_id, receiver_id, content, sent_at, seen_at";
  // A third is in the longest conversation, the others are in one with each member.
  insert(
    "messages",
    message,
    `1 + iif(i % 3, i % ${members - ownerId}, 0), iif(i % 2, ${ownerId}, 2 + iif(i % 3, i % ${members - ownerId}, 0)),
      iif(i % 2, 2 + iif(i % 3, i % ${members - ownerId}, 0), ${ownerId}), ${word}, ${now} - (2000000 - i) * 1000,
      iif(i < ${messages - members}, ${now}, null)`,
    messages,
  );
  insert(
    "messages",
    message,
    `1, iif(i % 2, ${ownerId}, ${otherId}), iif(i % 2, ${otherId}, ${ownerId}), ${repeated(3_900)}, ${now} - (10000 - i) * 1000,
      null`,
    longTexts(4_000),
  );
  // Otherwise the server's start would index them while the first pages are measured.
  database.exec(`insert into messages_search (rowid, readers, content, held_content)
    select id, readers, content, held_content from messages_searched`);
  database.exec("insert into file_texts_search (rowid, text) select id, text from file_texts");
}

const cache = "node_modules/.cache/large-store";

/** The prepared file, made once for each schema and version of this module. */
function prepare(sizes: Sizes): string {
  const key = createHash("sha256")
    .update(JSON.stringify(sizes))
    .update(readFileSync(new URL(import.meta.url)))
    .update(readFileSync("db/triggers.ts"))
    .update(readdirSync("db/migrations").join())
    .digest("hex")
    .slice(0, 16);
  const path = join(cache, `${key}.sqlite`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const made = join(newStore(), "community.sqlite");
  const database = new Client(made);
  database.pragma("synchronous = OFF");
  database.pragma("cache_size = -500000");
  database.transaction(fill)(database, sizes);
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  copyFileSync(made, `${path}.part`);
  renameSync(`${path}.part`, path);
  return path;
}

/** @returns a store with its own copy of a large database, which the caller removes */
export function copyLargeStore(sizes: Sizes): string {
  const prepared = prepare(sizes);
  const folder = newStore();
  copyFileSync(prepared, join(folder, "community.sqlite"), constants.COPYFILE_FICLONE);
  return folder;
}
