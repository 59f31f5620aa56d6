CREATE TABLE `programmes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`years` integer NOT NULL,
	`position` integer NOT NULL,
	`is_hidden` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "programmes_years" CHECK("programmes"."years" between 1 and 6)
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_resource_totals` (
	`category_id` integer NOT NULL,
	`year` integer NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`category_id`, `year`),
	FOREIGN KEY (`category_id`) REFERENCES `resource_categories`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "resource_totals_year" CHECK("__new_resource_totals"."year" between 1 and 6),
	CONSTRAINT "resource_totals_total" CHECK("__new_resource_totals"."total" >= 0)
);
--> statement-breakpoint
INSERT INTO `__new_resource_totals`("category_id", "year", "total") SELECT "category_id", "year", "total" FROM `resource_totals`;--> statement-breakpoint
DROP TABLE `resource_totals`;--> statement-breakpoint
ALTER TABLE `__new_resource_totals` RENAME TO `resource_totals`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE TABLE `__new_resources` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`category_id` integer NOT NULL,
	`year` integer NOT NULL,
	`course_code` text,
	`resource_type` text,
	`paper_year` integer,
	`exam` text,
	`file_sha256` text NOT NULL,
	`file_name` text NOT NULL,
	`file_type` text NOT NULL,
	`size` integer NOT NULL,
	`download_count` integer DEFAULT 0 NOT NULL,
	`thanks_count` integer DEFAULT 0 NOT NULL,
	`has_thumbnail` integer DEFAULT false NOT NULL,
	`user_id` integer NOT NULL,
	`event_id` integer,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `resource_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_sha256`) REFERENCES `files`(`sha256`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "resources_year_range" CHECK("__new_resources"."year" between 1 and 6),
	CONSTRAINT "resources_paper_year_range" CHECK("__new_resources"."paper_year" between 1990 and 2200),
	CONSTRAINT "resources_exam_name" CHECK("__new_resources"."exam" in ('mid-term', 'end-term', 'quiz', 'other')),
	CONSTRAINT "resources_paper" CHECK("__new_resources"."resource_type" is 'past-paper' or ("__new_resources"."paper_year" is null and "__new_resources"."exam" is null)),
	CONSTRAINT "resources_size" CHECK("__new_resources"."size" > 0)
);
--> statement-breakpoint
INSERT INTO `__new_resources`("id", "title", "description", "category_id", "year", "course_code", "resource_type", "paper_year", "exam", "file_sha256", "file_name", "file_type", "size", "download_count", "thanks_count", "has_thumbnail", "user_id", "event_id", "created_at", "version") SELECT "id", "title", "description", "category_id", "year", "course_code", "resource_type", "paper_year", "exam", "file_sha256", "file_name", "file_type", "size", "download_count", "thanks_count", "has_thumbnail", "user_id", "event_id", "created_at", "version" FROM `resources`;--> statement-breakpoint
DELETE FROM sqlite_sequence WHERE name = '__new_resources';--> statement-breakpoint
INSERT INTO sqlite_sequence(name, seq) SELECT '__new_resources', seq FROM sqlite_sequence WHERE name = 'resources';--> statement-breakpoint
DROP TABLE `resources`;--> statement-breakpoint
ALTER TABLE `__new_resources` RENAME TO `resources`;--> statement-breakpoint
CREATE INDEX `resources_category_year` ON `resources` (`category_id`,`year`,`id`);--> statement-breakpoint
CREATE INDEX `resources_category` ON `resources` (`category_id`,`id`);--> statement-breakpoint
CREATE INDEX `resources_year` ON `resources` (`year`,`id`);--> statement-breakpoint
CREATE INDEX `resources_course` ON `resources` (`course_code`,`id`) WHERE course_code is not null;--> statement-breakpoint
CREATE INDEX `resources_type` ON `resources` (`resource_type`,`id`) WHERE resource_type is not null;--> statement-breakpoint
CREATE INDEX `resources_type_category` ON `resources` (`resource_type`,`category_id`,`id`) WHERE resource_type is not null;--> statement-breakpoint
CREATE INDEX `resources_type_year` ON `resources` (`resource_type`,`year`,`id`) WHERE resource_type is not null;--> statement-breakpoint
CREATE INDEX `resources_type_category_year` ON `resources` (`resource_type`,`category_id`,`year`,`id`) WHERE resource_type is not null;--> statement-breakpoint
CREATE INDEX `resources_paper_year` ON `resources` (`paper_year`,`id`) WHERE paper_year is not null;--> statement-breakpoint
CREATE INDEX `resources_exam` ON `resources` (`exam`,`id`) WHERE exam is not null;--> statement-breakpoint
CREATE INDEX `resources_user` ON `resources` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `resources_file` ON `resources` (`file_sha256`);--> statement-breakpoint
CREATE INDEX `resources_event` ON `resources` (`event_id`,`id`) WHERE event_id is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `programme_id` integer REFERENCES programmes(id);--> statement-breakpoint
CREATE INDEX `users_programme` ON `users` (`programme_id`,`id`) WHERE programme_id is not null;--> statement-breakpoint
INSERT INTO `programmes` (`name`, `years`, `position`) VALUES ('B.Tech', 4, 0);
