CREATE TABLE `job_applications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`letter` text NOT NULL,
	`file` text,
	`file_name` text NOT NULL,
	`file_size` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`state` text DEFAULT 'sent' NOT NULL,
	`answer` text,
	`answered_at` integer,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "job_applications_state" CHECK("job_applications"."state" in ('sent', 'read', 'invited', 'declined')),
	CONSTRAINT "job_applications_answer" CHECK(("job_applications"."state" in ('invited', 'declined')) = ("job_applications"."answered_at" is not null)),
	CONSTRAINT "job_applications_size" CHECK("job_applications"."file_size" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `job_applications_once` ON `job_applications` (`job_id`,`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `job_applications_file` ON `job_applications` (`file`);--> statement-breakpoint
CREATE INDEX `job_applications_own` ON `job_applications` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `job_applications_of_job` ON `job_applications` (`job_id`,`id`);--> statement-breakpoint
CREATE INDEX `job_applications_waiting` ON `job_applications` (`job_id`,`sent_at`) WHERE answered_at is null;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`posted_by` integer NOT NULL,
	`posted_at` integer NOT NULL,
	`closed_at` integer,
	`opportunity_type` text NOT NULL,
	`workplace_type` text NOT NULL,
	`title` text NOT NULL,
	`locations` text NOT NULL,
	`industry` text,
	`salary_currency` text,
	`salary_type` text,
	`salary_min` real,
	`salary_max` real,
	`description` text NOT NULL,
	`required_skills` text DEFAULT '[]' NOT NULL,
	`min_experience` real,
	`max_experience` real,
	`education` text,
	`deadline` text,
	`application_method` text NOT NULL,
	`application_link` text,
	`application_email` text,
	`company_name` text NOT NULL,
	`company_website` text,
	`company_description` text,
	`company_logo` text,
	`contact_name` text NOT NULL,
	`contact_email` text NOT NULL,
	`contact_phone` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`posted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "jobs_opportunity_type" CHECK("__new_jobs"."opportunity_type" in ('full-time', 'part-time', 'internship', 'contract', 'freelance', 'contract-or-freelance', 'volunteer')),
	CONSTRAINT "jobs_workplace_type" CHECK("__new_jobs"."workplace_type" in ('on-site', 'remote', 'hybrid')),
	CONSTRAINT "jobs_salary_currency" CHECK("__new_jobs"."salary_currency" in ('INR', 'USD', 'EUR', 'GBP')),
	CONSTRAINT "jobs_salary_type" CHECK("__new_jobs"."salary_type" in ('per year', 'per month', 'per hour')),
	CONSTRAINT "jobs_salary" CHECK("__new_jobs"."salary_min" >= 0 and "__new_jobs"."salary_max" >= coalesce("__new_jobs"."salary_min", 0)),
	CONSTRAINT "jobs_experience" CHECK("__new_jobs"."min_experience" >= 0 and "__new_jobs"."max_experience" >= coalesce("__new_jobs"."min_experience", 0)),
	CONSTRAINT "jobs_method" CHECK("__new_jobs"."application_method" in ('website', 'email', 'in-person', 'here')),
	CONSTRAINT "jobs_link" CHECK("__new_jobs"."application_method" <> 'website' or "__new_jobs"."application_link" is not null),
	CONSTRAINT "jobs_email" CHECK("__new_jobs"."application_method" <> 'email' or "__new_jobs"."application_email" is not null)
);
--> statement-breakpoint
INSERT INTO `__new_jobs`("id", "posted_by", "posted_at", "closed_at", "opportunity_type", "workplace_type", "title", "locations", "industry", "salary_currency", "salary_type", "salary_min", "salary_max", "description", "required_skills", "min_experience", "max_experience", "education", "deadline", "application_method", "application_link", "application_email", "company_name", "company_website", "company_description", "company_logo", "contact_name", "contact_email", "contact_phone", "version") SELECT "id", "posted_by", "posted_at", "closed_at", "opportunity_type", "workplace_type", "title", "locations", "industry", "salary_currency", "salary_type", "salary_min", "salary_max", "description", "required_skills", "min_experience", "max_experience", "education", "deadline", "application_method", "application_link", "application_email", "company_name", "company_website", "company_description", "company_logo", "contact_name", "contact_email", "contact_phone", "version" FROM `jobs`;--> statement-breakpoint
DROP TABLE `jobs`;--> statement-breakpoint
ALTER TABLE `__new_jobs` RENAME TO `jobs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `jobs_poster` ON `jobs` (`posted_by`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_poster_open` ON `jobs` (`posted_by`,`closed_at`,`id`,`deadline`);--> statement-breakpoint
CREATE INDEX `jobs_type` ON `jobs` (`opportunity_type`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_workplace` ON `jobs` (`workplace_type`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_posted` ON `jobs` (`posted_at`);--> statement-breakpoint
CREATE INDEX `jobs_deadline` ON `jobs` (`deadline`);--> statement-breakpoint
CREATE INDEX `jobs_logo` ON `jobs` (`company_logo`);--> statement-breakpoint
CREATE INDEX `jobs_company` ON `jobs` ("company_name" collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `jobs_open` ON `jobs` (`closed_at`,`id`,`deadline`);--> statement-breakpoint
CREATE TABLE `__new_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reporter_id` integer,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	`resolved_by` integer,
	`outcome` text,
	`excerpt` text,
	`author_id` integer,
	`file` text,
	`file_name` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`resolved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reports_subject" CHECK("__new_reports"."subject" in ('user', 'alias', 'message', 'room-line', 'job', 'application', 'event', 'resource', 'question', 'answer', 'comment', 'thanks', 'mute')),
	CONSTRAINT "reports_outcome" CHECK("__new_reports"."outcome" in ('dismissed', 'removed', 'muted', 'lifted'))
);
--> statement-breakpoint
INSERT INTO `__new_reports`("id", "reporter_id", "subject", "subject_id", "reason", "created_at", "resolved_at", "resolved_by", "outcome", "excerpt", "author_id") SELECT "id", "reporter_id", "subject", "subject_id", "reason", "created_at", "resolved_at", "resolved_by", "outcome", "excerpt", "author_id" FROM `reports`;--> statement-breakpoint
DROP TABLE `reports`;--> statement-breakpoint
ALTER TABLE `__new_reports` RENAME TO `reports`;--> statement-breakpoint
CREATE INDEX `reports_file` ON `reports` (`file`) WHERE file is not null;--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`resolved_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_author` ON `reports` (`author_id`) WHERE author_id is not null;--> statement-breakpoint
CREATE INDEX `reports_about` ON `reports` (`subject`,`subject_id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`subject`,`subject_id`) WHERE subject <> 'mute';--> statement-breakpoint
CREATE UNIQUE INDEX `reports_one_appeal` ON `reports` (`subject_id`) WHERE subject = 'mute' and resolved_at is null;--> statement-breakpoint
CREATE INDEX `bin_rows_application` ON `bin_rows` ("row" ->> 'file') WHERE table_name = 'job_applications';