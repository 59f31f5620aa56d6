CREATE TABLE `today_dismissals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`card` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "today_dismissals_card" CHECK(length("today_dismissals"."card") <= 40)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `today_dismissals_once` ON `today_dismissals` (`user_id`,`card`);--> statement-breakpoint
CREATE INDEX `today_dismissals_newest` ON `today_dismissals` (`user_id`,`id`);