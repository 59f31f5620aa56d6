import pino from "pino";
import { env } from "../env.server.ts";

/** Never log passwords, tokens, cookies or the text of messages. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  },
  {
    write: (line: string) =>
      void process.stdout.write(env.NODE_ENV === "development" ? toReadable(line) : line),
  },
);

// Without a reader its output is lost, and the server keeps running. Pino's own destination would retry without end.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {});

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
  | "calendar-made"
  | "calendar-ended"
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

/** Names members by id only. The IP address is in the request's log line, except on anonymous routes. */
export function logSecurityEvent(
  event: SecurityEvent,
  fields: { memberId: number | undefined; [field: string]: unknown },
): void {
  log.info({ event, ...fields }, "security");
}
