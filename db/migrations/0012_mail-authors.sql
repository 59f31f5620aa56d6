DROP INDEX `mails_due`;--> statement-breakpoint
ALTER TABLE `mails` ADD `author_id` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `mails` ADD `quotes` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `is_bulk` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `mails_author` ON `mails` (`author_id`,`sent_at`) WHERE author_id is not null;--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`is_bulk`,`next_attempt_at`,`id`) WHERE next_attempt_at is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `asked_to_confirm_at` integer;