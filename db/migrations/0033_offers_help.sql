ALTER TABLE `users` ADD `offers_help` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `users_batch_help` ON `users` (`status`,`batch_year`,offers_help desc,"name" collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `users_not_now` ON `users` (`not_now_until`) WHERE not_now_until is not null and offers_help = 0;--> statement-breakpoint
UPDATE `users` SET `offers_help` = 1 WHERE `not_now_until` IS NULL AND `id` IN (SELECT `user_id` FROM `user_topics`);
