ALTER TABLE `audit_entries` ADD `for_moderators` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_entries_moderators` ON `audit_entries` (`id`) WHERE for_moderators = 1;--> statement-breakpoint
ALTER TABLE `reports` ADD `for_moderators` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `is_moderator` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `users_moderators` ON `users` (`id`) WHERE is_moderator = 1;