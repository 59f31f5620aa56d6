DROP INDEX `reports_once`;--> statement-breakpoint
ALTER TABLE `reports` ADD `restored_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`subject`,`subject_id`) WHERE subject <> 'mute' and resolved_at is null;--> statement-breakpoint
CREATE INDEX `bin_rows_id` ON `bin_rows` (`table_name`,"row" ->> 'id');--> statement-breakpoint
CREATE INDEX `notices_actor` ON `notices` (`actor_id`) WHERE actor_id is not null;