DROP INDEX `event_organizers_user`;--> statement-breakpoint
CREATE INDEX `event_organizers_user` ON `event_organizers` (`user_id`,`event_id`);--> statement-breakpoint
DROP INDEX `event_registrations_user`;--> statement-breakpoint
CREATE INDEX `event_registrations_user` ON `event_registrations` (`user_id`,`event_id`);--> statement-breakpoint
DROP INDEX `event_waiting_user`;--> statement-breakpoint
CREATE INDEX `event_waiting_user` ON `event_waiting` (`user_id`,`event_id`);--> statement-breakpoint
DROP INDEX `job_tracking_job`;--> statement-breakpoint
CREATE INDEX `job_tracking_job` ON `job_tracking` (`job_id`,`user_id`);--> statement-breakpoint
DROP INDEX `saved_jobs_job`;--> statement-breakpoint
CREATE INDEX `saved_jobs_job` ON `saved_jobs` (`job_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `answers_of_question` ON `answers` (`question_id`);--> statement-breakpoint
CREATE INDEX `users_inactive` ON `users` (`status`,`id`) WHERE status <> 'active';