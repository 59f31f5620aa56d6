import { HttpError } from "./problem.server.ts";
import { consumeAll, RateLimit } from "./rate-limit.server.ts";

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;

/**
 * How often one member (feedback: one address, which a whole hostel may share) may do something, the longest time
 * first. A limit belongs to the act: its page, its API call and its frame count together.
 */
const actLimits = {
  job: [new RateLimit(30, daySeconds), new RateLimit(10, hourSeconds)],
  resource: [new RateLimit(200, daySeconds)],
  message: [new RateLimit(10_000, daySeconds), new RateLimit(1_200, minuteSeconds)],
  feedback: [new RateLimit(30, hourSeconds)],
};
export type LimitedAct = keyof typeof actLimits;

/** Counts one act. Returns 0, or the seconds to wait if that was one too many. */
export const consumeAct = (act: LimitedAct, actor: number | string): number =>
  consumeAll(actLimits[act].map((limit) => [limit, String(actor)] as const));

/** Counts one act. @throws HttpError 429 with a sentence for its sender */
export function limitAct(act: LimitedAct, actor: number | string, detail?: string): void {
  const retryAfter = consumeAct(act, actor);
  if (retryAfter > 0) throw new HttpError(429, detail, { retryAfter });
}
