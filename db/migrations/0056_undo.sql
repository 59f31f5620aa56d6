CREATE TABLE `declined_requests` (
	`user_id` integer NOT NULL,
	`asked_by` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`declined_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `asked_by`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`asked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `declined_requests_asked_by` ON `declined_requests` (`asked_by`);--> statement-breakpoint
CREATE INDEX `declined_requests_old` ON `declined_requests` (`declined_at`);--> statement-breakpoint
ALTER TABLE `job_applications` ADD `unanswered_state` text;--> statement-breakpoint
ALTER TABLE `today_dismissals` ADD `until` integer;--> statement-breakpoint
CREATE INDEX `fan_outs_due` ON `fan_outs` (`at`,`id`);