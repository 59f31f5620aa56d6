import { type SQL, sql } from "drizzle-orm";
import { db } from "#db/index.ts";
import { isListedQuestion } from "#db/scopes/questions.ts";
import { things } from "#db/things.ts";
import { type BinSubject, binSubjects, isAnonymousKind } from "#db/vocabulary.ts";

const everyoneSees = (kind: BinSubject) => {
  if (kind === "question") return isListedQuestion;
  if (kind === "experience") return sql`true`;
  return isAnonymousKind(kind) ? sql`hidden_at is null` : sql`true`;
};

/** The column with a row's owner, and the condition for rows that every member sees. */
const nouns: Record<string, readonly [owner: SQL | null, isSeen: SQL]> = {
  ...Object.fromEntries(
    binSubjects.map((kind) => [`${kind}s`, [sql`${things[kind].owner}`, everyoneSees(kind)]]),
  ),
  notices: [sql`user_id`, sql`false`],
  "saved-searches": [sql`user_id`, sql`false`],
  mentoring: [sql`mentor_id`, sql`false`],
  messages: [sql`sender_id`, sql`false`],
  "messages/seen": [sql`receiver_id`, sql`false`],
  users: [sql`id`, sql`status = 'active'`],
  "anonymous-messages": [null, sql`true`],
};
const tables: Record<string, string> = {
  "saved-searches": "saved_searches",
  mentoring: "mentorings",
  "messages/seen": "messages",
  "anonymous-messages": "room_lines",
};

const newest = (noun: string, condition: SQL) =>
  sql<number | null>`(select max(id) from ${sql.raw(tables[noun] ?? noun)} where ${condition})`;

/** Calls that act on other members' items. */
const isForOthers = /^\/(follow|referral|register|thanks|tracking|unregister|vote|waiting|connection|block)$/;

/**
 * Replaces the example ids in commands with ids the reader may use: of their own items, or else of items that
 * everyone sees.
 */
export async function loadOwnIds(viewerId: number): Promise<(command: string) => string> {
  const columns = Object.entries(nouns).flatMap(([noun, [owner, isSeen]]) => {
    const isOwn = owner === null ? sql`false` : sql`${owner} = ${viewerId}`;
    return [
      [`own ${noun}`, newest(noun, noun === "users" ? sql`false` : isOwn)],
      [`other ${noun}`, newest(noun, sql`${isSeen} and not coalesce(${isOwn}, 0)`)],
    ] as const;
  });
  const [ids = {}] = await db.select(Object.fromEntries(columns)).from(sql`(select 1)`);
  const find = (noun: string, suffix: string) => {
    const [own, other] = [ids[`own ${noun}`], ids[`other ${noun}`]];
    return isForOthers.test(suffix) ? (other ?? own) : (own ?? other);
  };
  const person = find("users", "");
  return (command) =>
    command
      .replace(/(\/api\/users\/|\/history\/|"senderId": ")7\b/g, `$1${viewerId}`)
      .replace(/(\/history\/\d+\/|\/conversations\/|Id": "|\/organizers\/)12\b/g, (text, path: string) =>
        person ? path + person : text,
      )
      .replace(
        /(\/api\/([a-z-]+(?:\/seen)?)\/)(\d+)(\/[a-z]+)?/g,
        (_, path: string, noun: string, id: string, suffix = "") =>
          path + (id === String(viewerId) && noun === "users" ? id : (find(noun, suffix) ?? id)) + suffix,
      );
}
