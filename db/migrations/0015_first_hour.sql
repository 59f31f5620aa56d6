CREATE TABLE `site_texts` (
	`name` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	CONSTRAINT "site_texts_name" CHECK("site_texts"."name" in ('about'))
);
--> statement-breakpoint
ALTER TABLE `users` ADD `steps_dismissed_at` integer;