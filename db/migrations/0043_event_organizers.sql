CREATE TABLE `event_organizers` (
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`accepted_at` integer,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_organizers_user` ON `event_organizers` (`user_id`);--> statement-breakpoint
CREATE INDEX `events_type_starts` ON `events` (`event_type`,`starts_at`,`id`);