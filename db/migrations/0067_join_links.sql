CREATE TABLE `join_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`nonce` text NOT NULL,
	`code_hash` text NOT NULL,
	`maker_id` integer NOT NULL,
	`batch_year` integer NOT NULL,
	`branch` text,
	`places` integer NOT NULL,
	`used` integer DEFAULT 0 NOT NULL,
	`until` text NOT NULL,
	`is_direct` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`maker_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "join_links_batch_year" CHECK("join_links"."batch_year" between 1950 and 2200),
	CONSTRAINT "join_links_places" CHECK("join_links"."places" between 1 and 500 and "join_links"."used" between 0 and "join_links"."places")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `join_links_code` ON `join_links` (`code_hash`);--> statement-breakpoint
CREATE INDEX `join_links_maker` ON `join_links` (`maker_id`,`id`);--> statement-breakpoint
ALTER TABLE `users` ADD `join_link_id` integer REFERENCES join_links(id);--> statement-breakpoint
CREATE INDEX `users_join_link` ON `users` (`join_link_id`) WHERE join_link_id is not null;--> statement-breakpoint
CREATE INDEX `users_unconfirmed` ON `users` (`created_at`) WHERE status = 'pending' and join_link_id is not null;