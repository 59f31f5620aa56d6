CREATE TABLE `fan_outs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`actor_id` integer,
	`at` integer NOT NULL,
	`place` integer NOT NULL,
	`receivers` text NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `fan_outs_first` ON `fan_outs` (`place`) WHERE place = 0;