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

/** "34 people opened the link; fewer than five said they applied". */
export function describeCounts({ opened, applied }: { opened: number; applied: number }): string {
  if (opened === 0 && applied === 0) return "Nobody has opened the link yet";
  return `${capitalize(describePeople(opened))} opened the link; ${describePeople(applied).replace(" people", "")} said they applied`;
}

const describePeople = (count: number) =>
  count === 0 ? "nobody" : roughCount(count) === "<5" ? "fewer than five people" : `${count} people`;
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
