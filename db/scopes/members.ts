import { type SQL, sql } from "drizzle-orm";
import { type MemberFilterName, memberFilterNames } from "../vocabulary.ts";
import { freePlaces } from "./mentoring.ts";
import { tagIdOf } from "./questions.ts";
import { maxScannedRows } from "./search.ts";
import { isOnNotNow } from "./users.ts";

/** A search and a filter count up to this many, the newest first. */
export const maxFoundMembers = 10_000;
const maxFoundTags = 50;

const isOpenToMentoring = (day: string): SQL => sql`(${freePlaces()} > 0 and not ${isOnNotNow(day)})`;

/** What a member likes to be asked about, in the member's order, separated by spaces. */
export const topicNames = sql<string>`(select coalesce(group_concat(name, ' '), '') from (select tags.name
  from user_topics join tags on tags.id = user_topics.tag_id where user_topics.user_id = users.id
  order by user_topics.position))`;

export type MemberFilter = {
  [Name in MemberFilterName]?: (Name extends "mentoring" ? boolean : string) | undefined;
};

interface FilterPart {
  /** Ids found by an index. */
  found: SQL;
  /** Whether a row of `users` matches. */
  fits: SQL;
}

const isNamed = (column: "company" | "branch", name: string): FilterPart => ({
  found: sql`select id from users where ${sql.raw(column)} collate nocase = ${name} and ${sql.raw(column)} is not null`,
  fits: sql`+users.${sql.raw(column)} collate nocase = ${name}`,
});

const offers = (topic: string): FilterPart => ({
  found: sql`select user_id as id from user_topics where tag_id = ${tagIdOf(topic)}`,
  fits: sql`exists (select 1 from user_topics as offered
    where offered.user_id = users.id and offered.tag_id = ${tagIdOf(topic)})`,
});

const isOpen = (day: string): FilterPart => ({
  found: sql`select id from users where mentoring_places is not null`,
  fits: isOpenToMentoring(day),
});

function filterParts({ company, topic, mentoring, branch }: MemberFilter, day: string): FilterPart[] {
  const parts: Record<MemberFilterName, FilterPart | "" | false | undefined> = {
    company: company && isNamed("company", company),
    topic: topic && offers(topic),
    mentoring: mentoring && isOpen(day),
    branch: branch && isNamed("branch", branch),
  };
  return memberFilterNames.flatMap((name) => parts[name] || []);
}

/** Whether a row of `users` matches a filter, for rows found by another condition. */
export const fitsFilter = (filter: MemberFilter, day: string): SQL =>
  sql.join([sql`true`, ...filterParts(filter, day).map(({ fits }) => fits)], sql` and `);

/** Members who match the filter and the condition, among the newest 5,000 that the filter's first part finds. */
export function filteredMemberIds(filter: MemberFilter, day: string, condition: SQL): SQL {
  const found = filterParts(filter, day)[0]?.found ?? sql`select id from users`;
  return sql`select users.id from (${found} order by id desc limit ${maxScannedRows}) as found
    cross join users on users.id = found.id where ${condition} and ${fitsFilter(filter, day)}`;
}

/**
 * Members who offer a topic with this text in its name: one of the first fifty found among the 5,000 tags with the most
 * questions.
 */
export const offeringIds = (text: string, condition: SQL, limit: number): SQL => {
  const name = text.toLowerCase().replaceAll(/\s+/g, "-");
  return sql`select users.id from (select user_id from user_topics where tag_id in (
      select id from (select id, name from tags order by question_count desc, name limit ${maxScannedRows})
      where instr(name, ${name}) > 0 limit ${maxFoundTags}) limit ${limit}) as offered
    cross join users on users.id = offered.user_id where ${condition}`;
};
