CREATE TABLE `experiences` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`author_id` integer,
	`alias` text,
	`company_name` text NOT NULL,
	`role` text NOT NULL,
	`year` integer NOT NULL,
	`kind` text NOT NULL,
	`rounds` text NOT NULL,
	`questions` text NOT NULL,
	`advice` text NOT NULL,
	`offer` integer,
	`stipend_currency` text,
	`stipend_type` text,
	`stipend_min` real,
	`stipend_max` real,
	`thanks_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`alias`) REFERENCES `question_aliases`(`alias`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "experiences_author_once" CHECK(("experiences"."author_id" is null) <> ("experiences"."alias" is null)),
	CONSTRAINT "experiences_year_range" CHECK("experiences"."year" between 1990 and 2200),
	CONSTRAINT "experiences_kind" CHECK("experiences"."kind" in ('interview', 'internship', 'job')),
	CONSTRAINT "experiences_texts" CHECK(length("experiences"."questions") + length("experiences"."advice") between 100 and 5000),
	CONSTRAINT "experiences_thanks_count" CHECK("experiences"."thanks_count" >= 0)
);
--> statement-breakpoint
CREATE INDEX `experiences_company` ON `experiences` ("company_name" collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `experiences_anonymous` ON `experiences` ("company_name" collate nocase) WHERE alias is not null;--> statement-breakpoint
CREATE INDEX `experiences_year` ON `experiences` (`year`,`id`);--> statement-breakpoint
CREATE INDEX `experiences_author` ON `experiences` (`author_id`,`id`) WHERE author_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `experiences_alias` ON `experiences` (`alias`) WHERE alias is not null;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_thanks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`alias` text,
	`receiver_id` integer,
	`answer_id` integer,
	`comment_id` integer,
	`resource_id` integer,
	`event_id` integer,
	`experience_id` integer,
	`line` text,
	`is_named` integer DEFAULT false NOT NULL,
	`is_shown` integer DEFAULT false NOT NULL,
	`blocked_at` integer,
	`hidden_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`alias`) REFERENCES `question_aliases`(`alias`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`answer_id`) REFERENCES `answers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`resource_id`) REFERENCES `resources`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`experience_id`) REFERENCES `experiences`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "thanks_one_subject" CHECK(("__new_thanks"."answer_id" is not null) + ("__new_thanks"."comment_id" is not null) + ("__new_thanks"."resource_id" is not null) + ("__new_thanks"."event_id" is not null) + ("__new_thanks"."experience_id" is not null) = 1),
	CONSTRAINT "thanks_line" CHECK(length("__new_thanks"."line") between 1 and 200),
	CONSTRAINT "thanks_shown_line" CHECK("__new_thanks"."is_shown" = 0 or ("__new_thanks"."line" is not null and "__new_thanks"."receiver_id" is not null))
);
--> statement-breakpoint
INSERT INTO `__new_thanks`("id", "user_id", "alias", "receiver_id", "answer_id", "comment_id", "resource_id", "event_id", "line", "is_named", "is_shown", "blocked_at", "hidden_at", "created_at") SELECT "id", "user_id", "alias", "receiver_id", "answer_id", "comment_id", "resource_id", "event_id", "line", "is_named", "is_shown", "blocked_at", "hidden_at", "created_at" FROM `thanks`;--> statement-breakpoint
DROP TABLE `thanks`;--> statement-breakpoint
ALTER TABLE `__new_thanks` RENAME TO `thanks`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_answer` ON `thanks` (`answer_id`,`user_id`) WHERE answer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_comment` ON `thanks` (`comment_id`,`user_id`) WHERE comment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_resource` ON `thanks` (`resource_id`,`user_id`) WHERE resource_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_event` ON `thanks` (`event_id`,`user_id`) WHERE event_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_experience` ON `thanks` (`experience_id`,`user_id`) WHERE experience_id is not null;--> statement-breakpoint
CREATE INDEX `thanks_receiver` ON `thanks` (`receiver_id`,`id`) WHERE receiver_id is not null;--> statement-breakpoint
CREATE INDEX `thanks_user` ON `thanks` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `thanks_alias` ON `thanks` (`alias`) WHERE alias is not null;--> statement-breakpoint
CREATE INDEX `thanks_shown` ON `thanks` (`receiver_id`,`id`) WHERE is_shown = 1;--> statement-breakpoint
CREATE INDEX `thanks_blocked` ON `thanks` (`user_id`,`receiver_id`) WHERE blocked_at is not null;--> statement-breakpoint
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
	CONSTRAINT "reports_subject" CHECK("__new_reports"."subject" in ('user', 'alias', 'message', 'room-line', 'job', 'application', 'application-answer', 'event', 'resource', 'question', 'answer', 'comment', 'experience', 'thanks', 'mute')),
	CONSTRAINT "reports_kind" CHECK("__new_reports"."kind" in ('asks-for-money', 'other')),
	CONSTRAINT "reports_outcome" CHECK("__new_reports"."outcome" in ('dismissed', 'removed', 'muted', 'lifted'))
);
--> statement-breakpoint
INSERT INTO `__new_reports`("id", "reporter_id", "subject", "subject_id", "reason", "kind", "for_moderators", "created_at", "resolved_at", "resolved_by", "outcome", "restored_at", "excerpt", "author_id", "file", "file_name") SELECT "id", "reporter_id", "subject", "subject_id", "reason", "kind", "for_moderators", "created_at", "resolved_at", "resolved_by", "outcome", "restored_at", "excerpt", "author_id", "file", "file_name" FROM `reports`;--> statement-breakpoint
DROP TABLE `reports`;--> statement-breakpoint
ALTER TABLE `__new_reports` RENAME TO `reports`;--> statement-breakpoint
CREATE INDEX `reports_file` ON `reports` (`file`) WHERE file is not null;--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`resolved_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_author` ON `reports` (`author_id`) WHERE author_id is not null;--> statement-breakpoint
CREATE INDEX `reports_about` ON `reports` (`subject`,`subject_id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`subject`,`subject_id`) WHERE subject <> 'mute' and resolved_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `reports_one_appeal` ON `reports` (`subject_id`) WHERE subject = 'mute' and resolved_at is null;--> statement-breakpoint
ALTER TABLE `job_tracking` ADD `said_how_it_went` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE VIRTUAL TABLE experiences_search USING fts5(company_name, role, rounds, questions, advice, content='experiences', content_rowid='id', tokenize='trigram remove_diacritics 1', detail=column);
