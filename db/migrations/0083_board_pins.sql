CREATE TABLE `board_pins` (
	`user_id` integer NOT NULL,
	`board_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `board_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `board_pins_board` ON `board_pins` (`board_id`,`user_id`);