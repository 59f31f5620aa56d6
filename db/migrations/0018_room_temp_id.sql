ALTER TABLE `room_lines` ADD `temp_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `room_lines_temp_id` ON `room_lines` (`author`,`temp_id`) WHERE temp_id is not null;