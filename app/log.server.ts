import pino from "pino";
import { env } from "./env.server.ts";

/**
 * The server's log: JSON lines on standard output. What is logged is chosen field by field where it is logged;
 * passwords, tokens, cookies and the text of messages are never among the fields.
 */
export const log = pino({
  level: env.LOG_LEVEL,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
});
