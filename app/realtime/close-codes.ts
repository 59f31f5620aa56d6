/** Why a socket was closed, beside the codes of the standard. The browser reads these, too. */
export const closeCodes = { unauthenticated: 4401, rateLimited: 4429, goingAway: 1001 } as const;
