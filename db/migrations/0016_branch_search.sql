DROP TABLE `users_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE users_search USING fts5(name, email, skills, company, branch, content='users', content_rowid='id', tokenize='trigram');
