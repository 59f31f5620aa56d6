-- Nothing has written to it so far.
DROP TABLE `audit_entries`;--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`admin_id` integer NOT NULL,
	`action` text NOT NULL,
	`subject` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `audit_entries_admin` ON `audit_entries` (`admin_id`,`id`);
--> statement-breakpoint
CREATE TABLE `alias_mutes` (
	`alias` text PRIMARY KEY NOT NULL,
	`muted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `alias_mutes_newest` ON `alias_mutes` (`muted_at`);--> statement-breakpoint
DROP INDEX `room_lines_author`;--> statement-breakpoint
CREATE INDEX `room_lines_day` ON `room_lines` (`day`);--> statement-breakpoint
-- Nobody has written to it so far.
DROP TABLE `reports`;--> statement-breakpoint
CREATE TABLE `reports` (
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
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`resolved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reports_subject" CHECK("reports"."subject" in ('user', 'alias', 'message', 'room-line', 'job', 'event', 'resource')),
	CONSTRAINT "reports_outcome" CHECK("reports"."outcome" in ('dismissed', 'removed', 'muted'))
);
--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`resolved_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_about` ON `reports` (`subject`,`subject_id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`subject`,`subject_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `muted_at` integer;--> statement-breakpoint
CREATE INDEX `users_muted` ON `users` (`muted_at`) WHERE muted_at is not null;--> statement-breakpoint
CREATE INDEX `room_mutes_day` ON `room_mutes` (`day`);