PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_event_registrations` (
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`checked_in_at` integer,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_event_registrations`("event_id", "user_id", "created_at", "checked_in_at") SELECT "event_id", "user_id", "created_at", "checked_in_at" FROM `event_registrations`;--> statement-breakpoint
DROP TABLE `event_registrations`;--> statement-breakpoint
ALTER TABLE `__new_event_registrations` RENAME TO `event_registrations`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `event_registrations_user` ON `event_registrations` (`user_id`);--> statement-breakpoint
CREATE TABLE `__new_event_waiting` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_event_waiting`("id", "event_id", "user_id", "created_at") SELECT "id", "event_id", "user_id", "created_at" FROM `event_waiting`;--> statement-breakpoint
DROP TABLE `event_waiting`;--> statement-breakpoint
ALTER TABLE `__new_event_waiting` RENAME TO `event_waiting`;--> statement-breakpoint
CREATE UNIQUE INDEX `event_waiting_once` ON `event_waiting` (`event_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `event_waiting_line` ON `event_waiting` (`event_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_waiting_user` ON `event_waiting` (`user_id`);--> statement-breakpoint
CREATE TABLE `__new_job_tracking` (
	`user_id` integer NOT NULL,
	`job_id` integer NOT NULL,
	`opened_at` integer,
	`declined_at` integer,
	`state` text,
	`note` text,
	`applied_at` integer,
	`offered_at` integer,
	`changed_at` integer,
	PRIMARY KEY(`user_id`, `job_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "job_tracking_state" CHECK("__new_job_tracking"."state" in ('applied', 'interview', 'offer', 'closed'))
);
--> statement-breakpoint
INSERT INTO `__new_job_tracking`("user_id", "job_id", "opened_at", "declined_at", "state", "note", "applied_at", "offered_at", "changed_at") SELECT "user_id", "job_id", "opened_at", "declined_at", "state", "note", "applied_at", "offered_at", "changed_at" FROM `job_tracking`;--> statement-breakpoint
DROP TABLE `job_tracking`;--> statement-breakpoint
ALTER TABLE `__new_job_tracking` RENAME TO `job_tracking`;--> statement-breakpoint
CREATE INDEX `job_tracking_job` ON `job_tracking` (`job_id`);--> statement-breakpoint
CREATE INDEX `job_tracking_opened` ON `job_tracking` (`opened_at`);--> statement-breakpoint
CREATE INDEX `job_tracking_applied` ON `job_tracking` (`applied_at`);--> statement-breakpoint
CREATE INDEX `job_tracking_offered` ON `job_tracking` (`offered_at`);--> statement-breakpoint
CREATE TABLE `__new_saved_jobs` (
	`user_id` integer NOT NULL,
	`job_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `job_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_saved_jobs`("user_id", "job_id") SELECT "user_id", "job_id" FROM `saved_jobs`;--> statement-breakpoint
DROP TABLE `saved_jobs`;--> statement-breakpoint
ALTER TABLE `__new_saved_jobs` RENAME TO `saved_jobs`;--> statement-breakpoint
CREATE INDEX `saved_jobs_job` ON `saved_jobs` (`job_id`);--> statement-breakpoint
CREATE TABLE `__new_question_follows` (
	`question_id` integer NOT NULL,
	`user_id` integer,
	`alias` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`alias`) REFERENCES `question_aliases`(`alias`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "question_follows_once" CHECK(("__new_question_follows"."user_id" is null) <> ("__new_question_follows"."alias" is null))
);
--> statement-breakpoint
INSERT INTO `__new_question_follows`("question_id", "user_id", "alias") SELECT "question_id", "user_id", "alias" FROM `question_follows`;--> statement-breakpoint
DROP TABLE `question_follows`;--> statement-breakpoint
ALTER TABLE `__new_question_follows` RENAME TO `question_follows`;--> statement-breakpoint
CREATE UNIQUE INDEX `question_follows_user` ON `question_follows` (`user_id`,`question_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `question_follows_alias` ON `question_follows` (`alias`,`question_id`) WHERE alias is not null;--> statement-breakpoint
CREATE INDEX `question_follows_question` ON `question_follows` (`question_id`);--> statement-breakpoint
CREATE TABLE `__new_question_votes` (
	`question_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`question_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_question_votes`("question_id", "user_id") SELECT "question_id", "user_id" FROM `question_votes`;--> statement-breakpoint
DROP TABLE `question_votes`;--> statement-breakpoint
ALTER TABLE `__new_question_votes` RENAME TO `question_votes`;--> statement-breakpoint
CREATE INDEX `question_votes_user` ON `question_votes` (`user_id`);--> statement-breakpoint
INSERT OR IGNORE INTO `event_registrations`("event_id", "user_id", "created_at", "checked_in_at") SELECT "row" ->> 'event_id', "row" ->> 'user_id', "row" ->> 'created_at', "row" ->> 'checked_in_at' FROM `bin_rows` WHERE `table_name` = 'event_registrations';--> statement-breakpoint
INSERT OR IGNORE INTO `event_waiting`("id", "event_id", "user_id", "created_at") SELECT "row" ->> 'id', "row" ->> 'event_id', "row" ->> 'user_id', "row" ->> 'created_at' FROM `bin_rows` WHERE `table_name` = 'event_waiting';--> statement-breakpoint
INSERT OR IGNORE INTO `job_tracking`("user_id", "job_id", "opened_at", "declined_at", "state", "note", "applied_at", "offered_at", "changed_at") SELECT "row" ->> 'user_id', "row" ->> 'job_id', "row" ->> 'opened_at', "row" ->> 'declined_at', "row" ->> 'state', "row" ->> 'note', "row" ->> 'applied_at', "row" ->> 'offered_at', "row" ->> 'changed_at' FROM `bin_rows` WHERE `table_name` = 'job_tracking';--> statement-breakpoint
INSERT OR IGNORE INTO `saved_jobs`("user_id", "job_id") SELECT "row" ->> 'user_id', "row" ->> 'job_id' FROM `bin_rows` WHERE `table_name` = 'saved_jobs';--> statement-breakpoint
INSERT OR IGNORE INTO `question_follows`("question_id", "user_id", "alias") SELECT "row" ->> 'question_id', "row" ->> 'user_id', "row" ->> 'alias' FROM `bin_rows` WHERE `table_name` = 'question_follows';--> statement-breakpoint
INSERT OR IGNORE INTO `question_votes`("question_id", "user_id") SELECT "row" ->> 'question_id', "row" ->> 'user_id' FROM `bin_rows` WHERE `table_name` = 'question_votes';--> statement-breakpoint
DELETE FROM `bin_rows` WHERE `table_name` IN ('event_registrations', 'event_waiting', 'job_tracking', 'saved_jobs', 'question_follows', 'question_votes');
