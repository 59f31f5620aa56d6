/** The pages of the administration, in navigation order. A feature adds its page here and in `routes.ts`. */
export const adminPages = [
  ["/admin", "Overview"],
  ["/admin/members", "Members"],
  ["/admin/reports", "Reports"],
  ["/admin/mutes", "Muted"],
  ["/admin/bin", "Removed"],
  ["/admin/feedback", "Feedback"],
  ["/admin/landing", "Home page"],
  ["/admin/tags", "Tags"],
  ["/admin/mail", "Mail"],
  ["/admin/settings", "Settings"],
  ["/admin/audit", "Audit trail"],
  ["/admin/handover", "Handover"],
] as const satisfies [path: `/admin${string}`, text: string][];

/** The pages that moderators open. */
export const moderatorPages: readonly string[] = [
  "/admin",
  "/admin/reports",
  "/admin/mutes",
  "/admin/bin",
  "/admin/audit",
];

/** Rows per page in the administration's lists. */
export const pageSize = 50;
