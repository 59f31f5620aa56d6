PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_thanks_blocks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`blocker_id` integer NOT NULL,
	`blocked_id` integer NOT NULL,
	`alias` text NOT NULL,
	`thanks_id` integer,
	FOREIGN KEY (`blocker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`thanks_id`) REFERENCES `thanks`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
INSERT INTO `__new_thanks_blocks`("blocker_id", "blocked_id", "alias", "thanks_id") SELECT "blocker_id", "blocked_id", "alias",
	(SELECT min(`thanks`.`id`) FROM `thanks` WHERE `thanks`.`user_id` = `blocked_id` AND `thanks`.`receiver_id` = `blocker_id` AND `thanks`.`blocked_at` IS NOT NULL
		AND `thanks`.`is_named` = 0 AND coalesce(`thanks`.`alias`, '') = `thanks_blocks`.`alias`) FROM `thanks_blocks`;--> statement-breakpoint
DROP TABLE `thanks_blocks`;--> statement-breakpoint
ALTER TABLE `__new_thanks_blocks` RENAME TO `thanks_blocks`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `thanks_blocks_blocked` ON `thanks_blocks` (`blocked_id`,`blocker_id`);--> statement-breakpoint
CREATE INDEX `thanks_blocks_blocker` ON `thanks_blocks` (`blocker_id`,`id`);--> statement-breakpoint
CREATE INDEX `thanks_blocks_thanks` ON `thanks_blocks` (`thanks_id`) WHERE thanks_id is not null;