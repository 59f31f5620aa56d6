import type { TrackingState } from "#db/vocabulary.ts";

// Used in the browser, which loads neither the schemas nor zod: docs/decisions/0005.

export const trackingTexts = { state: "The state is not one of the list" } as const;

export const trackingLabels = {
  applied: "Applied",
  interview: "Interview",
  offer: "Offer",
  closed: "Closed",
} as const satisfies Record<TrackingState, string>;

/** The smallest number of people shown exactly. Fewer could be guessed. */
const leastCount = 5;
export type Count = number | "<5";

export const roughCount = (count: number): Count => (count > 0 && count < leastCount ? "<5" : count);

/** "34 opened the link, a few say they applied". */
export const describeCounts = ({ opened, applied }: { opened: number; applied: number }): string =>
  `${capitalize(inWords(opened))} opened the link, ${inWords(applied)} ${applied === 0 ? "says" : "say"} they applied`;

const inWords = (count: number) =>
  count === 0 ? "nobody" : roughCount(count) === "<5" ? "a few" : String(count);
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
