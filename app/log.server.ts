import pino from "pino";
import { env } from "./env.server.ts";

/**
 * The server's log: JSON lines on standard output. Each call chooses its fields. Passwords, tokens, cookies and the text
 * of messages are never among them.
 */
export const log = pino({
  level: env.LOG_LEVEL,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
});
