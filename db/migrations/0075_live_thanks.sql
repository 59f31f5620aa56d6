PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_thanks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`alias` text,
	`receiver_id` integer,
	`answer_id` integer,
	`comment_id` integer,
	`resource_id` integer,
	`event_id` integer,
	`experience_id` integer,
	`line` text,
	`is_named` integer DEFAULT false NOT NULL,
	`is_shown` integer DEFAULT false NOT NULL,
	`blocked_at` integer,
	`hidden_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`alias`) REFERENCES `question_aliases`(`alias`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "thanks_one_subject" CHECK(("__new_thanks"."answer_id" is not null) + ("__new_thanks"."comment_id" is not null) + ("__new_thanks"."resource_id" is not null) + ("__new_thanks"."event_id" is not null) + ("__new_thanks"."experience_id" is not null) = 1),
	CONSTRAINT "thanks_line" CHECK(length("__new_thanks"."line") between 1 and 200),
	CONSTRAINT "thanks_shown_line" CHECK("__new_thanks"."is_shown" = 0 or ("__new_thanks"."line" is not null and "__new_thanks"."receiver_id" is not null))
);
--> statement-breakpoint
INSERT INTO `__new_thanks`("id", "user_id", "alias", "receiver_id", "answer_id", "comment_id", "resource_id", "event_id", "experience_id", "line", "is_named", "is_shown", "blocked_at", "hidden_at", "created_at") SELECT "id", "user_id", "alias", "receiver_id", "answer_id", "comment_id", "resource_id", "event_id", "experience_id", "line", "is_named", "is_shown", "blocked_at", "hidden_at", "created_at" FROM `thanks`;--> statement-breakpoint
DROP TABLE `thanks`;--> statement-breakpoint
ALTER TABLE `__new_thanks` RENAME TO `thanks`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_answer` ON `thanks` (`answer_id`,`user_id`) WHERE answer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_comment` ON `thanks` (`comment_id`,`user_id`) WHERE comment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_resource` ON `thanks` (`resource_id`,`user_id`) WHERE resource_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_event` ON `thanks` (`event_id`,`user_id`) WHERE event_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_experience` ON `thanks` (`experience_id`,`user_id`) WHERE experience_id is not null;--> statement-breakpoint
CREATE INDEX `thanks_receiver` ON `thanks` (`receiver_id`,`id`) WHERE receiver_id is not null;--> statement-breakpoint
CREATE INDEX `thanks_user` ON `thanks` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `thanks_alias` ON `thanks` (`alias`) WHERE alias is not null;--> statement-breakpoint
CREATE INDEX `thanks_shown` ON `thanks` (`receiver_id`,`id`) WHERE is_shown = 1;--> statement-breakpoint
CREATE INDEX `thanks_blocked` ON `thanks` (`user_id`,`receiver_id`) WHERE blocked_at is not null;--> statement-breakpoint
INSERT OR IGNORE INTO `thanks`("id", "user_id", "alias", "receiver_id", "answer_id", "comment_id", "resource_id", "event_id", "experience_id", "line", "is_named", "is_shown", "blocked_at", "hidden_at", "created_at") SELECT "row" ->> 'id', "row" ->> 'user_id', "row" ->> 'alias', "row" ->> 'receiver_id', "row" ->> 'answer_id', "row" ->> 'comment_id', "row" ->> 'resource_id', "row" ->> 'event_id', "row" ->> 'experience_id', "row" ->> 'line', "row" ->> 'is_named', "row" ->> 'is_shown', "row" ->> 'blocked_at', "row" ->> 'hidden_at', "row" ->> 'created_at' FROM `bin_rows` WHERE "table_name" = 'thanks';--> statement-breakpoint
DELETE FROM `bin_rows` WHERE "table_name" = 'thanks';
