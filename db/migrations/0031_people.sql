CREATE TABLE `mentorings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mentor_id` integer NOT NULL,
	`mentee_id` integer NOT NULL,
	`topic` text NOT NULL,
	`text` text NOT NULL,
	`state` text DEFAULT 'asked' NOT NULL,
	`asked_at` integer NOT NULL,
	`answered_at` integer,
	`answer` text,
	`ended_at` integer,
	`ended_by` integer,
	`thanks` text,
	`reminded_at` integer,
	FOREIGN KEY (`mentor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`mentee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ended_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mentorings_other" CHECK("mentorings"."mentor_id" <> "mentorings"."mentee_id"),
	CONSTRAINT "mentorings_state" CHECK("mentorings"."state" in ('asked', 'accepted', 'declined', 'lapsed', 'ended')),
	CONSTRAINT "mentorings_text" CHECK(length("mentorings"."text") between 60 and 1000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mentorings_open` ON `mentorings` (`mentee_id`,`mentor_id`) WHERE state in ('asked', 'accepted');--> statement-breakpoint
CREATE INDEX `mentorings_mentor` ON `mentorings` (`mentor_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `mentorings_mentee` ON `mentorings` (`mentee_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `mentorings_asked` ON `mentorings` (`asked_at`) WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX `mentorings_current` ON `mentorings` (`id`) WHERE state = 'accepted';--> statement-breakpoint
CREATE TABLE `thanks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`alias` text,
	`receiver_id` integer,
	`answer_id` integer,
	`comment_id` integer,
	`resource_id` integer,
	`event_id` integer,
	`line` text,
	`is_named` integer DEFAULT false NOT NULL,
	`is_shown` integer DEFAULT false NOT NULL,
	`blocked_at` integer,
	`hidden_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`alias`) REFERENCES `question_aliases`(`alias`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`answer_id`) REFERENCES `answers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`resource_id`) REFERENCES `resources`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "thanks_one_subject" CHECK(("thanks"."answer_id" is not null) + ("thanks"."comment_id" is not null) + ("thanks"."resource_id" is not null) + ("thanks"."event_id" is not null) = 1),
	CONSTRAINT "thanks_line" CHECK(length("thanks"."line") between 1 and 200),
	CONSTRAINT "thanks_shown_line" CHECK("thanks"."is_shown" = 0 or ("thanks"."line" is not null and "thanks"."receiver_id" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_answer` ON `thanks` (`answer_id`,`user_id`) WHERE answer_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_comment` ON `thanks` (`comment_id`,`user_id`) WHERE comment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_resource` ON `thanks` (`resource_id`,`user_id`) WHERE resource_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `thanks_event` ON `thanks` (`event_id`,`user_id`) WHERE event_id is not null;--> statement-breakpoint
CREATE INDEX `thanks_receiver` ON `thanks` (`receiver_id`,`id`) WHERE receiver_id is not null;--> statement-breakpoint
CREATE INDEX `thanks_user` ON `thanks` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `thanks_alias` ON `thanks` (`alias`) WHERE alias is not null;--> statement-breakpoint
CREATE INDEX `thanks_shown` ON `thanks` (`receiver_id`,`id`) WHERE is_shown = 1;--> statement-breakpoint
CREATE INDEX `thanks_blocked` ON `thanks` (`user_id`,`receiver_id`) WHERE blocked_at is not null;--> statement-breakpoint
CREATE TABLE `user_topics` (
	`user_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`user_id`, `tag_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "user_topics_position" CHECK("user_topics"."position" between 1 and 5)
);
--> statement-breakpoint
CREATE INDEX `user_topics_tag` ON `user_topics` (`tag_id`,`user_id`);--> statement-breakpoint
ALTER TABLE `events` ADD `thanks_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `comments` ADD `thanks_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `resources` ADD `thanks_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `about` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `ask_by` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `not_now_until` text;--> statement-breakpoint
ALTER TABLE `users` ADD `links` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `positions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `mentoring_places` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `mentoring_note` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `shows_mentored` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `users_company` ON `users` ("company" collate nocase,`id`) WHERE company is not null;--> statement-breakpoint
CREATE INDEX `users_branch` ON `users` ("branch" collate nocase,`id`) WHERE branch is not null;--> statement-breakpoint
CREATE INDEX `users_mentors` ON `users` (`id`) WHERE mentoring_places is not null;--> statement-breakpoint
INSERT INTO thanks (user_id, alias, receiver_id, answer_id, created_at)
  SELECT answer_votes.user_id, question_aliases.alias, answers.author_id, answers.id, answers.answered_at
  FROM answer_votes JOIN answers ON answers.id = answer_votes.answer_id JOIN questions ON questions.id = answers.question_id
  LEFT JOIN question_aliases ON question_aliases.alias = questions.alias AND question_aliases.user_id = answer_votes.user_id;
