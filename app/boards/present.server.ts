import { formatDay, timeAgo, today } from "#app/platform/time/time.server.ts";
import type { BoardKind } from "#db/vocabulary.ts";
import { boardIcons, boardKindLabels } from "./rules.ts";

/** The facts below a board's title, in lists and on its page. */
export function presentFacts(
  { kind, until, updatedAt }: { kind: BoardKind; until: string | null; updatedAt: number },
  now = Date.now(),
) {
  const isOld = until !== null && until < today(now);
  return {
    icon: boardIcons[kind],
    facts: [
      boardKindLabels[kind],
      `changed ${timeAgo(updatedAt, now)}`,
      ...(until ? [`${isOld ? "was valid until" : "valid until"} ${formatDay(until)}`] : []),
    ],
    isOld,
  };
}
