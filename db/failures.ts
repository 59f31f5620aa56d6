const diskFullCodes = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)/;
const storeCodes = /^(SQLITE_(AUTH|BUSY|READONLY|IOERR|CANTOPEN)|EROFS|EIO|EACCES|EPERM|EMFILE|ENFILE)/;

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error ? String(error.code) : errorCode(error.cause);
}

export const isDiskFull = (error: unknown): boolean => diskFullCodes.test(errorCode(error));

/** Whether the disk or the database failed, not the statement: it is full, locked, read-only or broken. */
export const isStoreFailure = (error: unknown): boolean =>
  isDiskFull(error) || storeCodes.test(errorCode(error));

/** Whether the error is the database's, for any reason. */
export const isDatabaseError = (error: unknown): boolean =>
  isStoreFailure(error) || errorCode(error).startsWith("SQLITE_");

export const isRefusedByCheck = (error: unknown): boolean => errorCode(error) === "SQLITE_CONSTRAINT_CHECK";

/** Whether a row with the same key exists. */
export const isTaken = (error: unknown): boolean =>
  /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(errorCode(error));

export const isLocked = (error: unknown): boolean => errorCode(error).startsWith("SQLITE_BUSY");

/** Whether the outcome of a write is unknown, because rqlite did not respond in time. */
export const isUnsettled = (error: unknown): boolean => errorCode(error).startsWith("SQLITE_IOERR");
