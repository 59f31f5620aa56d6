CREATE TABLE `board_keepers` (
	`board_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`board_id`, `user_id`),
	FOREIGN KEY (`board_id`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `board_keepers_user` ON `board_keepers` (`user_id`);--> statement-breakpoint
CREATE TABLE `board_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`board_id` integer NOT NULL,
	`author_id` integer NOT NULL,
	`title` text NOT NULL,
	`kind` text NOT NULL,
	`body` text NOT NULL,
	`until` text,
	`restored_from` integer,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`board_id`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `board_versions_board` ON `board_versions` (`board_id`,`id`);--> statement-breakpoint
CREATE INDEX `board_versions_author` ON `board_versions` (`author_id`,`id`);--> statement-breakpoint
CREATE TABLE `boards` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`creator_id` integer NOT NULL,
	`title` text NOT NULL,
	`kind` text NOT NULL,
	`body` text NOT NULL,
	`until` text,
	`week` text NOT NULL,
	`asked_until` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "boards_kind" CHECK("boards"."kind" in ('timetable', 'exams', 'menu', 'bus', 'contacts'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `boards_slug` ON `boards` (`slug`);--> statement-breakpoint
CREATE INDEX `boards_creator` ON `boards` (`creator_id`);--> statement-breakpoint
CREATE INDEX `boards_until` ON `boards` (`until`) WHERE until is not null;--> statement-breakpoint
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
	CONSTRAINT "reports_subject" CHECK("__new_reports"."subject" in ('user', 'alias', 'message', 'room-line', 'job', 'application', 'application-answer', 'event', 'resource', 'question', 'answer', 'comment', 'experience', 'board', 'thanks', 'mute')),
	CONSTRAINT "reports_kind" CHECK("__new_reports"."kind" in ('asks-for-money', 'other')),
	CONSTRAINT "reports_outcome" CHECK("__new_reports"."outcome" in ('dismissed', 'removed', 'muted', 'lifted'))
);
--> statement-breakpoint
INSERT INTO `__new_reports`("id", "reporter_id", "subject", "subject_id", "reason", "kind", "for_moderators", "created_at", "resolved_at", "resolved_by", "outcome", "restored_at", "excerpt", "author_id", "file", "file_name") SELECT "id", "reporter_id", "subject", "subject_id", "reason", "kind", "for_moderators", "created_at", "resolved_at", "resolved_by", "outcome", "restored_at", "excerpt", "author_id", "file", "file_name" FROM `reports`;--> statement-breakpoint
DROP TABLE `reports`;--> statement-breakpoint
ALTER TABLE `__new_reports` RENAME TO `reports`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `reports_file` ON `reports` (`file`) WHERE file is not null;--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`resolved_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_author` ON `reports` (`author_id`) WHERE author_id is not null;--> statement-breakpoint
CREATE INDEX `reports_about` ON `reports` (`subject`,`subject_id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`subject`,`subject_id`) WHERE subject <> 'mute' and resolved_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `reports_one_appeal` ON `reports` (`subject_id`) WHERE subject = 'mute' and resolved_at is null;--> statement-breakpoint
CREATE VIRTUAL TABLE boards_search USING fts5(title, body, content='boards', content_rowid='id', tokenize='trigram remove_diacritics 1', detail=column);
