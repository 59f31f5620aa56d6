ALTER TABLE `answers` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `questions` ADD `version` integer DEFAULT 1 NOT NULL;