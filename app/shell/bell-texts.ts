export const describeCount = (count: number): string => (count > 99 ? "99+" : String(count));

/** The bell's texts for a number of unread messages (specification, section 9: `99+` above 99). */
export const describeBell = (unread: number) => ({
  unread: String(unread),
  badge: describeCount(unread),
  titleCount: unread === 0 ? "" : `(${describeCount(unread)}) `,
  bellLabel:
    unread === 0
      ? "Notifications: Messages"
      : `${describeCount(unread)} unread ${unread === 1 ? "message" : "messages"}`,
});
