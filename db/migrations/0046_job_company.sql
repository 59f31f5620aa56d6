CREATE INDEX `bin_rows_logo` ON `bin_rows` ("row" ->> 'company_logo') WHERE table_name = 'jobs';--> statement-breakpoint
CREATE INDEX `jobs_company` ON `jobs` ("company_name" collate nocase,`id`);
