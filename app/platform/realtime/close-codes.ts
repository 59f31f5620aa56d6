export const closeCodes = { unauthenticated: 4401, rateLimited: 4429, goingAway: 1001 } as const;
