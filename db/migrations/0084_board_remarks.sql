CREATE TABLE `board_confirmations` (
	`user_id` integer NOT NULL,
	`board_id` integer NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `board_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `board_confirmations_board` ON `board_confirmations` (`board_id`,`changed_at`);--> statement-breakpoint
CREATE TABLE `board_remarks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`board_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`line` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`board_id`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `board_remarks_board` ON `board_remarks` (`board_id`,`id`);--> statement-breakpoint
CREATE INDEX `board_remarks_user` ON `board_remarks` (`user_id`,`id`);