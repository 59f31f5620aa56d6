/** What has changed for programs, the latest first. */
export const apiChanges: { date: string; changes: string[] }[] = [
  {
    date: "2026-11-22",
    changes: [
      "Every problem has a stable `code`, and its `type` leads to its explanation.",
      '`GET /api/resources` names the next page in `Link: <…>; rel="next"`, as the other lists do.',
    ],
  },
];
