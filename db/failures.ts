const diskFullCodes = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)/;
const storeCodes = /^(SQLITE_(AUTH|BUSY|READONLY|IOERR|CANTOPEN)|EROFS|EIO|EACCES|EPERM|EMFILE|ENFILE)/;

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error ? String(error.code) : errorCode(error.cause);
}

export const isDiskFull = (error: unknown): boolean => diskFullCodes.test(errorCode(error));

/** Whether the disk or the database refused, and not what was asked: it is full, locked, read-only or fails. */
export const isStoreFailure = (error: unknown): boolean =>
  isDiskFull(error) || storeCodes.test(errorCode(error));

/** Whether the database did not answer, for whatever reason. */
export const isDatabaseError = (error: unknown): boolean =>
  isStoreFailure(error) || errorCode(error).startsWith("SQLITE_");

export const isRefusedByCheck = (error: unknown): boolean => errorCode(error) === "SQLITE_CONSTRAINT_CHECK";

/** Whether a row with the same key is there. */
export const isTaken = (error: unknown): boolean =>
  /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(errorCode(error));

export const isLocked = (error: unknown): boolean => errorCode(error).startsWith("SQLITE_BUSY");

/** Whether nobody knows if a write was done: rqlite did not answer in time. */
export const isUnsettled = (error: unknown): boolean => errorCode(error).startsWith("SQLITE_IOERR");
