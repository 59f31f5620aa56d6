ALTER TABLE `event_registrations` ADD `answers` text;--> statement-breakpoint
CREATE INDEX `event_registrations_answered` ON `event_registrations` (`event_id`) WHERE answers is not null;--> statement-breakpoint
ALTER TABLE `events` ADD `questions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `events_asking` ON `events` (`starts_at`) WHERE questions <> '[]';