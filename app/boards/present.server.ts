import { formatDay, timeAgo, today } from "#app/platform/time/time.server.ts";
import { boardKindLabels } from "./rules.ts";

/** What a list and a page say about a board below its title. */
export const presentFacts = (
  { kind, until, updatedAt }: { kind: keyof typeof boardKindLabels; until: string | null; updatedAt: number },
  now = Date.now(),
) => ({
  facts: [
    boardKindLabels[kind],
    `changed ${timeAgo(updatedAt, now)}`,
    ...(until ? [`${until < today(now) ? "held until" : "holds until"} ${formatDay(until)}`] : []),
  ].join(" · "),
  isOld: until !== null && until < today(now),
});
