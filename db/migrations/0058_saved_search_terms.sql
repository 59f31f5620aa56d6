-- A search finds all its words in any order: three letters of two words say nothing of a job that has both.
UPDATE `saved_searches` SET `term` = '' WHERE `kind` = 'jobs' AND (`term` GLOB '*[ ,;]*');
