CREATE TABLE `batch_totals` (
	`batch_year` integer PRIMARY KEY NOT NULL,
	`total` integer NOT NULL,
	CONSTRAINT "batch_totals_total" CHECK("batch_totals"."total" >= 0)
);
--> statement-breakpoint
DROP INDEX `users_batch`;--> statement-breakpoint
CREATE INDEX `users_batch` ON `users` (`status`,`batch_year`,"name" collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `connections_asked_by` ON `connections` (`asked_by`,`accepted_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `connections_asked_of` ON `connections` (low_id + high_id - asked_by,`accepted_at`,`created_at`);--> statement-breakpoint
INSERT INTO `batch_totals` SELECT coalesce(batch_year, 0), count(*) FROM users WHERE status = 'active' GROUP BY 1;--> statement-breakpoint
DROP TABLE `users_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE users_search USING fts5(name, email, skills, company, content='users', content_rowid='id', tokenize='trigram');
