import type { Row } from "./row.ts";

const reported = "/reports/new?subject=job&id={job}";

export const admin: Row[] = [
  ["see their reports", "GET /reports", "login 200 200 200 200"],
  ["open the form of a report", `GET ${reported}`, "login 200 404 200 404"],
  ["report a job", `POST ${reported}`, "401 303 303 303 303", { reason: "Not a job" }],
  ["send a report without a reason", `POST ${reported}`, "401 422 422 422 422", { reason: " " }],
  ["see the administration", "GET /admin", "login 403 403 200 403"],
  ["see the reports", "GET /admin/reports", "login 403 403 200 403"],
  ["see a report", "GET /admin/reports/{report}", "login 403 403 200 403"],
  ["dismiss a report", "POST /admin/reports/{report}", "login 403 403 303 403", { intent: "dismiss" }],
  [
    "remove what a report is about",
    "POST /admin/reports/{report}",
    "login 403 403 303 403",
    { intent: "remove" },
  ],
  [
    "mute the author of a report's thing",
    "POST /admin/reports/{report}",
    "login 403 403 303 403",
    { intent: "mute" },
  ],
  ["see who is muted", "GET /admin/mutes", "login 403 403 200 403"],
  ["unmute somebody", "POST /admin/mutes", "login 403 403 303 403", { who: "{newcomer}" }],
  ["list members for administration", "GET /admin/members", "login 403 403 200 403"],
  [
    "approve a member",
    "POST /admin/members",
    "login 403 403 303 403",
    { intent: "approve", id: "{pending}" },
  ],
  [
    "decline a member",
    "POST /admin/members",
    "login 403 403 303 403",
    { intent: "decline", id: "{pending}" },
  ],
  [
    "suspend a member",
    "POST /admin/members",
    "login 403 403 303 403",
    { intent: "suspend", id: "{newcomer}" },
  ],
  [
    "lift a suspension",
    "POST /admin/members",
    "login 403 403 303 403",
    { intent: "unsuspend", id: "{suspended}" },
  ],
  [
    "make an administrator",
    "POST /admin/members",
    "login 403 403 303 403",
    { intent: "promote", id: "{newcomer}" },
  ],
  [
    "remove an administrator",
    "POST /admin/members",
    "login 403 403 303 403",
    { intent: "demote", id: "{administrator}" },
  ],
  ["open the invitation from a list", "GET /admin/members/import", "login 403 403 200 403"],
  [
    "check a list that is missing",
    "POST /admin/members/import",
    "login 403 403 422 403",
    { file: "@nothing" },
  ],
  ["see another's list", "GET /admin/members/import/{list}", "login 403 403 404 403"],
  ["run another's list", "POST /admin/members/import/{list}", "login 403 403 404 403", { intent: "run" }],
  [
    "discard another's list",
    "POST /admin/members/import/{list}",
    "login 403 403 404 403",
    { intent: "discard" },
  ],
  ["read feedback", "GET /admin/feedback", "login 403 403 200 403"],
  ["read the audit trail", "GET /admin/audit", "login 403 403 200 403"],
];
