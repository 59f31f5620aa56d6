import { asc, desc, eq, lt, sql } from "drizzle-orm";
import { extractText } from "#app/platform/files/renderer.server.ts";
import { withLocalFile } from "#app/platform/files/storage.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { db, files, fileTexts, resources, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { fold } from "#db/words.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";

/** Reads and stores the text of a PDF, "" if it has none, so that no file is read twice. */
export async function readText(sha256: string, memberId: number): Promise<void> {
  try {
    const [known] = await db.select({ id: fileTexts.id }).from(fileTexts).where(eq(fileTexts.sha256, sha256));
    if (known) return;
    const result = await withLocalFile(sha256, (source) => extractText(source, memberId));
    if (result === null) return;
    const text = typeof result === "string" ? "" : result.text;
    await write(() =>
      // The file may have been deleted in the meantime.
      insertSelect(db, fileTexts, { sha256, text }, files, eq(files.sha256, sha256)).onConflictDoNothing(),
    );
    await indexTexts();
  } catch (error) {
    const { message, cause } = error as Error;
    log.warn({ reason: cause instanceof Error ? cause.message : message }, "reading a text failed");
  }
}

const isNew = sql`${fileTexts.id} > coalesce((select max(id) from file_texts_search_docsize), 0)`;
/** Pages merged per step, which takes a hundredth of a second. */
const pagesPerStep = 32;
const mergesPerText = 8;

/** Adds new texts to the index one at a time: folding and indexing the longest takes a few hundredths of a second. */
async function indexTexts(): Promise<void> {
  for (;;) {
    const [next] = await db.select().from(fileTexts).where(isNew).orderBy(asc(fileTexts.id)).limit(1);
    if (!next) return;
    const words = fold(next.text);
    await yieldToRequests();
    await write(() =>
      db.run(sql`insert or replace into file_texts_search(rowid, text)
        select ${fileTexts.id}, ${words} from ${fileTexts} where ${fileTexts.id} = ${next.id}`),
    );
    // Otherwise FTS5 would merge during an insert, for hundreds of milliseconds.
    for (let turn = 0; turn < mergesPerText; turn++) {
      await yieldToRequests();
      await write(() =>
        db.run(sql`insert into file_texts_search(file_texts_search, rank) values ('merge', ${pagesPerStep})`),
      );
    }
  }
}

/** Resources per statement. */
const perBatch = 200;

/** Reads the texts of files that have never been read, newest first, and indexes what is not indexed yet. */
export async function readMissingTexts(): Promise<void> {
  await indexTexts();
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await db
      .select({
        id: resources.id,
        sha256: resources.fileSha256,
        userId: resources.userId,
        isMissing: sql`${resources.fileType} = 'pdf' and not exists (select 1 from ${fileTexts}
          where ${fileTexts.sha256} = ${resources.fileSha256})`.mapWith(Boolean),
      })
      .from(resources)
      .where(lt(resources.id, before))
      .orderBy(desc(resources.id))
      .limit(perBatch);
    for (const { sha256, userId, isMissing } of rows) if (isMissing) await readText(sha256, userId);
    await yieldToRequests();
    const last = rows.at(-1);
    if (!last) return;
    before = last.id;
  }
}
