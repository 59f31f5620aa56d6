CREATE VIRTUAL TABLE users_search USING fts5(name, email, skills, content='users', content_rowid='id', tokenize='trigram');
--> statement-breakpoint
CREATE VIRTUAL TABLE jobs_search USING fts5(title, company_name, description, required_skills, locations, industry, content='jobs', content_rowid='id', tokenize='trigram');
--> statement-breakpoint
CREATE VIRTUAL TABLE resources_search USING fts5(title, description, content='resources', content_rowid='id', tokenize='trigram');
