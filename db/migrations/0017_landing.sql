CREATE TABLE `landing` (
	`section` text PRIMARY KEY NOT NULL,
	`is_hidden` integer DEFAULT false NOT NULL,
	`entries` text DEFAULT '[]' NOT NULL,
	CONSTRAINT "landing_section" CHECK("landing"."section" in ('partners', 'placed', 'testimonials'))
);
--> statement-breakpoint
ALTER TABLE `room_mutes` ADD `guest_id` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `subject_id` text;