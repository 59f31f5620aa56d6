ALTER TABLE `resources` ADD `paper_year` integer CONSTRAINT "resources_paper_year_range" CHECK("paper_year" between 1990 and 2200);--> statement-breakpoint
ALTER TABLE `resources` ADD `exam` text CONSTRAINT "resources_exam_name" CHECK("exam" in ('mid-term', 'end-term', 'quiz', 'other')) CONSTRAINT "resources_paper" CHECK("resource_type" is 'past-paper' or ("paper_year" is null and "exam" is null));--> statement-breakpoint
CREATE INDEX `resources_paper_year` ON `resources` (`paper_year`,`id`) WHERE paper_year is not null;--> statement-breakpoint
CREATE INDEX `resources_exam` ON `resources` (`exam`,`id`) WHERE exam is not null;
