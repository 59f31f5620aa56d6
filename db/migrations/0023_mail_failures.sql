ALTER TABLE `mails` ADD `failure` text;--> statement-breakpoint
CREATE INDEX `mails_waiting` ON `mails` (`id`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX `mails_given_up` ON `mails` (`id`) WHERE failure is not null and next_attempt_at is null;