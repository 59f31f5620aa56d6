CREATE TABLE `answer_votes` (
	`answer_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`answer_id`, `user_id`),
	FOREIGN KEY (`answer_id`) REFERENCES `answers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `answer_votes_user` ON `answer_votes` (`user_id`);--> statement-breakpoint
CREATE TABLE `answers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`question_id` integer NOT NULL,
	`author_id` integer,
	`alias` text,
	`body` text NOT NULL,
	`html` text NOT NULL,
	`answered_at` integer NOT NULL,
	`edited_at` integer,
	`vote_count` integer DEFAULT 0 NOT NULL,
	`is_accepted` integer DEFAULT false NOT NULL,
	`hidden_at` integer,
	`hidden_reason` text,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`alias`) REFERENCES `question_aliases`(`alias`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "answers_author_once" CHECK(("answers"."author_id" is null) <> ("answers"."alias" is null)),
	CONSTRAINT "answers_body" CHECK(length("answers"."body") between 2 and 20000),
	CONSTRAINT "answers_hidden" CHECK(("answers"."hidden_at" is null) = ("answers"."hidden_reason" is null))
);
--> statement-breakpoint
CREATE INDEX `answers_page` ON `answers` (`question_id`,is_accepted desc,vote_count desc,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `answers_accepted` ON `answers` (`question_id`) WHERE is_accepted = 1;--> statement-breakpoint
CREATE INDEX `answers_author` ON `answers` (`author_id`,`id`);--> statement-breakpoint
CREATE INDEX `answers_alias` ON `answers` (`alias`) WHERE alias is not null;--> statement-breakpoint
CREATE TABLE `comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`question_id` integer NOT NULL,
	`answer_id` integer,
	`author_id` integer,
	`alias` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`hidden_at` integer,
	`hidden_reason` text,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`answer_id`) REFERENCES `answers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`alias`) REFERENCES `question_aliases`(`alias`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "comments_author_once" CHECK(("comments"."author_id" is null) <> ("comments"."alias" is null)),
	CONSTRAINT "comments_body" CHECK(length("comments"."body") between 3 and 600),
	CONSTRAINT "comments_hidden" CHECK(("comments"."hidden_at" is null) = ("comments"."hidden_reason" is null))
);
--> statement-breakpoint
CREATE INDEX `comments_question` ON `comments` (`question_id`,`id`) WHERE answer_id is null;--> statement-breakpoint
CREATE INDEX `comments_of_question` ON `comments` (`question_id`);--> statement-breakpoint
CREATE INDEX `comments_answer` ON `comments` (`answer_id`,`id`) WHERE answer_id is not null;--> statement-breakpoint
CREATE INDEX `comments_author` ON `comments` (`author_id`,`id`);--> statement-breakpoint
CREATE INDEX `comments_alias` ON `comments` (`alias`) WHERE alias is not null;--> statement-breakpoint
CREATE TABLE `question_aliases` (
	`alias` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`label` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "question_aliases_form" CHECK("question_aliases"."alias" like 'anon!_%' escape '!'),
	CONSTRAINT "question_aliases_label" CHECK("question_aliases"."label" in ('Anonymous student', 'Anonymous alum'))
);
--> statement-breakpoint
CREATE INDEX `question_aliases_user` ON `question_aliases` (`user_id`);--> statement-breakpoint
CREATE TABLE `question_asks` (
	`question_id` integer NOT NULL,
	`helper_id` integer NOT NULL,
	`asked_at` integer NOT NULL,
	PRIMARY KEY(`question_id`, `helper_id`),
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`helper_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `question_asks_helper` ON `question_asks` (`helper_id`,`asked_at`);--> statement-breakpoint
CREATE TABLE `question_drafts` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`fields` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `question_follows` (
	`question_id` integer NOT NULL,
	`user_id` integer,
	`alias` text,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`alias`) REFERENCES `question_aliases`(`alias`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "question_follows_once" CHECK(("question_follows"."user_id" is null) <> ("question_follows"."alias" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `question_follows_user` ON `question_follows` (`user_id`,`question_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `question_follows_alias` ON `question_follows` (`alias`,`question_id`) WHERE alias is not null;--> statement-breakpoint
CREATE INDEX `question_follows_question` ON `question_follows` (`question_id`);--> statement-breakpoint
CREATE TABLE `question_revisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`question_id` integer NOT NULL,
	`answer_id` integer,
	`title` text,
	`body` text NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`replaced_at` integer NOT NULL,
	`author_id` integer,
	`alias` text,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`answer_id`) REFERENCES `answers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`alias`) REFERENCES `question_aliases`(`alias`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "question_revisions_author_once" CHECK(("question_revisions"."author_id" is null) <> ("question_revisions"."alias" is null))
);
--> statement-breakpoint
CREATE INDEX `question_revisions_question` ON `question_revisions` (`question_id`,`id`);--> statement-breakpoint
CREATE INDEX `question_revisions_answer` ON `question_revisions` (`answer_id`) WHERE answer_id is not null;--> statement-breakpoint
CREATE TABLE `question_tags` (
	`tag_id` integer NOT NULL,
	`question_id` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`tag_id`, `question_id`),
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "question_tags_position" CHECK("question_tags"."position" between 1 and 5)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `question_tags_question` ON `question_tags` (`question_id`,`position`);--> statement-breakpoint
CREATE TABLE `question_votes` (
	`question_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`question_id`, `user_id`),
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `question_votes_user` ON `question_votes` (`user_id`);--> statement-breakpoint
CREATE TABLE `questions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`author_id` integer,
	`alias` text,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`html` text NOT NULL,
	`asked_at` integer NOT NULL,
	`edited_at` integer,
	`active_at` integer NOT NULL,
	`answer_count` integer DEFAULT 0 NOT NULL,
	`vote_count` integer DEFAULT 0 NOT NULL,
	`locked_at` integer,
	`hidden_at` integer,
	`hidden_reason` text,
	`merged_into` integer,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`alias`) REFERENCES `question_aliases`(`alias`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`merged_into`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "questions_author_once" CHECK(("questions"."author_id" is null) <> ("questions"."alias" is null)),
	CONSTRAINT "questions_title" CHECK(length("questions"."title") between 10 and 150),
	CONSTRAINT "questions_body" CHECK(length("questions"."body") between 20 and 20000),
	CONSTRAINT "questions_hidden" CHECK(("questions"."hidden_at" is null) = ("questions"."hidden_reason" is null)),
	CONSTRAINT "questions_merged_other" CHECK("questions"."merged_into" <> "questions"."id"),
	CONSTRAINT "questions_answer_count" CHECK("questions"."answer_count" >= 0)
);
--> statement-breakpoint
CREATE INDEX `questions_author` ON `questions` (`author_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `questions_alias` ON `questions` (`alias`);--> statement-breakpoint
CREATE INDEX `questions_active` ON `questions` (`active_at`,`id`);--> statement-breakpoint
CREATE INDEX `questions_unanswered` ON `questions` (`asked_at`,`id`) WHERE answer_count = 0 and hidden_at is null and merged_into is null;--> statement-breakpoint
CREATE INDEX `questions_merged` ON `questions` (`merged_into`) WHERE merged_into is not null;--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`question_count` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tags_name_form" CHECK(length("tags"."name") between 1 and 30 and "tags"."name" not glob '*[^a-z0-9+#.-]*')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_name` ON `tags` (`name`);--> statement-breakpoint
CREATE INDEX `tags_count` ON `tags` (question_count desc,`name`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reporter_id` integer,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	`resolved_by` integer,
	`outcome` text,
	`excerpt` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`resolved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reports_subject" CHECK("__new_reports"."subject" in ('user', 'alias', 'message', 'room-line', 'job', 'event', 'resource', 'question', 'answer', 'comment')),
	CONSTRAINT "reports_outcome" CHECK("__new_reports"."outcome" in ('dismissed', 'removed', 'muted'))
);
--> statement-breakpoint
INSERT INTO `__new_reports`("id", "reporter_id", "subject", "subject_id", "reason", "created_at", "resolved_at", "resolved_by", "outcome", "excerpt") SELECT "id", "reporter_id", "subject", "subject_id", "reason", "created_at", "resolved_at", "resolved_by", "outcome", "excerpt" FROM `reports`;--> statement-breakpoint
DROP TABLE `reports`;--> statement-breakpoint
ALTER TABLE `__new_reports` RENAME TO `reports`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`resolved_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_about` ON `reports` (`subject`,`subject_id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`subject`,`subject_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `allow_asking` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE VIRTUAL TABLE questions_search USING fts5(title, body, content='questions', content_rowid='id', tokenize='trigram');
