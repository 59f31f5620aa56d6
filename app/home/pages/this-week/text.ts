import { describeWeek, loadWeek } from "./read-week.server.ts";

/** The file is the same for everybody. */
export const handle = { cache: { params: [], varyBy: "nobody" } };

export async function loader() {
  return new Response(`${describeWeek(await loadWeek(false))}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=60" },
  });
}
