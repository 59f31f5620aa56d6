import { db } from "#db/index.ts";
import { log } from "../process/log.server.ts";

/** Empties the database's journal, where deleted and overwritten rows are still readable. */
export function emptyJournal(): void {
  try {
    db.emptyJournal();
  } catch (err) {
    log.error({ err }, "the journal could not be emptied");
  }
}
