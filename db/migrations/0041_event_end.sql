PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer,
	`location` text NOT NULL,
	`event_type` text NOT NULL,
	`registration_limit` integer,
	`registration_count` integer DEFAULT 0 NOT NULL,
	`waiting_count` integer DEFAULT 0 NOT NULL,
	`thanks_count` integer DEFAULT 0 NOT NULL,
	`registration_link` text,
	`image_id` integer,
	`organizer_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`image_id`) REFERENCES `images`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organizer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "events_type" CHECK("__new_events"."event_type" in ('hackathon', 'session', 'workshop', 'seminar', 'other')),
	CONSTRAINT "events_limit" CHECK("__new_events"."registration_limit" >= 1),
	CONSTRAINT "events_end" CHECK("__new_events"."ends_at" > "__new_events"."starts_at")
);
--> statement-breakpoint
INSERT INTO `__new_events`("id", "title", "description", "starts_at", "ends_at", "location", "event_type", "registration_limit", "registration_count", "waiting_count", "thanks_count", "registration_link", "image_id", "organizer_id", "created_at", "updated_at", "version") SELECT "id", "title", "description", "starts_at", null, "location", "event_type", "registration_limit", "registration_count", "waiting_count", "thanks_count", "registration_link", "image_id", "organizer_id", "created_at", "updated_at", "version" FROM `events`;--> statement-breakpoint
DROP TABLE `events`;--> statement-breakpoint
ALTER TABLE `__new_events` RENAME TO `events`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `events_starts` ON `events` (`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_organizer` ON `events` (`organizer_id`);--> statement-breakpoint
CREATE INDEX `events_image` ON `events` (`image_id`);