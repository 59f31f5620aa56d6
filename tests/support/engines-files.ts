/** The files of the integration suite that `npm test` also runs on rqlite, NATS and a bucket. */
export const shortForm = ["thanks", "messages", "events-waiting", "idempotency", "permissions-frames"];

/** Files that never run there, by reason. All others do in the long form. */
export const leftOut = {
  "no server of ours, or the demo's": [
    ...["dependencies", "deploy", "documents", "security-asvs", "walls"],
    ...["cluster", "demo", "demo-contents"],
  ],
  "rqlite, NATS or a bucket of its own": ["bucket", "move", "nats", "rqlite", "two-nodes"],
  "the database's file: its copies, locks, damage and plans": [
    ...[
      "backup",
      "backup-schedule",
      "doctor",
      "lost-database",
      "member-columns",
      "query-plans",
      "store",
      "store-commands",
      "upgrade",
    ],
  ],
  "the process: how it starts, its disk, its memory": [
    "availability",
    "process",
    "process-failures",
    "resources-limits",
  ],
  "figures that a server of a cluster has others of": ["metrics"],
  "the tools of the API's document": ["openapi-tools"],
};
