CREATE TABLE `member_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`admin_id` integer NOT NULL,
	`file_name` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `member_imports_admin` ON `member_imports` (`admin_id`,`id`);--> statement-breakpoint
CREATE INDEX `member_imports_created` ON `member_imports` (`created_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_mail_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`new_email` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "mail_links_purpose" CHECK("__new_mail_links"."purpose" in ('reset-password', 'confirm-email', 'change-email', 'delete-account', 'invitation'))
);
--> statement-breakpoint
INSERT INTO `__new_mail_links`("token_hash", "user_id", "purpose", "new_email", "expires_at") SELECT "token_hash", "user_id", "purpose", null, "expires_at" FROM `mail_links`;--> statement-breakpoint
DROP TABLE `mail_links`;--> statement-breakpoint
ALTER TABLE `__new_mail_links` RENAME TO `mail_links`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `mail_links_user` ON `mail_links` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `mail_links_expires` ON `mail_links` (`expires_at`);--> statement-breakpoint
DROP INDEX `sessions_user`;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text;--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`last_used_at`,`token_hash`);--> statement-breakpoint
CREATE INDEX `users_admins` ON `users` (`id`) WHERE is_admin = 1;