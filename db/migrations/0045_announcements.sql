CREATE TABLE `announcements` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`batch_year` integer,
	`day` text NOT NULL,
	`until` text NOT NULL,
	`created_at` integer NOT NULL,
	`taken_back_at` integer,
	`read_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `announcements_once` ON `announcements` (`day`,`batch_year`);--> statement-breakpoint
CREATE UNIQUE INDEX `announcements_once_to_all` ON `announcements` (`day`) WHERE batch_year is null;--> statement-breakpoint
CREATE INDEX `announcements_current` ON `announcements` (`until`) WHERE taken_back_at is null;--> statement-breakpoint
CREATE INDEX `announcements_author` ON `announcements` (`user_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `announcer_batch` integer;