ALTER TABLE `resources` ADD `course_code` text;--> statement-breakpoint
ALTER TABLE `resources` ADD `resource_type` text;--> statement-breakpoint
CREATE INDEX `resources_course` ON `resources` (`course_code`,`id`) WHERE course_code is not null;--> statement-breakpoint
CREATE INDEX `resources_type` ON `resources` (`resource_type`,`id`) WHERE resource_type is not null;--> statement-breakpoint
CREATE INDEX `resources_type_category` ON `resources` (`resource_type`,`category_id`,`id`) WHERE resource_type is not null;--> statement-breakpoint
CREATE INDEX `resources_type_year` ON `resources` (`resource_type`,`year`,`id`) WHERE resource_type is not null;--> statement-breakpoint
CREATE INDEX `resources_type_category_year` ON `resources` (`resource_type`,`category_id`,`year`,`id`) WHERE resource_type is not null;--> statement-breakpoint
DROP TABLE resources_search;--> statement-breakpoint
CREATE VIRTUAL TABLE resources_search USING fts5(title, description, course_code, content='resources', content_rowid='id', tokenize='trigram');
