CREATE TABLE `bin` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`subject_id` integer NOT NULL,
	`question_id` integer,
	`title` text NOT NULL,
	`author_id` integer,
	`alias` text,
	`deleted_by` integer NOT NULL,
	`is_removed` integer NOT NULL,
	`deleted_at` integer NOT NULL,
	`tell_at` integer,
	`told_at` integer,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`alias`) REFERENCES `question_aliases`(`alias`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`deleted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bin_subject` ON `bin` (`subject`,`subject_id`);--> statement-breakpoint
CREATE INDEX `bin_deleted_by` ON `bin` (`deleted_by`,`id`);--> statement-breakpoint
CREATE INDEX `bin_author` ON `bin` (`author_id`) WHERE author_id is not null;--> statement-breakpoint
CREATE INDEX `bin_removed` ON `bin` (`id`) WHERE is_removed = 1;--> statement-breakpoint
CREATE INDEX `bin_deleted` ON `bin` (`deleted_at`);--> statement-breakpoint
CREATE INDEX `bin_tell` ON `bin` (`tell_at`) WHERE tell_at is not null;--> statement-breakpoint
CREATE INDEX `bin_question` ON `bin` (`question_id`) WHERE question_id is not null;--> statement-breakpoint
CREATE TABLE `bin_rows` (
	`bin_id` integer NOT NULL,
	`table_name` text NOT NULL,
	`member_id` integer,
	`row` text NOT NULL,
	FOREIGN KEY (`bin_id`) REFERENCES `bin`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bin_rows_of` ON `bin_rows` (`bin_id`,`table_name`);--> statement-breakpoint
CREATE INDEX `bin_rows_member` ON `bin_rows` (`member_id`) WHERE member_id is not null;--> statement-breakpoint
CREATE INDEX `bin_rows_file` ON `bin_rows` ("row" ->> 'file_sha256') WHERE table_name = 'resources';--> statement-breakpoint
CREATE INDEX `bin_rows_tag` ON `bin_rows` ("row" ->> 'tag_id') WHERE table_name = 'question_tags';--> statement-breakpoint
CREATE INDEX `bin_rows_image` ON `bin_rows` ("row" ->> 'image_id') WHERE table_name = 'events';