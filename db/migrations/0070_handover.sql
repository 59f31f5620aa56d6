CREATE TABLE `handover` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`domain` text DEFAULT '' NOT NULL,
	`server` text DEFAULT '' NOT NULL,
	`mail` text DEFAULT '' NOT NULL,
	`backup_key` text DEFAULT '' NOT NULL,
	`log_in` text DEFAULT '' NOT NULL,
	`contact1_name` text DEFAULT '' NOT NULL,
	`contact1_email` text DEFAULT '' NOT NULL,
	`contact2_name` text DEFAULT '' NOT NULL,
	`contact2_email` text DEFAULT '' NOT NULL,
	`told_about` text,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "handover_one" CHECK("handover"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE `users` ADD `last_visit_day` text;