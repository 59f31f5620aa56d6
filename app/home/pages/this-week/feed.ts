import { createFeedResponse } from "#app/platform/feeds/atom.server.ts";
import { loadWeek } from "./read-week.server.ts";

/** The file is the same for everybody. */
export const handle = { cache: { params: [], varyBy: "nobody" } };

export async function loader() {
  const items = (await loadWeek(false)).flatMap((section) => section.items);
  return createFeedResponse("/this-week", "This week", items, ({ detail, ...item }) => ({
    ...item,
    summary: detail,
    content: detail,
  }));
}
