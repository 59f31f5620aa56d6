import { db } from "#db/index.ts";
import { log } from "../log.server.ts";

/**
 * Empties the journal, where rows that were deleted or overwritten are still readable. It waits for nobody: what another
 * program is reading stays until the hourly sweep, which does this too.
 */
export function emptyJournal(): void {
  try {
    db.$client.pragma("wal_checkpoint(TRUNCATE)");
  } catch (err) {
    log.error({ err }, "the journal could not be emptied");
  }
}
