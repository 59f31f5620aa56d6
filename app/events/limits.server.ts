import type { Viewer } from "../auth/session.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { RateLimit } from "../http/rate-limit.server.ts";
import { eventTexts } from "../schemas/event-texts.ts";

const hour = 60 * 60;

/** How often one member may do each of these; everyone connected is told about all of them. */
const limits = {
  create: new RateLimit(20, 24 * hour),
  change: new RateLimit(60, hour),
  takePart: new RateLimit(60, hour / 6),
};

/** @throws HttpError 429 */
export async function limitAct(act: keyof typeof limits, viewer: Viewer): Promise<void> {
  const retryAfter = await limits[act].consume(String(viewer.id));
  if (retryAfter > 0) throw new HttpError(429, eventTexts.tooMany, { retryAfter });
}
