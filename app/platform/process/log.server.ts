import pino from "pino";
import { env } from "../env.server.ts";

/** Each call chooses its fields: never passwords, tokens, cookies or the text of messages. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  },
  env.NODE_ENV === "development"
    ? { write: (line: string) => void process.stdout.write(toReadable(line)) }
    : pino.destination(1),
);

function toReadable(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line);
  const facts = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const stack = err?.stack ? `\n${err.stack}` : "";
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${[msg, ...facts].join(" ")}${stack}\n`;
}

export type SecurityEvent =
  | "registered"
  | "login"
  | "login-refused"
  | "password-changed"
  | "session-ended"
  | "token-made"
  | "all-sessions-ended"
  | "other-sessions-ended"
  | "email-changed"
  | "data-downloaded"
  | "account-deleted"
  | "member-approved"
  | "member-declined"
  | "member-suspended"
  | "member-unsuspended"
  | "members-invited"
  | "role-changed"
  | "second-factor-on"
  | "second-factor-off"
  | "recovery-code-used"
  | "upload-refused";

/** Members by id only. The address is in the line of the request with the same id, except where a route is anonymous. */
export function logSecurityEvent(
  event: SecurityEvent,
  fields: { memberId: number | undefined; [field: string]: unknown },
): void {
  log.info({ event, ...fields }, "security");
}
