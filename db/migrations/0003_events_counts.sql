ALTER TABLE `events` ADD `registration_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `waiting_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `events_image` ON `events` (`image_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `mail_reminders` integer DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE `events` SET
	registration_count = (SELECT count(*) FROM event_registrations WHERE event_id = events.id),
	waiting_count = (SELECT count(*) FROM event_waiting WHERE event_id = events.id);
