DROP TABLE `users_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE users_search USING fts5(name, email, skills, company, branch, content='users', content_rowid='id', tokenize='trigram remove_diacritics 1', detail=column);--> statement-breakpoint
DROP TABLE `jobs_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE jobs_search USING fts5(title, company_name, description, required_skills, locations, industry, content='jobs', content_rowid='id', tokenize='trigram remove_diacritics 1', detail=column);--> statement-breakpoint
DROP TABLE `resources_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE resources_search USING fts5(title, description, course_code, content='resources', content_rowid='id', tokenize='trigram remove_diacritics 1', detail=column);--> statement-breakpoint
DROP TABLE `events_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE events_search USING fts5(title, description, location, content='events', content_rowid='id', tokenize='trigram remove_diacritics 1', detail=column);--> statement-breakpoint
DROP TABLE `questions_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE questions_search USING fts5(title, body, content='questions', content_rowid='id', tokenize='trigram remove_diacritics 1', detail=column);--> statement-breakpoint
DROP TABLE `messages_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE messages_search USING fts5(readers, content, held_content, content='messages_searched', content_rowid='id', tokenize='trigram remove_diacritics 1', detail=column);--> statement-breakpoint
INSERT INTO messages_search(messages_search, rank) VALUES ('secure-delete', 1);
