CREATE INDEX `conversation_members_unmailed` ON `conversation_members` (`conversation_id`) WHERE unread_count > 0 and last_message_id > mailed_message_id;--> statement-breakpoint
CREATE INDEX `messages_bell` ON `messages` (`receiver_id`,`sent_at`) WHERE seen_at is null and delivered = 1;--> statement-breakpoint
CREATE INDEX `messages_recent` ON `messages` (`conversation_id`,`sender_id`,`sent_at`);