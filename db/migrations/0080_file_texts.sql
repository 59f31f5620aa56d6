CREATE TABLE `file_texts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sha256` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`sha256`) REFERENCES `files`(`sha256`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "file_texts_length" CHECK(length("file_texts"."text") <= 204800)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `file_texts_file` ON `file_texts` (`sha256`);--> statement-breakpoint
CREATE VIRTUAL TABLE file_texts_search USING fts5(text, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co M*'", detail=none, prefix='3 4');--> statement-breakpoint
INSERT INTO file_texts_search(file_texts_search, rank) VALUES ('automerge', 0);--> statement-breakpoint
INSERT INTO file_texts_search(file_texts_search, rank) VALUES ('crisismerge', 2000);
