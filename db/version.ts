import type { Database } from "./client.ts";

/**
 * Returns a function whose text changes with every write to the database: SQLite's own counts of the rows that this
 * connection changed, and of the commits of others.
 */
export function watchVersion({ $client }: Pick<Database, "$client">): () => string {
  const ownChanges = $client.prepare("select total_changes()").pluck();
  const otherCommits = $client.prepare("pragma data_version").pluck();
  return () => `${ownChanges.get()} ${otherCommits.get()}`;
}
