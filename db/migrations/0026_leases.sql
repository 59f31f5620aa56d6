CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`node` text NOT NULL,
	`ends_at` integer NOT NULL
);
