import { createHmac, hash } from "node:crypto";
import { env } from "#app/platform/env.server.ts";

/** The 128 bits of a join link's code, in 22 letters: docs/decisions/0026. */
export const deriveJoinCode = (nonce: string): string =>
  createHmac("sha256", env.SESSION_SECRET)
    .update(`join-link:${nonce}`)
    .digest()
    .subarray(0, 16)
    .toString("base64url");

export const hashJoinCode = (code: string): string => hash("sha256", code);
