PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_landing` (
	`section` text PRIMARY KEY NOT NULL,
	`is_hidden` integer DEFAULT false NOT NULL,
	`entries` text DEFAULT '[]' NOT NULL,
	CONSTRAINT "landing_section" CHECK("__new_landing"."section" in ('partners', 'features', 'placed', 'testimonials'))
);
--> statement-breakpoint
INSERT INTO `__new_landing`("section", "is_hidden", "entries") SELECT "section", "is_hidden", "entries" FROM `landing`;--> statement-breakpoint
DROP TABLE `landing`;--> statement-breakpoint
ALTER TABLE `__new_landing` RENAME TO `landing`;--> statement-breakpoint
PRAGMA foreign_keys=ON;