CREATE TABLE `site_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`content` text NOT NULL,
	`version` integer NOT NULL
);
