DROP TABLE `declined_requests`;--> statement-breakpoint
CREATE TABLE `ended_connections` (
	`user_id` integer NOT NULL,
	`other_id` integer NOT NULL,
	`asked_by` integer NOT NULL,
	`accepted_at` integer,
	`asked_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `other_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "ended_connections_asked_by" CHECK("ended_connections"."asked_by" in ("ended_connections"."user_id", "ended_connections"."other_id"))
);
--> statement-breakpoint
CREATE INDEX `ended_connections_other` ON `ended_connections` (`other_id`);--> statement-breakpoint
CREATE INDEX `ended_connections_old` ON `ended_connections` (`ended_at`);
