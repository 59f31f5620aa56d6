import { setTimeout } from "node:timers/promises";
import { join, password } from "../../tests/support/people.ts";
import { startServer, type TestServer } from "../../tests/support/server.ts";
import { processorTime } from "./load.ts";
import type { Bench } from "./report.ts";

/** The numbers from one to another, as a table. */
const numbers = `(with recursive numbers(value) as
  (select ? union all select value + 1 from numbers where value < ?) select value from numbers)`;

/** Fills in this many rows of each kind. Twenty titles of each contain "Meridian", and all contain "harbour". */
const titled = "iif(value <= 20, 'Meridian ', 'Ordinary ') || 'harbour ' || value";
const kinds = [
  `insert into users(email, first_name, last_name, name, batch_year, skills, company, created_at)
   select 'person' || value || '@college.example', iif(value <= 20, 'Meridian', 'Ordinary'),
     'harbour ' || value, ${titled}, 2025 + value % 5, 'Python, SQL',
     'Company ' || value % 97, 1 from ${numbers}`,
  `insert into questions(author_id, title, body, html, asked_at, active_at)
   select 1, ${titled}, 'I am in my third year and have one slot left: what goes with number ' || value || '?',
     '<p>I am in my third year.</p>', value, value from ${numbers}`,
  `insert into jobs(posted_by, posted_at, opportunity_type, workplace_type, title, locations, industry, salary_currency,
     salary_type, description, required_skills, application_method, application_link, company_name, contact_name, contact_email)
   select 1, value, 'full-time', 'remote', ${titled}, 'Pune', 'Mining', 'INR', 'per year',
     'Work number ' || value || ': small things, done with care.', 'SQL, Python', 'website', 'https://northlight.example',
     'Company ' || value % 97, 'Ila Rao', 'ila.rao@northlight.example' from ${numbers}`,
  `insert into events(organizer_id, title, description, starts_at, location, event_type, created_at, updated_at)
   select 1, ${titled}, 'An evening with number ' || value || ', for all who like to look up.', value, 'Hall', 'other', value,
     value from ${numbers}`,
  `insert into resources(user_id, category_id, title, description, year, file_name, file_type, size, file_sha256, created_at)
   select 1, 1, ${titled}, 'Notes number ' || value || ' of a course.', 1 + value % 4, 'notes.pdf', 'pdf',
     1000, 'hash' || value, value from ${numbers}`,
];

function fill(server: TestServer, ofEach: number): void {
  const database = server.database();
  database.pragma("synchronous = OFF");
  database.pragma("foreign_keys = OFF");
  for (const statement of kinds)
    for (let from = 1; from <= ofEach; from += 10_000)
      database.prepare(statement).run(from, Math.min(ofEach, from + 9_999));
  // The server does this each day: `app/search/indexes.server.ts`.
  for (const index of ["users", "questions", "jobs", "events", "resources"].map((name) => `${name}_search`))
    database.exec(`insert into ${index}(${index}) values ('optimize')`);
  database.exec("analyze");
  database.pragma("wal_checkpoint(TRUNCATE)");
}

async function serverWith(ofEach: number) {
  const server = await startServer({ RATE_LIMITS: "off", LOG_LEVEL: "warn" });
  const member = await join(server, "asha");
  await member.post("/login", { email: member.email, password });
  fill(server, ofEach);
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { server, headers: { Cookie: cookie, "Accept-Encoding": "br" } };
}

/** The site's search and suggestions over a million rows of five kinds, compared with 10,000. */
export const bench: Bench = async (report) => {
  const [few, many] = [await serverWith(2_000), await serverWith(200_000)];
  // Filling blocked this process for minutes. This lets it notice connections that the servers have closed meanwhile.
  await setTimeout(1_000);
  for (const [what, path, goal] of [
    ["a rare word", "/search.data?q=meridian", "under 12 ms"],
    ["a common word", "/search.data?q=harbour", "under 25 ms"],
    ["two words", "/search.data?q=harbour%20meridian", "under 25 ms"],
    ["two letters", "/search.data?q=ha", "under 25 ms"],
    ["a letter wrong", "/search.data?q=meridain", "under 25 ms"],
    ["nothing", "/search.data?q=xylophone", "under 25 ms"],
    ["suggestions of a rare word", "/api/search/suggestions?q=meridian", "under 12 ms"],
    ["suggestions of a common word", "/api/search/suggestions?q=harbour", "under 16 ms"],
  ] as const) {
    const [small, large] = [await processorTime(few, path), await processorTime(many, path)];
    report(
      `search, ${what}: ${large.toFixed(2)} ms of processor time over a million rows (goal ${goal}), ${(large / small).toFixed(2)} times the ${small.toFixed(2)} ms over 10,000 (goal at most 1.3)`,
    );
  }
  await few.server.stop();
  await many.server.stop();
};
