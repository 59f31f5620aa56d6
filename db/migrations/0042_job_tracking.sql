CREATE TABLE `job_referrals` (
	`user_id` integer NOT NULL,
	`job_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `job_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `job_referrals_job` ON `job_referrals` (`job_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `job_tracking` (
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
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "job_tracking_state" CHECK("job_tracking"."state" in ('applied', 'interview', 'offer', 'closed'))
);
--> statement-breakpoint
CREATE INDEX `job_tracking_job` ON `job_tracking` (`job_id`);--> statement-breakpoint
CREATE INDEX `job_tracking_opened` ON `job_tracking` (`opened_at`);--> statement-breakpoint
CREATE INDEX `job_tracking_applied` ON `job_tracking` (`applied_at`);--> statement-breakpoint
CREATE INDEX `job_tracking_offered` ON `job_tracking` (`offered_at`);--> statement-breakpoint
CREATE INDEX `jobs_posted` ON `jobs` (`posted_at`);--> statement-breakpoint
CREATE INDEX `jobs_deadline` ON `jobs` (`deadline`);--> statement-breakpoint
CREATE INDEX `jobs_logo` ON `jobs` (`company_logo`);