CREATE TABLE `event_registrations` (
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_registrations_user` ON `event_registrations` (`user_id`);--> statement-breakpoint
CREATE TABLE `event_waiting` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_waiting_once` ON `event_waiting` (`event_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `event_waiting_line` ON `event_waiting` (`event_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_waiting_user` ON `event_waiting` (`user_id`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`starts_at` integer NOT NULL,
	`location` text NOT NULL,
	`event_type` text NOT NULL,
	`registration_limit` integer,
	`registration_link` text,
	`image_id` integer,
	`organizer_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`image_id`) REFERENCES `images`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organizer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "events_type" CHECK("events"."event_type" in ('hackathon', 'session', 'workshop', 'seminar', 'other')),
	CONSTRAINT "events_limit" CHECK("events"."registration_limit" >= 1)
);
--> statement-breakpoint
CREATE INDEX `events_starts` ON `events` (`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_organizer` ON `events` (`organizer_id`);--> statement-breakpoint
CREATE TABLE `job_drafts` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`fields` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`posted_by` integer NOT NULL,
	`posted_at` integer NOT NULL,
	`closed_at` integer,
	`opportunity_type` text NOT NULL,
	`workplace_type` text NOT NULL,
	`title` text NOT NULL,
	`locations` text NOT NULL,
	`industry` text,
	`salary_currency` text,
	`salary_type` text,
	`salary_min` real,
	`salary_max` real,
	`description` text NOT NULL,
	`required_skills` text DEFAULT '[]' NOT NULL,
	`min_experience` real,
	`max_experience` real,
	`education` text,
	`deadline` text,
	`application_method` text NOT NULL,
	`application_link` text,
	`application_email` text,
	`company_name` text NOT NULL,
	`company_website` text,
	`company_description` text,
	`company_logo` text,
	`contact_name` text NOT NULL,
	`contact_email` text NOT NULL,
	`contact_phone` text,
	FOREIGN KEY (`posted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "jobs_opportunity_type" CHECK("jobs"."opportunity_type" in ('full-time', 'part-time', 'internship', 'contract', 'freelance', 'contract-or-freelance', 'volunteer')),
	CONSTRAINT "jobs_workplace_type" CHECK("jobs"."workplace_type" in ('on-site', 'remote', 'hybrid')),
	CONSTRAINT "jobs_salary_currency" CHECK("jobs"."salary_currency" in ('INR', 'USD', 'EUR', 'GBP')),
	CONSTRAINT "jobs_salary_type" CHECK("jobs"."salary_type" in ('per year', 'per month', 'per hour')),
	CONSTRAINT "jobs_salary" CHECK("jobs"."salary_min" >= 0 and "jobs"."salary_max" >= coalesce("jobs"."salary_min", 0)),
	CONSTRAINT "jobs_experience" CHECK("jobs"."min_experience" >= 0 and "jobs"."max_experience" >= coalesce("jobs"."min_experience", 0)),
	CONSTRAINT "jobs_method" CHECK("jobs"."application_method" in ('website', 'email', 'in-person')),
	CONSTRAINT "jobs_link" CHECK("jobs"."application_method" <> 'website' or "jobs"."application_link" is not null),
	CONSTRAINT "jobs_email" CHECK("jobs"."application_method" <> 'email' or "jobs"."application_email" is not null)
);
--> statement-breakpoint
CREATE INDEX `jobs_poster` ON `jobs` (`posted_by`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_type` ON `jobs` (`opportunity_type`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_workplace` ON `jobs` (`workplace_type`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_open` ON `jobs` (`closed_at`,`id`,`deadline`);--> statement-breakpoint
CREATE TABLE `conversation_members` (
	`conversation_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`last_message_id` integer DEFAULT 0 NOT NULL,
	`unread_count` integer DEFAULT 0 NOT NULL,
	`mailed_message_id` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`conversation_id`, `user_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversation_members_unread" CHECK("conversation_members"."unread_count" >= 0)
);
--> statement-breakpoint
CREATE INDEX `conversation_members_inbox` ON `conversation_members` (`user_id`,`last_message_id`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`a_id` integer NOT NULL,
	`b_id` integer NOT NULL,
	`alias` text,
	`alias_blocked_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`a_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`b_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversations_two" CHECK("conversations"."a_id" <> "conversations"."b_id"),
	CONSTRAINT "conversations_order" CHECK("conversations"."alias" is not null or "conversations"."a_id" < "conversations"."b_id"),
	CONSTRAINT "conversations_alias_form" CHECK("conversations"."alias" is null or "conversations"."alias" like 'anon!_%' escape '!')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_named` ON `conversations` (`a_id`,`b_id`) WHERE "conversations"."alias" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_anonymous` ON `conversations` (`a_id`,`b_id`) WHERE "conversations"."alias" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_alias` ON `conversations` (`alias`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_id` integer NOT NULL,
	`sender_id` integer NOT NULL,
	`receiver_id` integer NOT NULL,
	`content` text NOT NULL,
	`sent_at` integer NOT NULL,
	`seen_at` integer,
	`delivered` integer DEFAULT true NOT NULL,
	`temp_id` text,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messages_two" CHECK("messages"."sender_id" <> "messages"."receiver_id"),
	CONSTRAINT "messages_content" CHECK(length("messages"."content") between 1 and 4000)
);
--> statement-breakpoint
CREATE INDEX `messages_thread` ON `messages` (`conversation_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_unseen` ON `messages` (`receiver_id`,`conversation_id`,`id`) WHERE seen_at is null and delivered = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_temp_id` ON `messages` (`conversation_id`,`sender_id`,`temp_id`) WHERE temp_id is not null;--> statement-breakpoint
CREATE TABLE `room_lines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`day` text NOT NULL,
	`author` blob NOT NULL,
	`guest_id` text NOT NULL,
	`content` text NOT NULL,
	`sent_at` integer NOT NULL,
	CONSTRAINT "room_lines_content" CHECK(length("room_lines"."content") between 1 and 1000)
);
--> statement-breakpoint
CREATE INDEX `room_lines_author` ON `room_lines` (`author`,`id`);--> statement-breakpoint
CREATE TABLE `room_mutes` (
	`author` blob PRIMARY KEY NOT NULL,
	`day` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `files` (
	`sha256` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `images` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file` text NOT NULL,
	`bytes` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `images_file` ON `images` (`file`);--> statement-breakpoint
CREATE INDEX `images_user` ON `images` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `resource_categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resource_categories_slug` ON `resource_categories` (`slug`);--> statement-breakpoint
CREATE TABLE `resource_totals` (
	`category_id` integer NOT NULL,
	`year` integer NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`category_id`, `year`),
	FOREIGN KEY (`category_id`) REFERENCES `resource_categories`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "resource_totals_year" CHECK("resource_totals"."year" between 1 and 4),
	CONSTRAINT "resource_totals_total" CHECK("resource_totals"."total" >= 0)
);
--> statement-breakpoint
CREATE TABLE `resources` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`category_id` integer NOT NULL,
	`year` integer NOT NULL,
	`file_sha256` text NOT NULL,
	`file_name` text NOT NULL,
	`file_type` text NOT NULL,
	`size` integer NOT NULL,
	`download_count` integer DEFAULT 0 NOT NULL,
	`has_thumbnail` integer DEFAULT false NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `resource_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_sha256`) REFERENCES `files`(`sha256`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "resources_year_range" CHECK("resources"."year" between 1 and 4),
	CONSTRAINT "resources_size" CHECK("resources"."size" > 0)
);
--> statement-breakpoint
CREATE INDEX `resources_category_year` ON `resources` (`category_id`,`year`,`id`);--> statement-breakpoint
CREATE INDEX `resources_category` ON `resources` (`category_id`,`id`);--> statement-breakpoint
CREATE INDEX `resources_year` ON `resources` (`year`,`id`);--> statement-breakpoint
CREATE INDEX `resources_user` ON `resources` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `resources_file` ON `resources` (`file_sha256`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`admin_id` integer,
	`action` text NOT NULL,
	`subject_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `audit_entries_admin` ON `audit_entries` (`admin_id`,`id`);--> statement-breakpoint
CREATE TABLE `feedback` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`sent_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mails_key` ON `mails` (`key`);--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`next_attempt_at`,`id`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reporter_id` integer,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	`resolved_by` integer,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`resolved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reports_subject" CHECK("reports"."subject" in ('user', 'alias', 'message', 'room-line', 'job', 'event', 'resource'))
);
--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`resolved_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`reporter_id`,`subject`,`subject_id`) WHERE resolved_at is null;--> statement-breakpoint
CREATE TABLE `blocks` (
	`blocker_id` integer NOT NULL,
	`blocked_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "blocks_other" CHECK("blocks"."blocker_id" <> "blocks"."blocked_id")
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `connections` (
	`low_id` integer NOT NULL,
	`high_id` integer NOT NULL,
	`asked_by` integer NOT NULL,
	`accepted_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`low_id`, `high_id`),
	FOREIGN KEY (`low_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`high_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "connections_order" CHECK("connections"."low_id" < "connections"."high_id"),
	CONSTRAINT "connections_asked_by" CHECK("connections"."asked_by" in ("connections"."low_id", "connections"."high_id"))
);
--> statement-breakpoint
CREATE INDEX `connections_high` ON `connections` (`high_id`);--> statement-breakpoint
CREATE TABLE `mail_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "mail_links_purpose" CHECK("mail_links"."purpose" in ('reset-password', 'confirm-email'))
);
--> statement-breakpoint
CREATE INDEX `mail_links_user` ON `mail_links` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `mail_links_expires` ON `mail_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sessions_kind" CHECK("sessions"."kind" in ('browser', 'token'))
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_last_used` ON `sessions` (`last_used_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`is_admin` integer DEFAULT false NOT NULL,
	`email` text NOT NULL,
	`email_confirmed_at` integer,
	`password_hash` text,
	`google_subject` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`name` text NOT NULL,
	`phone` text,
	`batch_year` integer,
	`skills` text DEFAULT '[]' NOT NULL,
	`avatar_file` text,
	`birthday` text,
	`gender` text,
	`roll` text,
	`branch` text,
	`location` text,
	`cgpa` real,
	`company` text,
	`position` text,
	`phone_to` text DEFAULT 'connections' NOT NULL,
	`roll_to` text DEFAULT 'connections' NOT NULL,
	`cgpa_to` text DEFAULT 'connections' NOT NULL,
	`birthday_to` text DEFAULT 'connections' NOT NULL,
	`gender_to` text DEFAULT 'connections' NOT NULL,
	`location_to` text DEFAULT 'members' NOT NULL,
	`allow_anonymous` integer DEFAULT true NOT NULL,
	`mail_unseen` integer DEFAULT true NOT NULL,
	`messages_opened_at` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_status" CHECK("users"."status" in ('pending', 'active', 'suspended', 'deleted')),
	CONSTRAINT "users_email_lower" CHECK("users"."email" = lower(trim("users"."email"))),
	CONSTRAINT "users_name" CHECK("users"."name" = trim("users"."first_name" || ' ' || "users"."last_name")),
	CONSTRAINT "users_batch_year" CHECK("users"."batch_year" between 1950 and 2200),
	CONSTRAINT "users_cgpa" CHECK("users"."cgpa" between 0 and 10),
	CONSTRAINT "users_phone_to" CHECK("users"."phone_to" in ('nobody', 'connections', 'members')),
	CONSTRAINT "users_roll_to" CHECK("users"."roll_to" in ('nobody', 'connections', 'members')),
	CONSTRAINT "users_cgpa_to" CHECK("users"."cgpa_to" in ('nobody', 'connections', 'members')),
	CONSTRAINT "users_birthday_to" CHECK("users"."birthday_to" in ('nobody', 'connections', 'members')),
	CONSTRAINT "users_gender_to" CHECK("users"."gender_to" in ('nobody', 'connections', 'members')),
	CONSTRAINT "users_location_to" CHECK("users"."location_to" in ('nobody', 'connections', 'members'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_google` ON `users` (`google_subject`);--> statement-breakpoint
CREATE INDEX `users_batch` ON `users` (`status`,`batch_year`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`status`,"name" collate nocase,`id`);