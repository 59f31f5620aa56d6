import { expect } from "vitest";
import { createTest } from "../../support/integration.ts";
import { measure, measuring, slowness, startMeasuring } from "../../support/measure.ts";
import { sendTo } from "../../support/messages.ts";
import { browse, join } from "../../support/people.ts";

const test = createTest({ RATE_LIMITS: "off" }, measuring);

/** Texts that repeat one letter, so that every position matches every trigram of such a word. */
const repeated = (length: number) => `${"a".repeat(97)}b`.repeat(Math.ceil(length / 98)).slice(0, length);

test("a search for one repeated letter holds the event loop for less than 50 ms", async ({ server }) => {
  const sender = await join(server, "asha", "asha.repeated@college.example");
  const reader = await join(server, "rohan", "rohan.repeated@college.example");
  const database = server.database();
  const count = 2_000;
  const rows = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const id = Number(sender.id);
  const now = Date.now();
  await sendTo(sender, reader.id, "Hello");
  const { conversationId } = database
    .prepare("select conversation_id as conversationId from messages order by id desc")
    .get() as { conversationId: number };
  database
    .prepare(`insert into messages (conversation_id, sender_id, receiver_id, content, sent_at, delivered)
      ${rows} select ?, ?, ?, ?, ?, 1 from n`)
    .run(conversationId, id, Number(reader.id), repeated(3_900), now);
  database
    .prepare(`insert into jobs (posted_by, posted_at, opportunity_type, workplace_type, title, description,
      locations, application_method, company_name, contact_name, contact_email)
      ${rows} select ?, 1, 'internship', 'on-site', ?, ?, 'Pune', 'in-person', 'Northlight', 'Ila', 'ila@northlight.example' from n`)
    .run(id, repeated(100), repeated(10_000));
  database
    .prepare(`insert into questions (author_id, title, body, html, asked_at, active_at)
      ${rows} select ?, ?, ?, '', i, i from n`)
    .run(id, repeated(150), repeated(20_000));
  database.exec(`insert into tags (name) values ('repeated');
    insert into question_tags (question_id, tag_id, position)
      select id, (select id from tags where name = 'repeated'), 1 from questions`);
  database
    .prepare(`insert into events (organizer_id, title, description, location, event_type, starts_at, created_at, updated_at)
      ${rows} select ?, ?, ?, 'Hall', 'other', ? + i, 1, 1 from n`)
    .run(id, repeated(100), repeated(5_000), now);
  database.exec("insert or ignore into files (sha256, size, created_at) values ('repeated', 1, 1)");
  database
    .prepare(`insert into resources (title, description, category_id, year, file_name, file_type, size, file_sha256,
      user_id, created_at) ${rows} select ?, ?, (select min(id) from resource_categories), 1,
      'n.pdf', 'pdf', 1, 'repeated', ?, 1 from n`)
    .run(repeated(200), repeated(5_000), id);
  database
    .prepare(`insert into users (email, first_name, last_name, name, skills, company, branch, batch_year, created_at)
      ${rows} select i || '@repeated.example', ?, 'Rao', ? || ' Rao', ?, 'Northlight', 'Civil', 2020, 1 from n`)
    .run(repeated(98), repeated(98), repeated(500));
  // The index is updated in batches.
  await reader.get("/api/messages/search?q=hello");
  const pages = browse(server, reader);
  // A word in no text, in every text, and in a text that contains all its trigrams but not the word.
  for (const q of ["a".repeat(98), "a".repeat(97), `${"a".repeat(90)}b${"a".repeat(8)}b`, "aa"]) {
    for (const path of [
      `/api/messages/search?q=${q}`,
      `/jobs?search=${q}`,
      `/api/jobs?search=${q}`,
      `/api/jobs?search=${q}&sort=deadline`,
      `/questions?search=${q}`,
      `/api/questions?search=${q}&sort=active`,
      `/api/questions/similar?title=${q}`,
      `/events?search=${q}`,
      `/api/events?search=${q}`,
      `/resources/browse?search=${q}`,
      `/api/resources?search=${q}`,
      `/qa-threads?search=${q}`,
      `/api/users?search=${q}`,
      `/search?q=${q}`,
    ]) {
      const busy = [];
      for (let run = 0; run < 2; run++) {
        startMeasuring(server);
        const { status } = await (path.startsWith("/api") ? reader : pages).get(path);
        expect([path, status]).toEqual([path, 200]);
        busy.push((await measure(server)).longestBusyMs);
      }
      if (process.env.FIGURES)
        console.log(`${Math.round(Math.min(...busy))} ms ${path.slice(0, 60)} ${q.length}`);
      expect(Math.min(...busy), path).toBeLessThan(50 * slowness());
    }
  }
});

test("a search of two letters holds the event loop for less than 50 ms", async ({ server, guest }) => {
  const rohan = await join(server, "rohan");
  const pages = browse(server, rohan);
  const database = server.database();
  const text = "The firmware of small robots and what it takes to learn it. ".repeat(160);
  const rows = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)";
  const id = Number(rohan.id);
  // The search does not use their full-text index, which would take a minute to fill.
  for (const table of ["jobs", "questions"]) database.exec(`drop trigger ${table}_search_insert`);
  database.exec("insert into files (sha256, size, created_at) values ('search', 1, 1)");
  database
    .prepare(`insert into jobs (posted_by, posted_at, opportunity_type, workplace_type, title, description,
      locations, application_method, company_name, contact_name, contact_email)
      ${rows} select ?, 1, 'internship', 'on-site', 'Firmware intern ' || i, ?, 'Pune', 'in-person', 'Northlight', 'Ila', 'ila@northlight.example' from n`)
    .run(id, text);
  database
    .prepare(`insert into questions (author_id, title, body, html, asked_at, active_at)
      ${rows} select ?, 'How do I learn firmware ' || i, ?, '', i, i from n`)
    .run(id, text);
  database
    .prepare(`insert into resources (title, description, category_id, year, file_name, file_type, size, file_sha256,
      user_id, created_at) ${rows} select 'Notes of firmware ' || i, ?, (select min(id) from resource_categories), 1,
      'n.pdf', 'pdf', 1, 'search', ?, 1 from n`)
    .run(text.slice(0, 1_000), id);
  database
    .prepare(`insert into users (email, first_name, last_name, name, skills, company, branch, batch_year, created_at)
      ${rows} select i || '@many.example', 'Ila', 'Rao' || i, 'Ila Rao' || i, ?, 'Northlight', 'Civil', 2020, 1 from n`)
    .run(text.slice(0, 300));
  const searches = [
    "/jobs?search=zq",
    "/api/jobs?search=zq",
    "/questions?search=zq",
    "/api/questions?search=zq",
    "/api/questions?search=zq&sort=active",
    "/resources/browse?search=zq",
    "/api/resources?search=zq",
    "/qa-threads?search=zq",
    "/api/users?search=zq",
  ];
  for (const path of searches) {
    const busy = [];
    for (let run = 0; run < 3; run++) {
      startMeasuring(server);
      const { status } = await (path.startsWith("/api") ? rohan : pages).get(
        path.replace("zq", `${"zqx"[run]}q`),
      );
      expect([path, status]).toEqual([path, 200]);
      busy.push((await measure(server)).longestBusyMs);
    }
    // The fastest run, because the first one compiles.
    expect(Math.min(...busy), path).toBeLessThan(50 * slowness());
  }
  expect((await guest.get("/healthz")).status).toBe(200);
});
