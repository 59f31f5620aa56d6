import { setImmediate as nextTurn } from "node:timers/promises";
import { makeZip } from "client-zip";
import { eq } from "drizzle-orm";
import { conversationMembers, db } from "#db/index.ts";
import type { Viewer } from "../../auth/session.server.ts";
import { env } from "../../env.server.ts";
import { storedFiles } from "../../file-store/stored-files.server.ts";
import { serializeMessage } from "../../messaging/messages.server.ts";
import {
  pageSize,
  selectAnswers,
  selectAnswerVotes,
  selectAsks,
  selectBlockedAliases,
  selectBlocks,
  selectComments,
  selectConnections,
  selectDraft,
  selectEvents,
  selectFollows,
  selectImages,
  selectJobs,
  selectMessagesOf,
  selectNoticeChoices,
  selectNotices,
  selectProfile,
  selectQuestionDraft,
  selectQuestions,
  selectQuestionVotes,
  selectRegistrations,
  selectReports,
  selectResources,
  selectSavedJobs,
  selectSavedSearches,
  selectSessions,
  selectWaiting,
} from "./own-rows.server.ts";

const chunkBytes = 256 * 1024;

type Entry = {
  name: string;
  lastModified: Date;
  input: string | AsyncIterable<Uint8Array> | AsyncIterable<string>;
};

/**
 * A ZIP archive of all of a member's data, written while it is read: a page of rows or a chunk of a file is in memory
 * at a time. Messages are as the member sees them: an alias stays an alias. Lines in the anonymous room are nobody's,
 * so they are not in it.
 */
export const createArchive = (viewer: Viewer): ReadableStream<Uint8Array> => makeZip(listEntries(viewer));

async function* listEntries({ id }: Viewer): AsyncGenerator<Entry> {
  const lastModified = new Date();
  const json = (name: string, pages: AsyncIterable<unknown[]>): Entry => ({
    name: `${name}.json`,
    lastModified,
    input: writeArray(pages),
  });
  yield { name: "README.txt", lastModified, input: readme };
  yield json("profile", once(selectProfile(id)));
  yield json("sessions", once(selectSessions(id)));
  yield json("job-draft", once(selectDraft(id)));
  yield json(
    "jobs",
    pagesOf((after) => selectJobs(id, after)),
  );
  yield json(
    "saved-jobs",
    pagesOf((after) => selectSavedJobs(id, after)),
  );
  yield json("notice-settings", once(selectNoticeChoices(id)));
  yield json("saved-searches", once(selectSavedSearches(id)));
  yield json(
    "notices",
    pagesOf((after) => selectNotices(id, after)),
  );
  yield json(
    "events",
    pagesOf((after) => selectEvents(id, after)),
  );
  yield json(
    "registrations",
    pagesOf((after) => selectRegistrations(id, after)),
  );
  yield json(
    "waiting",
    pagesOf((after) => selectWaiting(id, after)),
  );
  yield json(
    "resources",
    pagesOf((after) => selectResources(id, after)),
  );
  yield json("question-draft", once(selectQuestionDraft(id)));
  for (const [name, select] of questionParts) {
    yield json(
      name,
      pagesOf<{ id: number }>((after) => select(id, after)),
    );
  }
  yield json(
    "connections",
    pagesOf((after) => selectConnections(id, after)),
  );
  yield json(
    "blocks",
    pagesOf((after) => selectBlocks(id, after)),
  );
  yield json("blocked-aliases", once(selectBlockedAliases(id)));
  yield json(
    "reports",
    pagesOf((after) => selectReports(id, after)),
  );
  yield json("messages", readMessages(id));

  for await (const page of pagesOf((after) => selectResources(id, after))) {
    for (const { id: resourceId, fileName, fileSha256, createdAt } of page)
      yield* storedFile(`files/${resourceId}-${fileName}`, fileSha256, createdAt);
  }
  for await (const page of pagesOf((after) => selectImages(id, after))) {
    for (const { file, createdAt } of page) yield* storedFile(`images/${file}`, file, createdAt);
  }
}

const questionParts: [name: string, select: (id: number, after: number) => PromiseLike<{ id: number }[]>][] =
  [
    ["questions", selectQuestions],
    ["answers", selectAnswers],
    ["comments", selectComments],
    ["question-votes", selectQuestionVotes],
    ["answer-votes", selectAnswerVotes],
    ["followed-questions", selectFollows],
    ["asked-to-answer", selectAsks],
  ];

const readme = `Your data on ${env.SITE_NAME}.

The .json files hold what you wrote and what we keep about you, as text that programs read. Times are in UTC.
files/ holds the resources that you shared, images/ the pictures that you uploaded.
Messages show people as you see them: somebody who writes anonymously is only their alias here, too.
What was written in the anonymous room is kept without its author, so it cannot be in this archive.
`;

/** The pages of a list in the order of its ids, with room for other requests after each. */
async function* pagesOf<Row extends { id: number }>(
  readAfter: (id: number) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await readAfter(after);
    yield rows;
    await nextTurn();
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}

async function* once<Row>(rows: PromiseLike<Row[]>): AsyncGenerator<Row[]> {
  yield await rows;
}

/** Writes rows as a JSON array, one a line. Moments become ISO 8601. */
async function* writeArray(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(row, writeMoment)).join(",\n");
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

const writeMoment = (name: string, value: unknown) =>
  typeof value === "number" && name.endsWith("At") ? new Date(value).toISOString() : value;

/** A file of the store, unless it is missing there. It is closed after each chunk: a download may stop at any. */
async function* storedFile(name: string, file: string, createdAt: number | null): AsyncGenerator<Entry> {
  const size = await storedFiles.size(file);
  if (size === null) return;
  yield { name, lastModified: new Date(createdAt ?? 0), input: readChunks(file, size) };
}

async function* readChunks(file: string, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += chunkBytes) {
    const chunk = await storedFiles.open(file, start, Math.min(size, start + chunkBytes));
    if (!chunk) return;
    yield Buffer.concat(await chunk.toArray());
  }
}

/** A conversation after the other, each oldest first. */
async function* readMessages(userId: number): AsyncGenerator<unknown[]> {
  const own = await db
    .select({ id: conversationMembers.conversationId })
    .from(conversationMembers)
    .where(eq(conversationMembers.userId, userId));
  for (const { id: conversationId } of own) {
    const pages = pagesOf((after) => selectMessagesOf(userId, conversationId, after));
    for await (const rows of pages) yield rows.map((row) => serializeMessage(row, userId));
  }
}
