-- Recipients who still wait get keys in place of positions.
UPDATE `fan_outs` SET `receivers` = json_object(
  'to', json(`receivers` -> '$[0][0]'), 'subject', `receivers` ->> '$[0][1]', 'facts', `receivers` ->> '$[0][2]')
WHERE json_type(`receivers`, '$[0][0]') = 'array';
--> statement-breakpoint
UPDATE `fan_outs` SET `receivers` = (
  SELECT json_group_array(json_object('to', each.value ->> 0, 'subject', each.value ->> 1, 'facts', each.value ->> 2,
    'mailAs', each.value ->> 3))
  FROM json_each(`fan_outs`.`receivers`) AS each)
WHERE json_type(`receivers`, '$[0]') = 'array';
