import { type SQL, sql } from "drizzle-orm";
import { db } from "#db/index.ts";

/** The column with a thing's owner, and the condition for things that every member sees. */
const nouns = {
  jobs: ["posted_by", "true"],
  events: ["organizer_id", "true"],
  resources: ["user_id", "true"],
  questions: ["author_id", "hidden_at is null and merged_into is null"],
  answers: ["author_id", "hidden_at is null"],
  comments: ["author_id", "hidden_at is null"],
  notices: ["user_id", "false"],
  "saved-searches": ["user_id", "false"],
  mentoring: ["mentor_id", "false"],
  messages: ["sender_id", "false"],
  "messages/seen": ["receiver_id", "false"],
  users: ["id", "status = 'active'"],
  "anonymous-messages": [null, "true"],
} as const satisfies Record<string, readonly [owner: string | null, isSeen: string]>;
type Noun = keyof typeof nouns;
const tables: Partial<Record<Noun, string>> = {
  "saved-searches": "saved_searches",
  mentoring: "mentorings",
  "messages/seen": "messages",
  "anonymous-messages": "room_lines",
};

const newest = (noun: Noun, condition: SQL) =>
  sql<number | null>`(select max(id) from ${sql.raw(tables[noun] ?? noun)} where ${condition})`;

/** Calls that act on other members' things. */
const isForOthers = /^\/(follow|referral|register|thanks|tracking|unregister|vote|waiting|connection|block)$/;

/**
 * Replaces the example ids in commands with ids the reader may use: of their own things, or else of things that
 * everyone sees.
 */
export async function loadOwnIds(viewerId: number): Promise<(command: string) => string> {
  const columns = Object.entries(nouns).flatMap(([name, [owner, isSeen]]) => {
    const noun = name as Noun;
    const isOwn = owner === null ? sql`false` : sql`${sql.raw(owner)} = ${viewerId}`;
    return [
      [`own ${noun}`, newest(noun, noun === "users" ? sql`false` : isOwn)],
      [`other ${noun}`, newest(noun, sql`${sql.raw(isSeen)} and not coalesce(${isOwn}, 0)`)],
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
