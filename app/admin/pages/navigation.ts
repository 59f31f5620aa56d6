/** The pages of the administration, in the order of its navigation. A feature adds its own here and in `routes.ts`. */
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
] as const satisfies [path: `/admin${string}`, text: string][];

/** Rows of one page of a list of the administration. */
export const pageSize = 50;
