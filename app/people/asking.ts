import type { AskWay } from "#db/vocabulary.ts";

/** The address for asking a member about a topic in one of the ways that they offer. */
export function askHref(way: AskWay, id: number, topic: string | undefined): string {
  const query = new URLSearchParams();
  if (way === "anonymous") query.set("anonymous", "1");
  if (topic) query.set(way === "public" ? "tags" : "topic", topic);
  if (way === "public") query.set("ask", String(id));
  const path = way === "public" ? "/questions/new" : `/messages/${id}`;
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The address for asking about one of their topics: in public if they like that, otherwise in their favourite way. */
export const askTopicHref = (ways: readonly AskWay[], id: number, topic: string): string =>
  askHref(ways.includes("public") ? "public" : (ways[0] ?? "message"), id, topic);
