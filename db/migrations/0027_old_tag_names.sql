CREATE TABLE `old_tag_names` (
	`name` text PRIMARY KEY NOT NULL,
	`tag_id` integer NOT NULL,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `old_tag_names_tag` ON `old_tag_names` (`tag_id`);