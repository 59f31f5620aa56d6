CREATE TABLE `attachments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token` text NOT NULL,
	`message_id` integer,
	`address` text,
	`position` integer DEFAULT 0 NOT NULL,
	`file` text NOT NULL,
	`name` text NOT NULL,
	`file_type` text NOT NULL,
	`size` integer NOT NULL,
	`width` integer,
	`height` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "attachments_sent" CHECK(("attachments"."message_id" is null) = ("attachments"."address" is null)),
	CONSTRAINT "attachments_size" CHECK("attachments"."size" > 0),
	CONSTRAINT "attachments_picture" CHECK(("attachments"."width" is null) = ("attachments"."height" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_token` ON `attachments` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_address` ON `attachments` (`address`);--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_file` ON `attachments` (`file`);--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_message` ON `attachments` (`message_id`,`position`);--> statement-breakpoint
CREATE INDEX `attachments_unsent` ON `attachments` (`user_id`,`created_at`) WHERE message_id is null;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_id` integer NOT NULL,
	`sender_id` integer NOT NULL,
	`receiver_id` integer NOT NULL,
	`content` text NOT NULL,
	`sent_at` integer NOT NULL,
	`seen_at` integer,
	`delivered` integer DEFAULT true NOT NULL,
	`temp_id` text,
	`reply_to_id` integer,
	`edited_at` integer,
	`deleted_at` integer,
	`sender_sign` text,
	`receiver_sign` text,
	`held_content` text,
	`held_edited_at` integer,
	`held_sign` text,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messages_two" CHECK("__new_messages"."sender_id" <> "__new_messages"."receiver_id"),
	CONSTRAINT "messages_content" CHECK(length("__new_messages"."content") <= 4000)
);
--> statement-breakpoint
INSERT INTO `__new_messages`("id", "conversation_id", "sender_id", "receiver_id", "content", "sent_at", "seen_at", "delivered", "temp_id", "reply_to_id", "edited_at", "deleted_at", "sender_sign", "receiver_sign", "held_content", "held_edited_at", "held_sign") SELECT "id", "conversation_id", "sender_id", "receiver_id", "content", "sent_at", "seen_at", "delivered", "temp_id", "reply_to_id", "edited_at", "deleted_at", "sender_sign", "receiver_sign", "held_content", "held_edited_at", "held_sign" FROM `messages`;--> statement-breakpoint
DROP VIEW messages_searched;--> statement-breakpoint
DROP TABLE `messages`;--> statement-breakpoint
ALTER TABLE `__new_messages` RENAME TO `messages`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `messages_thread` ON `messages` (`conversation_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_unseen` ON `messages` (`receiver_id`,`conversation_id`,`id`) WHERE seen_at is null and delivered = 1;--> statement-breakpoint
CREATE INDEX `messages_bell` ON `messages` (`receiver_id`,`sent_at`) WHERE seen_at is null and delivered = 1;--> statement-breakpoint
CREATE INDEX `messages_recent` ON `messages` (`conversation_id`,`sender_id`,`sent_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_temp_id` ON `messages` (`conversation_id`,`sender_id`,`temp_id`) WHERE temp_id is not null;--> statement-breakpoint
CREATE VIEW messages_searched AS SELECT id, char(19968 + sender_id % 20000, 19968 + sender_id / 20000 % 20000, 19968 + sender_id / 400000000) || iif(delivered, ' ' || char(19968 + receiver_id % 20000, 19968 + receiver_id / 20000 % 20000, 19968 + receiver_id / 400000000), '') AS readers, content, held_content FROM messages;
