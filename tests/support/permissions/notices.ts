import { dayIn } from "../time.ts";
import type { Row } from "./row.ts";

const announcement = { text: "The reading room has moved.", batchYear: "{quietBatch}", until: dayIn(7) };

const unsigned = "404 404 404 404 404";

export const notices: Row[] = [
  ["list what is announced to them", "GET /api/announcements", "401 200 200 200 200 200"],
  ["announce to a batch", "POST /api/announcements", "401 403 403 201 403 403", announcement],
  ["take back an announcement", "DELETE /api/announcements/{announcement}", "401 404 204 204 204 403"],
  [
    "name who may announce to a batch",
    "PUT /api/users/{newcomer}/announcer",
    "401 403 403 200 403 403",
    { batchYear: 2027 },
  ],
  ["see what is announced to them", "GET /announcements", "login 200 200 200 200"],
  [
    "announce to a batch on the page",
    "POST /announcements",
    "401 403 403 303 403",
    { intent: "announce", ...announcement },
  ],
  [
    "take back an announcement on the page",
    "POST /announcements",
    "401 404 303 303 303",
    { intent: "delete", id: "{announcement}" },
  ],
  ["list their notices", "GET /api/notices", "401 200 200 200 200 200"],
  ["mark a notice as read that is not theirs", "PUT /api/notices/9999/read", "401 404 404 404 404 403"],
  ["mark all their notices as read", "PUT /api/notices/read", "401 204 204 204 204 403"],
  ["read how they are told", "GET /api/users/me/notice-settings", "401 200 200 200 200 200"],
  [
    "change how they are told",
    "PUT /api/users/me/notice-settings",
    "401 200 200 200 200 403",
    { kinds: { "event-changed": "digest" } },
  ],
  ["list their saved searches", "GET /api/saved-searches", "401 200 200 200 200 200"],
  [
    "save a search",
    "POST /api/saved-searches",
    "401 201 201 201 201 403",
    { kind: "jobs", query: "search=firmware", frequency: "daily" },
  ],
  ["delete a saved search that is not theirs", "DELETE /api/saved-searches/9999", "401 404 404 404 404 403"],
  ["see their saved searches", "GET /account/searches", "login 200 200 200 200"],
  [
    "save a search on the page",
    "POST /account/searches",
    "login 303 303 303 303",
    { intent: "save", kind: "jobs", query: "search=firmware", frequency: "daily" },
  ],
  [
    "delete a saved search on the page",
    "POST /account/searches",
    "login 303 303 303 303",
    { intent: "delete", id: "9999" },
  ],
  ["see their notices", "GET /notices", "login 200 200 200 200"],
  ["mark all as read on the page", "POST /notices", "login 303 303 303 303", { intent: "read-all" }],
  [
    "accept among their notices what nobody asked",
    "POST /notices",
    "login 409 409 409 403",
    { intent: "accept", userId: "{stranger}" },
  ],
  [
    "accept among their notices what was asked of them",
    "POST /notices",
    "login 303 303 303 403",
    { intent: "accept", userId: "{asker}" },
  ],
  [
    "undo among their notices what they did not decline",
    "POST /notices",
    "login 409 409 409 409",
    { intent: "undo", userId: "{asker}" },
  ],
  [
    "decline among their notices what was asked of them",
    "POST /notices",
    "login 303 303 303 303",
    { intent: "decline", userId: "{asker}" },
  ],
  ["see what they chose to be told", "GET /account/notices", "login 200 200 200 200"],
  ["see their next digest", "GET /account/notices/digest", "login 200 200 200 200"],
  ["visit the address of pushes", "GET /account/push", "303 303 303 303 303"],
  ["ask for pushes to nowhere", "POST /account/push", "login 422 422 422 422", { endpoint: "nowhere" }],
  ["see what an unsigned link stops", "GET /notices/stop", unsigned],
  ["stop mails by an unsigned link", "POST /notices/stop", unsigned, {}],
  ["see what an old unsigned link stops", "GET /mail-settings", unsigned],
  ["stop mails by an old unsigned link", "POST /mail-settings", unsigned, {}],
  ["see what another old unsigned link stops", "GET /event-reminders", unsigned],
  ["stop mails by another old unsigned link", "POST /event-reminders", unsigned, {}],
];
