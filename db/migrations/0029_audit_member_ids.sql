ALTER TABLE `audit_entries` ADD `member_id` integer REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `reports` ADD `author_id` integer REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `reports_author` ON `reports` (`author_id`) WHERE author_id is not null;
--> statement-breakpoint
UPDATE audit_entries SET member_id = named.id, subject = NULL
  FROM (SELECT name, min(id) AS id FROM users GROUP BY name HAVING count(*) = 1) AS named
  WHERE named.name = audit_entries.subject AND subject NOT LIKE 'Anonymous%';
--> statement-breakpoint
UPDATE audit_entries SET member_id = named.id, subject = substr(subject, 1, instr(subject, '” by '))
  FROM (SELECT name, min(id) AS id FROM users GROUP BY name HAVING count(*) = 1) AS named
  WHERE subject LIKE '“%” by %' AND subject NOT LIKE '“%” by Anonymous%' AND named.name = substr(subject, instr(subject, '” by ') + 5);
--> statement-breakpoint
UPDATE audit_entries SET
    member_id = (SELECT min(id) FROM users WHERE name = substr(subject, instr(subject, '” by ') + 5, instr(subject, ' into “') - instr(subject, '” by ') - 5) HAVING count(*) = 1),
    subject = substr(subject, 1, instr(subject, '” by ')) || substr(subject, instr(subject, ' into “'))
  WHERE action = 'merged the question' AND subject LIKE '“%” by %' AND subject NOT LIKE '“%” by Anonymous%';
--> statement-breakpoint
UPDATE audit_entries SET subject = substr(subject, 1, instr(subject, '” by '))
  WHERE member_id IS NULL AND subject_id IS NULL AND subject LIKE '“%” by %' AND subject NOT LIKE '“%” by Anonymous%';
--> statement-breakpoint
UPDATE audit_entries SET subject = NULL
  WHERE member_id IS NULL AND subject_id IS NULL AND subject NOT LIKE '“%' AND subject NOT LIKE 'Anonymous%'
    AND action NOT IN ('renamed the tag', 'invited people from', 'changed the text of')
    AND action NOT LIKE '%home page%' AND action NOT LIKE '%mail%';
--> statement-breakpoint
UPDATE reports SET author_id = CASE subject
  WHEN 'job' THEN (SELECT posted_by FROM jobs WHERE id = cast(subject_id AS integer))
  WHEN 'event' THEN (SELECT organizer_id FROM events WHERE id = cast(subject_id AS integer))
  WHEN 'resource' THEN (SELECT user_id FROM resources WHERE id = cast(subject_id AS integer))
  WHEN 'question' THEN (SELECT author_id FROM questions WHERE id = cast(subject_id AS integer))
  WHEN 'answer' THEN (SELECT author_id FROM answers WHERE id = cast(subject_id AS integer))
  WHEN 'comment' THEN (SELECT author_id FROM comments WHERE id = cast(subject_id AS integer))
  WHEN 'message' THEN (SELECT iif(alias IS NOT NULL AND a_id = sender_id, NULL, sender_id) FROM messages
    JOIN conversations ON conversations.id = messages.conversation_id WHERE messages.id = cast(subject_id AS integer)) END;
--> statement-breakpoint
UPDATE reports SET excerpt = NULL WHERE resolved_at IS NOT NULL
  AND author_id IN (SELECT id FROM users WHERE status = 'deleted');
