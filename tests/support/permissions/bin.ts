import type { Row } from "./row.ts";

const restored = "401 404 200 404 200 403";
const thing = { subject: "job", id: "{binnedJob}" };

export const bin: Row[] = [
  ["bring a job back", "POST /api/jobs/{binnedJob}/restore", restored, {}],
  ["bring an event back", "POST /api/events/{binnedEvent}/restore", restored, {}],
  ["bring a resource back", "POST /api/resources/{binnedResource}/restore", restored, {}],
  ["bring a question back", "POST /api/questions/{binnedQuestion}/restore", restored, {}],
  ["bring an answer back", "POST /api/answers/{binnedAnswer}/restore", restored, {}],
  ["bring a comment back", "POST /api/comments/{binnedComment}/restore", restored, {}],
  ["bring a removed job back", "POST /api/jobs/{removedJob}/restore", "401 404 403 200 403 403", {}],
  ["see what they deleted", "GET /bin", "login 200 200 200 200"],
  ["bring a job back on the page", "POST /bin", "login 404 303 404 303", { intent: "restore", ...thing }],
  ["delete a job for good", "POST /bin", "login 404 303 404 303", { intent: "delete", ...thing }],
  ["see what was removed", "GET /admin/bin", "login 403 403 200 403"],
];
