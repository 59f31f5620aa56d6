// Names under which a device stores something, and the headers and cookies that decide about it: docs/offline.md. Devices
// outlive a release, so a changed name loses what is stored under the old one.

/** Pages as guests see them. */
export const pagesCache = "pages";
/** Followed by the mark of the session whose member chose to store their pages. */
export const ownCachePrefix = "own ";
/** Followed by the version of the build. */
export const filesCachePrefix = "files ";
/** Whether the latest page was a guest's or a member's. */
export const visitorCache = "visitor";
/** What another app has shared, until its page offers it. */
export const sharedCache = "shared";

/** On a page that may be stored: a `KeepPolicy`. */
export const keepHeader = "X-Keep";
/** The mark of the session whose member stores their pages on this device. */
export const deviceHeader = "X-Device";
export const sharedNameHeader = "X-Name";
export const sharedTitleHeader = "X-Title";

/** The mark of the session whose member stores their pages on this device. */
export const deviceCookie = "keep";
/** How this browser's last session ended. */
export const endedCookie = "ended";
/** The start of the cookie that counts the days on which a member was here: `scripts/install.ts`. */
export const visitsCookie = "visits=";

/** The manifest's address for content shared by other apps, and its key in the cache. */
export const sharePath = "/resources/upload?shared";

// Keys of `localStorage`. Those of a member are deleted by the first page of another member.
export const outboxKeyPrefix = (memberId: string) => `outbox ${memberId} `;
/** Half-written messages. */
export const draftKeyPrefix = (memberId: string) => `draft ${memberId} `;
/** Half-filled forms. */
export const formKeyPrefix = (memberId: string) => `form ${memberId} `;
export const recentSearchesKey = (memberId: string) => `search ${memberId} recent`;
/** The member whose key it is, or undefined. */
export const ownerOfKey = (key: string) => /^(?:outbox|draft|form|search) (\d+) /.exec(key)?.[1];
/** Followed by the address of a page that was opened without a worker. */
export const visitedKeyPrefix = "visited ";
/** The key of `sessionStorage` with the email address that was typed into the log-in. */
export const typedEmailKey = "typed";

/** The database with the files of unsent messages. */
export const outboxDatabase = "outbox";
