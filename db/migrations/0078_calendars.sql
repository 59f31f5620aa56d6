CREATE TABLE `calendars` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`code_hash` text,
	`has_deadlines` integer DEFAULT false NOT NULL,
	`entries` text DEFAULT '[]' NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendars_user` ON `calendars` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `calendars_code` ON `calendars` (`code_hash`);