import type { Row } from "./row.ts";

/** The statuses that a moderator gets where they differ from a member's, by the row's description. */
export const moderatorStatuses: Record<string, string> = {
  "see the administration": "200",
  "see the reports": "200",
  "see a report": "200",
  "dismiss a report": "303",
  "remove what a report is about": "303",
  "mute the author of a report's thing": "303",
  "lift a mute that nobody answered": "422",
  "see the decided reports": "200",
  "be asked before a removal": "200",
  "be asked before a mute": "200",
  "remove after the question": "303",
  "mute after the question": "303",
  "see who is muted": "200",
  "unmute somebody": "303",
  "see what was removed": "200",
  "bring a removed job back": "200",
  "read the audit trail": "200",
};

/** Inserts the moderator's status after the member's. It is the same unless listed above. */
export const withModerator = ([does, send, statuses, body]: Row): Row => {
  const [guest = "", member = "", ...others] = statuses.split(" ");
  const all = [guest, member, moderatorStatuses[does] ?? member, ...others].join(" ");
  return body ? [does, send, all, body] : [does, send, all];
};
