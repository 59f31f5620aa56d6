import { desc, sql } from "drizzle-orm";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { db, messages, write } from "#db/index.ts";
import { isOfShownConversation } from "#db/scopes/conversations.ts";
import { idList } from "#db/scopes/search.ts";
import { findMessageIds } from "#db/search.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import type { Message } from "./input.server.ts";
import { serializeMessage } from "./messages.server.ts";
import { selectMessages } from "./threads.server.ts";

export interface FoundMessage extends Message {
  /** The partner in the message's conversation, as the member sees them: an id, or an alias. */
  partnerId: string;
}

interface Page {
  before?: number | undefined;
  limit: number;
}

/**
 * The newest messages in a member's conversations that contain all words. `next` is the id before which there are
 * more.
 * @throws HttpError 429
 */
export async function searchMessages(
  viewerId: number,
  text: string,
  { before = Number.MAX_SAFE_INTEGER, limit }: Page,
): Promise<{ found: FoundMessage[]; next: number | undefined }> {
  limitAction("search", viewerId);
  // If the store is read-only, the search uses what is already indexed.
  await indexMessages({ maxTurns: 4 }).catch(() => {});
  const { ids, stoppedAt } = await findMessageIds(viewerId, text, { before, limit: limit + 1 });
  const rows = await selectMessages()
    .where(sql`${messages.id} in (${idList(ids)}) and ${isOfShownConversation}`)
    .orderBy(desc(messages.id));
  const page = rows.slice(0, limit);
  const found = page.map((row) => {
    const message = serializeMessage(row, viewerId);
    const isOwn = message.senderId === String(viewerId);
    return { ...message, partnerId: isOwn ? message.receiverId : message.senderId };
  });
  return { found, next: rows.length > limit ? page.at(-1)?.id : stoppedAt };
}

const indexedAtOnce = 200;
/** Indexing this many characters takes a hundredth of a second. A message that begins within them is included. */
const charactersAtOnce = 50_000;
const isNew = sql`id > coalesce((select max(id) from messages_search_docsize), 0)`;

/** Adds new messages to the index, so that sending need not wait for it. After an upgrade it indexes all of them. */
export async function indexMessages({ maxTurns = Infinity } = {}): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn++) {
    const [waiting] = await db.select({ id: messages.id }).from(messages).where(isNew).limit(1);
    if (!waiting) return;
    await write(() =>
      db.run(sql`insert into messages_search(rowid, readers, content, held_content)
        select id, readers, content, held_content from messages_searched
        where ${isNew} and id <= (select max(id) from (select id,
          sum(length(content)) over (order by id) - length(content) as preceding
          from (select id, content from messages where ${isNew} order by id limit ${indexedAtOnce}))
          where preceding < ${charactersAtOnce})
        order by id limit ${indexedAtOnce}`),
    );
    await yieldToRequests();
  }
}
