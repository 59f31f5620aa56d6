import { env } from "#app/platform/env.server.ts";

const clockFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: env.TIME_ZONE,
  hourCycle: "h23",
  hour: "2-digit",
  minute: "2-digit",
});

/** The time of the day in `TIME_ZONE`, `HH:MM`. Where clocks change, it is what they show. */
export const timeOfDay = (now: number): string => clockFormat.format(now);

/** Whether it is between two times of the day, over midnight too. The same time twice is never. */
export function isQuiet(
  { quietFrom, quietTo }: { quietFrom: string; quietTo: string },
  now: number,
): boolean {
  const time = timeOfDay(now);
  return quietFrom <= quietTo ? time >= quietFrom && time < quietTo : time >= quietFrom || time < quietTo;
}
