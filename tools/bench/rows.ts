import type { TestServer } from "../../tests/support/server.ts";

/** Made-up rows for long tables. */
export type Job = Record<string, string | number | null>;

const columns = [
  "posted_by",
  "posted_at",
  "opportunity_type",
  "workplace_type",
  "title",
  "locations",
  "industry",
  "salary_currency",
  "salary_type",
  "salary_max",
  "description",
  "required_skills",
  "deadline",
  "application_method",
  "application_link",
  "company_name",
  "contact_name",
  "contact_email",
];
const types = ["full-time", "part-time", "internship", "contract", "freelance", "volunteer"];
const places = ["Pune", "Delhi", "Kochi", "Mumbai"];

export const jobRows = {
  statement: `insert into jobs (${columns.join(", ")}) values (${columns.map((column) => `@${column}`).join(", ")})`,
  /** The nth job. Only the titles of the first 20 contain the word "needle". */
  row(n: number, postedBy: number): Job {
    return {
      posted_by: postedBy,
      posted_at: 1_700_000_000_000 + n * 1_000,
      opportunity_type: types[n % types.length] ?? "full-time",
      workplace_type: n % 2 ? "remote" : "on-site",
      title: `${n < 20 ? "Needle" : "Software"} engineer ${n}`,
      locations: places[n % places.length] ?? "Pune",
      industry: "Information Technology",
      salary_currency: "INR",
      salary_type: "per year",
      salary_max: 500_000 + n,
      description: `Work number ${n}: small things, done with care, for people who notice.`,
      required_skills: "SQL, Python",
      deadline: n % 3 === 0 ? `20${30 + (n % 60)}-0${1 + (n % 9)}-15` : null,
      application_method: "website",
      application_link: `https://northlight.example/jobs/${n}`,
      company_name: `Company ${n % 97}`,
      contact_name: "Ila Rao",
      contact_email: "ila.rao@northlight.example",
    };
  },
};

/** Fills a server's table with jobs of one member. */
export function fillJobs(server: TestServer, count: number, postedBy: number): void {
  const database = server.database();
  database.pragma("synchronous = OFF");
  const insert = database.prepare(jobRows.statement);
  const fill = database.transaction((from: number, to: number) => {
    for (let n = from; n < to; n++) insert.run(jobRows.row(n, postedBy));
  });
  for (let from = 0; from < count; from += 5_000) fill(from, Math.min(count, from + 5_000));
  database.pragma("wal_checkpoint(TRUNCATE)");
}
