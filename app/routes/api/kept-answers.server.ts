import { getTablesVersion } from "#db/table-versions.ts";
import { keepCompressed } from "../../http/compression.server.ts";
import { createEtag } from "../../http/response.server.ts";

// The answer of a list is the same for all members, and for all guests. Programs ask for it again and again.

interface Answer {
  status: number;
  headers?: Record<string, string> | undefined;
  body: Buffer | null;
}

interface KeptAnswer extends Answer {
  version: string;
  expiresAt: number;
}

/** As for guests' pages: a job closes at midnight without a write. */
const maxAgeMs = 60_000;
const maxAnswers = 200;
/** 200 of these are 25 MB. */
const maxBytes = 128 * 1024;
const maxKeyLength = 500;

const answers = new Map<string, KeptAnswer>();

/**
 * Returns the kept answer to a call, or makes it and keeps it until one of its tables is written or a minute has passed.
 * @param key everything that the answer depends on besides the tables
 */
export async function answerOnce(
  key: string,
  tables: readonly string[],
  make: () => Promise<Answer>,
): Promise<Answer> {
  const version = getTablesVersion(tables);
  const kept = answers.get(key);
  if (kept?.version === version && kept.expiresAt > performance.now()) return kept;
  answers.delete(key);
  const answer = await make();
  const { body } = answer;
  if (body === null || body.length > maxBytes || key.length > maxKeyLength) return answer;
  keepCompressed(body);
  const headers = { ...answer.headers, ETag: createEtag(body) };
  answers.set(key, { ...answer, headers, version, expiresAt: performance.now() + maxAgeMs });
  const [oldest] = answers.keys();
  if (answers.size > maxAnswers && oldest !== undefined) answers.delete(oldest);
  return answer;
}
