import { db } from "#db/index.ts";
import { insertMessage, type NewMessage } from "#db/scopes/messages.ts";
import { duplicateSendWindowMs } from "../schemas/message-rules.ts";

/** So many messages share a commit at most. */
const maxBatchSize = 64;

type Statements = ReturnType<typeof insertMessage>;
type Stored = { [K in keyof Statements]: Awaited<Statements[K]> };
interface QueuedMessage {
  draft: NewMessage;
  done: (stored: Stored) => void;
  failed: (error: unknown) => void;
}

const queue: QueuedMessage[] = [];

/**
 * Stores a message: what `storing` answers, after the commit. Messages that arrive together share one commit, so that
 * the disk is waited for once and not for each; in it they are stored one after the other, as they came.
 */
export function commitMessage(draft: NewMessage): Promise<Stored> {
  return new Promise((done, failed) => {
    queue.push({ draft, done, failed });
    if (queue.length === 1) setImmediate(commitQueued);
  });
}

async function commitQueued(): Promise<void> {
  const now = queue.splice(0, maxBatchSize);
  if (queue.length > 0) setImmediate(commitQueued);
  try {
    const answers = await commitBatch(now);
    for (const [index, { done }] of now.entries()) done(answers[index] as Stored);
  } catch (error) {
    const [only, ...others] = now;
    if (only && others.length === 0) return only.failed(error);
    // One that can not be stored must not keep the others out: each for itself.
    for (const each of now) {
      await commitBatch([each]).then(([stored]) => each.done(stored as Stored), each.failed);
    }
  }
}

async function commitBatch(list: QueuedMessage[]): Promise<Stored[]> {
  const statements = list.flatMap(({ draft }) => [...insertMessage(draft, duplicateSendWindowMs)]);
  const answers = (await db.batch(statements)) as unknown[];
  return list.map((_, index) => answers.slice(index * 4, index * 4 + 4) as unknown as Stored);
}
