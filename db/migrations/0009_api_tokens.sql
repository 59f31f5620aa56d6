ALTER TABLE `sessions` ADD `name` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `is_read_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_named` ON `sessions` (`user_id`,`name`) WHERE name is not null;