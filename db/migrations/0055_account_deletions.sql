CREATE TABLE `account_deletions` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`deletes_posts` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
