CREATE TABLE `notice_causes` (
	`cause` text NOT NULL,
	`notice_id` integer NOT NULL,
	PRIMARY KEY(`cause`, `notice_id`),
	FOREIGN KEY (`notice_id`) REFERENCES `notices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notice_causes_notice` ON `notice_causes` (`notice_id`);--> statement-breakpoint
ALTER TABLE `notices` ADD `cause` text;--> statement-breakpoint
-- The newest posts up to the time of a notice, as many as it counts, which is what was counted back before.
INSERT INTO `notice_causes` (`cause`, `notice_id`)
SELECT `cause`, `notice_id` FROM (
  SELECT told.`post` AS `cause`, notices.`id` AS `notice_id`, notices.`count` AS `count`,
    row_number() OVER (PARTITION BY notices.`id` ORDER BY told.`id` DESC) AS `place`
  FROM `notices` CROSS JOIN (
    SELECT `id`, 'answer-' || `id` AS `post`, `question_id`, `author_id`, `alias`, `answered_at` AS `at`, 'question-answered' AS `kind`
    FROM `answers` WHERE `hidden_at` IS NULL
    UNION ALL
    SELECT `id`, 'comment-' || `id`, `question_id`, `author_id`, `alias`, `created_at`, 'question-commented'
    FROM `comments` WHERE `hidden_at` IS NULL
  ) AS told ON told.`question_id` = CAST(notices.`subject` AS integer) AND told.`kind` = notices.`kind`
  WHERE notices.`kind` IN ('question-answered', 'question-commented') AND told.`at` <= notices.`at`
    AND told.`author_id` IS NOT notices.`user_id`
    AND NOT EXISTS (SELECT 1 FROM `question_aliases` AS own WHERE own.`alias` = told.`alias` AND own.`user_id` = notices.`user_id`)
) WHERE `place` <= min(`count`, 1000);
--> statement-breakpoint
INSERT INTO `notice_causes` (`cause`, `notice_id`)
SELECT `cause`, `notice_id` FROM (
  SELECT 'thanks-' || given.`id` AS `cause`, notices.`id` AS `notice_id`, notices.`count` AS `count`,
    row_number() OVER (PARTITION BY notices.`id` ORDER BY given.`id` DESC) AS `place`
  FROM `thanks` AS given CROSS JOIN `notices` ON notices.`kind` = 'thanks' AND notices.`read_at` IS NULL
    AND notices.`subject` = coalesce('answer-' || given.`answer_id`, 'comment-' || given.`comment_id`,
      'resource-' || given.`resource_id`, 'event-' || given.`event_id`, 'experience-' || given.`experience_id`)
  WHERE given.`blocked_at` IS NULL
) WHERE `place` <= min(`count`, 1000);
