CREATE TABLE `notice_settings` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`choice` text,
	`push` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notice_settings_choice" CHECK("notice_settings"."choice" in ('here', 'mail', 'digest', 'never'))
);
--> statement-breakpoint
CREATE TABLE `notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`actor_id` integer,
	`count` integer DEFAULT 1 NOT NULL,
	`facts` text NOT NULL,
	`url` text NOT NULL,
	`at` integer NOT NULL,
	`read_at` integer,
	`mail_at` integer,
	`in_digest` integer DEFAULT false NOT NULL,
	`mailed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notices_unread` ON `notices` (`user_id`,`kind`,`subject`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `notices_newest` ON `notices` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `notices_old` ON `notices` (`at`);--> statement-breakpoint
CREATE INDEX `notices_about` ON `notices` (`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `notices_due` ON `notices` (`mail_at`) WHERE mail_at is not null;--> statement-breakpoint
CREATE INDEX `notices_digest` ON `notices` (`user_id`) WHERE in_digest = 1;--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`token_hash`) REFERENCES `sessions`(`token_hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_session` ON `push_subscriptions` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`query` text NOT NULL,
	`frequency` text NOT NULL,
	`term` text NOT NULL,
	`filter` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "saved_searches_kind" CHECK("saved_searches"."kind" in ('jobs', 'questions')),
	CONSTRAINT "saved_searches_frequency" CHECK("saved_searches"."frequency" in ('at-once', 'daily'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_once` ON `saved_searches` (`user_id`,`kind`,`query`);--> statement-breakpoint
CREATE INDEX `saved_searches_term` ON `saved_searches` (`kind`,`term`,`id`);--> statement-breakpoint
ALTER TABLE `mails` ADD `user_id` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `mails` ADD `kind` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `day` text;--> statement-breakpoint
CREATE INDEX `mails_of_day` ON `mails` (`user_id`,`day`) WHERE user_id is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `digest_hour` integer DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `quiet_from` text DEFAULT '22:00' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `quiet_to` text DEFAULT '07:00' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `mail_failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `mail_paused_at` integer;--> statement-breakpoint
CREATE INDEX `users_mail_paused` ON `users` (`id`) WHERE mail_paused_at is not null;--> statement-breakpoint
INSERT INTO `notice_settings` (`user_id`, `kind`, `choice`) SELECT `id`, 'messages-unread', 'here' FROM `users` WHERE `mail_unseen` = 0 AND `status` <> 'deleted';--> statement-breakpoint
INSERT INTO `notice_settings` (`user_id`, `kind`, `choice`) SELECT `id`, 'event-tomorrow', 'here' FROM `users` WHERE `mail_reminders` = 0 AND `status` <> 'deleted';--> statement-breakpoint
ALTER TABLE `users` DROP COLUMN `mail_unseen`;--> statement-breakpoint
ALTER TABLE `users` DROP COLUMN `mail_reminders`;
