import { db } from "#db/index.ts";
import { type Draft, storing } from "#db/messages.ts";
import { sameTextWithin } from "../schemas/message-rules.ts";

/** So many messages share a commit at most. */
const together = 64;

type Statements = ReturnType<typeof storing>;
type Stored = { [K in keyof Statements]: Awaited<Statements[K]> };
interface Waiting {
  draft: Draft;
  done: (stored: Stored) => void;
  failed: (error: unknown) => void;
}

const waiting: Waiting[] = [];

/**
 * Stores a message: what `storing` answers, after the commit. Messages that arrive together share one commit, so that
 * the disk is waited for once and not for each; in it they are stored one after the other, as they came.
 */
export function store(draft: Draft): Promise<Stored> {
  return new Promise((done, failed) => {
    waiting.push({ draft, done, failed });
    if (waiting.length === 1) setImmediate(commit);
  });
}

async function commit(): Promise<void> {
  const now = waiting.splice(0, together);
  if (waiting.length > 0) setImmediate(commit);
  try {
    const answers = await storeAll(now);
    for (const [index, { done }] of now.entries()) done(answers[index] as Stored);
  } catch (error) {
    const [only, ...others] = now;
    if (only && others.length === 0) return only.failed(error);
    // One that can not be stored must not keep the others out: each for itself.
    for (const each of now) {
      await storeAll([each]).then(([stored]) => each.done(stored as Stored), each.failed);
    }
  }
}

async function storeAll(list: Waiting[]): Promise<Stored[]> {
  const statements = list.flatMap(({ draft }) => [...storing(draft, sameTextWithin)]);
  const answers = (await db.batch(statements)) as unknown[];
  return list.map((_, index) => answers.slice(index * 4, index * 4 + 4) as unknown as Stored);
}
