import { env } from "#app/platform/env.server.ts";

const clockFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: env.TIME_ZONE,
  hourCycle: "h23",
  hour: "2-digit",
  minute: "2-digit",
});

/** The time of day in `TIME_ZONE`, `HH:MM`, including daylight saving time. */
export const timeOfDay = (now: number): string => clockFormat.format(now);

/** Whether the time is between two times of day, which may span midnight. Never true if they are equal. */
export function isQuiet(
  { quietFrom, quietTo }: { quietFrom: string; quietTo: string },
  now: number,
): boolean {
  const time = timeOfDay(now);
  return quietFrom <= quietTo ? time >= quietFrom && time < quietTo : time >= quietFrom || time < quietTo;
}
