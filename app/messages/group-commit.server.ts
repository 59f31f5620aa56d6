import { nodes } from "#app/platform/cluster/nodes.server.ts";
import { isStoreFailure } from "#db/failures.ts";
import { db } from "#db/index.ts";
import { insertMessage, type NewMessage } from "./insert-message.server.ts";
import { duplicateSendWindowMs } from "./rules.ts";

const maxBatchSize = 64;

const storeMessages = (messages: NewMessage[]) =>
  db.batches(messages.map((message) => insertMessage(message, duplicateSendWindowMs, nodes.now())));
type StoredMessage = Awaited<ReturnType<typeof storeMessages>>[number];

interface QueuedMessage {
  message: NewMessage;
  resolve: (stored: StoredMessage) => void;
  reject: (error: unknown) => void;
}

const queue: QueuedMessage[] = [];

/** Messages that arrive together share one commit, in order, so that they wait for the disk once. */
export function commitMessage(message: NewMessage): Promise<StoredMessage> {
  return new Promise((resolve, reject) => {
    queue.push({ message, resolve, reject });
    if (queue.length === 1) setImmediate(commitQueue);
  });
}

async function commitQueue(): Promise<void> {
  const batch = queue.splice(0, maxBatchSize);
  if (queue.length > 0) setImmediate(commitQueue);
  try {
    await commitBatch(batch);
  } catch (error) {
    if (batch.length === 1 || isStoreFailure(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    // One message that cannot be stored must not fail the others: each is retried in its own commit.
    for (const queued of batch) await commitBatch([queued]).catch(queued.reject);
  }
}

async function commitBatch(batch: QueuedMessage[]): Promise<void> {
  const results = await storeMessages(batch.map(({ message }) => message));
  for (const [index, stored] of results.entries()) batch[index]?.resolve(stored);
}
