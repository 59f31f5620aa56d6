CREATE TABLE `room_reactions` (
	`line_id` integer NOT NULL,
	`author` blob NOT NULL,
	`sign` text NOT NULL,
	PRIMARY KEY(`line_id`, `author`),
	FOREIGN KEY (`line_id`) REFERENCES `room_lines`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "room_reactions_sign" CHECK("room_reactions"."sign" in ('thumb', 'heart', 'laugh', 'wow', 'thanks', 'check'))
);
--> statement-breakpoint
CREATE INDEX `room_reactions_count` ON `room_reactions` (`line_id`,`sign`);--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `muted_at` integer;--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `archived_message_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `is_marked_unread` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `reply_to_id` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `edited_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `sender_sign` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `receiver_sign` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `held_content` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `held_edited_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `held_sign` text;--> statement-breakpoint
ALTER TABLE `room_lines` ADD `reply_to_id` integer;--> statement-breakpoint
ALTER TABLE `room_lines` ADD `deleted_at` integer;--> statement-breakpoint
CREATE VIEW messages_searched AS SELECT id, char(19968 + sender_id % 20000, 19968 + sender_id / 20000 % 20000, 19968 + sender_id / 400000000) || iif(delivered, ' ' || char(19968 + receiver_id % 20000, 19968 + receiver_id / 20000 % 20000, 19968 + receiver_id / 400000000), '') AS readers, content, held_content FROM messages;--> statement-breakpoint
CREATE VIRTUAL TABLE messages_search USING fts5(readers, content, held_content, content='messages_searched', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
INSERT INTO messages_search(messages_search, rank) VALUES ('secure-delete', 1);
