import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  applicationMethods,
  applicationStates,
  currencies,
  opportunityTypes,
  salaryTypes,
  trackingStates,
  workplaceTypes,
} from "../vocabulary.ts";
import { commaList, id, moment, oneOf, version } from "./columns.ts";
import { users } from "./users.ts";

export const jobs = sqliteTable(
  "jobs",
  {
    id: id(),
    postedBy: integer()
      .notNull()
      .references(() => users.id),
    postedAt: moment().notNull(),
    closedAt: moment(),
    /** When it was last changed, closed or reopened. Null if never. */
    editedAt: moment(),
    /** When reports hid it, until an administrator or moderator decides them. */
    hiddenAt: moment(),
    opportunityType: text({ enum: opportunityTypes }).notNull(),
    workplaceType: text({ enum: workplaceTypes }).notNull(),
    title: text().notNull(),
    locations: commaList().notNull(),
    industry: text(),
    salaryCurrency: text({ enum: currencies }),
    salaryType: text({ enum: salaryTypes }),
    salaryMin: real(),
    salaryMax: real(),
    description: text().notNull(),
    requiredSkills: commaList().notNull().default([]),
    minExperience: real(),
    maxExperience: real(),
    education: text(),
    /** YYYY-MM-DD; open to the end of that day in TIME_ZONE. */
    deadline: text(),
    applicationMethod: text({ enum: applicationMethods }).notNull(),
    applicationLink: text(),
    applicationEmail: text(),
    companyName: text().notNull(),
    companyWebsite: text(),
    companyDescription: text(),
    companyLogo: text(),
    contactName: text().notNull(),
    contactEmail: text().notNull(),
    contactPhone: text(),
    version: version(),
  },
  (t) => [
    index("jobs_poster").on(t.postedBy, t.id),
    index("jobs_poster_open").on(t.postedBy, t.closedAt, t.id, t.deadline),
    index("jobs_type").on(t.opportunityType, t.id),
    index("jobs_workplace").on(t.workplaceType, t.id),
    index("jobs_posted").on(t.postedAt),
    index("jobs_deadline").on(t.deadline),
    index("jobs_logo").on(t.companyLogo),
    index("jobs_company").on(sql`${t.companyName} collate nocase`, t.id),
    index("jobs_open").on(t.closedAt, t.id, t.deadline, t.hiddenAt),
    check("jobs_opportunity_type", oneOf(t.opportunityType, opportunityTypes)),
    check("jobs_workplace_type", oneOf(t.workplaceType, workplaceTypes)),
    check("jobs_salary_currency", oneOf(t.salaryCurrency, currencies)),
    check("jobs_salary_type", oneOf(t.salaryType, salaryTypes)),
    check("jobs_salary", sql`${t.salaryMin} >= 0 and ${t.salaryMax} >= coalesce(${t.salaryMin}, 0)`),
    check(
      "jobs_experience",
      sql`${t.minExperience} >= 0 and ${t.maxExperience} >= coalesce(${t.minExperience}, 0)`,
    ),
    check("jobs_method", oneOf(t.applicationMethod, applicationMethods)),
    check("jobs_link", sql`${t.applicationMethod} <> 'website' or ${t.applicationLink} is not null`),
    check("jobs_email", sql`${t.applicationMethod} <> 'email' or ${t.applicationEmail} is not null`),
  ],
);

export const jobDrafts = sqliteTable(
  "job_drafts",
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    fields: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    updatedAt: moment().notNull(),
  },
  () => [index("job_drafts_logo").on(sql`fields ->> 'logo'`)],
);

export const savedJobs = sqliteTable(
  "saved_jobs",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Not a foreign key, because these rows stay here while the job is in the bin. */
    jobId: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.jobId] }), index("saved_jobs_job").on(t.jobId, t.userId)],
);

/** A member's progress with a job. Only the member sees it; the poster and administrators get counts. */
export const jobTracking = sqliteTable(
  "job_tracking",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Not a foreign key, because these rows stay here while the job is in the bin. */
    jobId: integer().notNull(),
    /** When the member first followed the link to apply. */
    openedAt: moment(),
    /** When the member answered that they had not applied. The question is shown only once. */
    declinedAt: moment(),
    state: text({ enum: trackingStates }),
    note: text(),
    appliedAt: moment(),
    offeredAt: moment(),
    changedAt: moment(),
    /** Whether the member answered "How did it go?". Without a time, which could identify an anonymous answer. */
    saidHowItWent: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.jobId] }),
    index("job_tracking_job").on(t.jobId, t.userId),
    index("job_tracking_opened").on(t.openedAt),
    index("job_tracking_applied").on(t.appliedAt),
    index("job_tracking_offered").on(t.offeredAt),
    check("job_tracking_state", oneOf(t.state, trackingStates)),
  ],
);

export const jobReferrals = sqliteTable(
  "job_referrals",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    jobId: integer()
      .notNull()
      .references(() => jobs.id, { onDelete: "cascade" }),
    createdAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.jobId] }), index("job_referrals_job").on(t.jobId, t.userId)],
);

/** A letter and a PDF for a job with the method `here`. Only the applicant and the poster may read it. */
export const jobApplications = sqliteTable(
  "job_applications",
  {
    id: id(),
    jobId: integer()
      .notNull()
      .references(() => jobs.id, { onDelete: "cascade" }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    letter: text().notNull(),
    /** A file in the store, not shared with other rows. Null once the PDF is deleted. */
    file: text(),
    fileName: text().notNull(),
    fileSize: integer().notNull(),
    sentAt: moment().notNull(),
    state: text({ enum: applicationStates }).notNull().default("sent"),
    answer: text(),
    /** When the applicant is notified: in the future while the answer can be undone. */
    answeredAt: moment(),
    /** The state before the answer, which Undo restores. */
    unansweredState: text({ enum: applicationStates }),
  },
  (t) => [
    uniqueIndex("job_applications_once").on(t.jobId, t.userId),
    uniqueIndex("job_applications_file").on(t.file),
    index("job_applications_own").on(t.userId, t.id),
    index("job_applications_of_job").on(t.jobId, t.id),
    index("job_applications_waiting").on(t.jobId, t.sentAt).where(sql`answered_at is null`),
    check("job_applications_state", oneOf(t.state, applicationStates)),
    check(
      "job_applications_answer",
      sql`(${t.state} in ('invited', 'declined')) = (${t.answeredAt} is not null)`,
    ),
    check("job_applications_size", sql`${t.fileSize} > 0`),
  ],
);
