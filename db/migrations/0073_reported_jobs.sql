DROP INDEX `jobs_open`;--> statement-breakpoint
ALTER TABLE `jobs` ADD `hidden_at` integer;--> statement-breakpoint
CREATE INDEX `jobs_open` ON `jobs` (`closed_at`,`id`,`deadline`,`hidden_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reporter_id` integer,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text NOT NULL,
	`kind` text,
	`for_moderators` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	`resolved_by` integer,
	`outcome` text,
	`restored_at` integer,
	`excerpt` text,
	`author_id` integer,
	`file` text,
	`file_name` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`resolved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reports_subject" CHECK("__new_reports"."subject" in ('user', 'alias', 'message', 'room-line', 'job', 'application', 'application-answer', 'event', 'resource', 'question', 'answer', 'comment', 'thanks', 'mute')),
	CONSTRAINT "reports_kind" CHECK("__new_reports"."kind" in ('asks-for-money', 'other')),
	CONSTRAINT "reports_outcome" CHECK("__new_reports"."outcome" in ('dismissed', 'removed', 'muted', 'lifted'))
);
--> statement-breakpoint
INSERT INTO `__new_reports`("id", "reporter_id", "subject", "subject_id", "reason", "kind", "for_moderators", "created_at", "resolved_at", "resolved_by", "outcome", "restored_at", "excerpt", "author_id", "file", "file_name") SELECT "id", "reporter_id", "subject", "subject_id", "reason", NULL, "for_moderators", "created_at", "resolved_at", "resolved_by", "outcome", "restored_at", "excerpt", "author_id", "file", "file_name" FROM `reports`;--> statement-breakpoint
DROP TABLE `reports`;--> statement-breakpoint
ALTER TABLE `__new_reports` RENAME TO `reports`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `reports_file` ON `reports` (`file`) WHERE file is not null;--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`resolved_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_author` ON `reports` (`author_id`) WHERE author_id is not null;--> statement-breakpoint
CREATE INDEX `reports_about` ON `reports` (`subject`,`subject_id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`subject`,`subject_id`) WHERE subject <> 'mute' and resolved_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `reports_one_appeal` ON `reports` (`subject_id`) WHERE subject = 'mute' and resolved_at is null;