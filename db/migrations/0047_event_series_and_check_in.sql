CREATE TABLE `event_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`sent_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_messages_once` ON `event_messages` (`event_id`,`text`);--> statement-breakpoint
CREATE INDEX `event_messages_event` ON `event_messages` (`event_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_messages_user` ON `event_messages` (`user_id`);--> statement-breakpoint
ALTER TABLE `event_registrations` ADD `checked_in_at` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `checked_in_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `online_url` text;--> statement-breakpoint
ALTER TABLE `events` ADD `series_id` integer;--> statement-breakpoint
CREATE INDEX `events_series` ON `events` (`series_id`,`starts_at`,`id`) WHERE series_id is not null;--> statement-breakpoint
ALTER TABLE `resources` ADD `event_id` integer;--> statement-breakpoint
CREATE INDEX `resources_event` ON `resources` (`event_id`,`id`) WHERE event_id is not null;