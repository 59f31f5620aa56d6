DROP TABLE `users_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE users_search USING fts5(name, email, skills, company, branch, content='users', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE VIRTUAL TABLE events_search USING fts5(title, description, location, content='events', content_rowid='id', tokenize='trigram');
