import { formatDay, timeAgo, today } from "#app/platform/time/time.server.ts";
import { boardKindLabels } from "./rules.ts";

/** The facts below a board's title, in lists and on its page. */
export const presentFacts = (
  { kind, until, updatedAt }: { kind: keyof typeof boardKindLabels; until: string | null; updatedAt: number },
  now = Date.now(),
) => ({
  facts: [
    boardKindLabels[kind],
    `changed ${timeAgo(updatedAt, now)}`,
    ...(until ? [`${until < today(now) ? "was valid until" : "valid until"} ${formatDay(until)}`] : []),
  ].join(" · "),
  isOld: until !== null && until < today(now),
});
