/** Kinds of administrators' actions, each with the words that its entries begin with. */
export const auditKinds = {
  mutes: ["Mutes", ["muted ", "unmuted", "kept the mute"]],
  reports: ["Dismissed reports", ["dismissed the report"]],
  removals: ["Removed and restored", ["removed the ", "restored the ", "hid the ", "showed the "]],
  changes: [
    "Changed things",
    [
      ...["changed the job", "changed the event", "changed the resource", "changed the profile"],
      ...["changed the question", "changed the answer", "closed the ", "reopened the ", "locked the "],
      ...["unlocked the ", "merged the ", "renamed the "],
    ],
  ],
  members: [
    "Members and their access",
    [
      ...["approved the member", "declined the registration", "suspended the member", "let back in"],
      ...["made a", "took the administration", "took the moderation", "became ", "deleted an account"],
      ...["ended the sessions", "sent a link for", "invited ", "named an announcer", "took the announcing"],
    ],
  ],
  announcements: ["Announcements", ["announced", "took back"]],
  site: [
    "The site and its mail",
    [
      "changed the text",
      "changed the handover",
      "checked the newest backup",
      "sent a test",
      "sent again",
      "discarded the email",
    ],
  ],
} as const satisfies Record<string, readonly [label: string, beginnings: readonly string[]]>;
export type AuditKind = keyof typeof auditKinds;

export interface AuditFilter {
  /** A member's id, or part of a name. */
  person: string;
  kind: AuditKind | "";
  /** `YYYY-MM`. */
  month: string;
}

export const auditQuery = (filter: AuditFilter): string => {
  const set = Object.entries(filter).filter(([, value]) => value !== "");
  return set.length > 0 ? `?${new URLSearchParams(set)}` : "";
};
