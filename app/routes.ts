import { index, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

const apiNouns = [
  ...[
    "openapi.json",
    "asyncapi.json",
    "users",
    "notices",
    "announcements",
    "saved-searches",
    "mentoring",
    "messages",
    "anonymous-messages",
  ],
  ...[
    "jobs",
    "resources",
    "seed-categories",
    "events",
    "questions",
    "answers",
    "comments",
    "tags",
    "search",
    "uploads",
  ],
];

const routes: RouteConfigEntry[] = [
  route("/", "routes/home/home.tsx", [
    route("welcome", "routes/home/welcome.tsx"),
    route("feedback", "routes/feedback/feedback.tsx"),
  ]),
  route("about", "routes/about/about.tsx"),
  route("about/edit", "routes/about/edit.tsx"),
  route("robots.txt", "routes/home/robots.ts"),
  route(".well-known/security.txt", "routes/home/security.ts"),
  route("sitemap.xml", "routes/home/sitemap.ts"),
  route("covers/:name", "routes/covers/cover.ts"),
  route("manifest.webmanifest", "routes/home/manifest.ts"),

  // Accounts
  route("login", "routes/auth/login.tsx"),
  route("login/code", "routes/auth/login-code.tsx"),
  route("register", "routes/auth/register.tsx"),
  route("logout", "routes/auth/logout.ts"),
  route("confirm-email", "routes/auth/confirm-email.tsx"),
  route("forgot-password", "routes/auth/forgot-password.tsx"),
  route("reset-password", "routes/auth/reset-password.tsx"),
  route("invitation", "routes/auth/invitation.tsx"),
  route("first-administrator", "routes/auth/first-administrator.tsx"),
  route("password-hint", "routes/auth/password-hint.ts"),
  route(".well-known/change-password", "routes/auth/change-password.ts"),
  route("auth/google", "routes/auth/google.ts"),
  route("auth/google/callback", "routes/auth/google-callback.ts"),
  route("auth/google/complete", "routes/auth/google-complete.tsx"),

  // Account: docs/account.md
  route("account", "routes/account/account.tsx"),
  route("account/password", "routes/account/password.tsx"),
  route("account/email", "routes/account/email.tsx"),
  route("account/email/confirm", "routes/account/confirm-email-change.tsx"),
  route("account/sessions", "routes/account/sessions.tsx"),
  route("account/tokens", "routes/account/tokens.tsx"),
  route("account/second-factor", "routes/account/second-factor.tsx"),
  route("account/notices", "routes/account/notices.tsx"),
  route("account/notices/digest", "routes/account/notices-digest.tsx"),
  route("account/push", "routes/account/push.ts"),
  route("account/searches", "routes/account/searches.tsx"),
  route("account/data", "routes/account/data.ts"),
  route("account/device", "routes/account/device.ts"),
  route("account/delete", "routes/account/delete.tsx"),

  // What was deleted: docs/moderation.md
  route("bin", "routes/bin/bin.tsx"),

  // Jobs
  route("jobs", "routes/jobs/list.tsx"),
  route("jobs/mine", "routes/jobs/mine.tsx"),
  route("jobs/:id", "routes/jobs/job.tsx"),
  route("jobs/:id/apply", "routes/jobs/apply.tsx"),
  route("jobs/:id/applications", "routes/jobs/applications.tsx"),
  route("jobs/:id/applications/:applicationId", "routes/jobs/application.tsx"),
  route("jobs/:id/logo", "routes/jobs/logo.tsx"),
  route("jobs/:id/edit", "routes/jobs/edit.tsx"),
  route("post-job", "routes/jobs/post.tsx"),
  route("post-job/logo", "routes/jobs/draft-logo.tsx"),

  // People: docs/people.md
  route("people/:id", "routes/people/person.tsx"),
  route("people/:id/given/:kind", "routes/people/given.tsx"),
  route("profile", "routes/profile/profile.tsx"),

  // Messages
  route("messages/inbox", "routes/messages/inbox.ts"),
  route("messages/search", "routes/messages/find.tsx"),
  route("messages/:userId?", "routes/messages/messages.tsx"),
  route("blocks", "routes/blocks/blocks.tsx"),

  route("search", "routes/search/search.tsx"),

  // Notices: docs/notices.md. The last two are the addresses in old mails.
  route("notices", "routes/notices/list.tsx"),
  route("notices/stop", "routes/notices/stop.tsx", { id: "notices/stop" }),
  route("mail-settings", "routes/notices/stop.tsx", { id: "notices/stop-unread" }),
  route("event-reminders", "routes/notices/stop.tsx", { id: "notices/stop-reminders" }),

  route("announcements", "routes/announcements/announcements.tsx"),

  // The anonymous room: docs/realtime.md
  route("anonymous-post", "routes/anonymous/room.tsx"),

  // Resources: docs/resources.md
  route("resources", "routes/resources/hub.tsx"),
  route("resources/browse", "routes/resources/browse.tsx"),
  route("resources/upload", "routes/resources/upload.tsx"),
  route("resources/category/:slug", "routes/resources/category.tsx"),
  route("resources/category/:slug/year/:year", "routes/resources/year.tsx"),
  route("resources/mine", "routes/resources/mine.tsx"),
  route("resources/same-file", "routes/resources/same-file.ts"),
  route("resources/parts/:sha256", "routes/resources/parts.ts"),
  route("resources/:id", "routes/resources/resource.tsx"),
  route("resources/:id/edit", "routes/resources/edit.tsx"),
  route("files/thumbnails/:id", "routes/files/thumbnail.ts"),
  route("files/images/:name", "routes/files/image.ts", { id: "files/images" }),
  route("files/avatars/:name", "routes/files/image.ts", { id: "files/avatars" }),
  route("files/messages/:address/:name", "routes/files/attachment.ts"),
  route("files/applications/:id/:name", "routes/files/application.ts"),
  route("files/reports/:id/:name", "routes/files/reported.ts"),
  route("files/:id/:name", "routes/files/file.ts"),

  // Events: docs/events.md. An absolute path is what the cache of guests' pages knows a page by.
  route("events", "routes/events/list.tsx", [
    route("new", "routes/events/new.tsx"),
    route("/events/:id", "routes/events/event.tsx"),
    route(":id/edit", "routes/events/edit.tsx"),
    route(":id/delete", "routes/events/delete.tsx"),
    route(":id/organizers", "routes/events/organizers.tsx"),
    route(":id/repeat", "routes/events/repeat.tsx"),
    route(":id/message", "routes/events/message.tsx"),
  ]),
  route("events/past", "routes/events/past.tsx"),
  route("events/mine", "routes/events/mine.tsx"),
  route("events/:id/check-in", "routes/events/check-in.tsx"),
  route("events/:id/attendees.csv", "routes/events/attendees.ts"),
  route("events/:id.ics", "routes/events/event-calendar.ts"),
  route("events.ics", "routes/events/events-calendar.ts"),
  route("events.atom", "routes/feeds/events.ts"),
  route("jobs.atom", "routes/feeds/jobs.ts"),

  // Members: docs/directory.md
  route("qa-threads", "routes/directory/list.tsx", [route(":id", "routes/directory/member.tsx")]),
  route("people/me/thanks", "routes/thanks/thanks.tsx"),
  route("connections", "routes/connections/connections.tsx"),
  route("mentoring", "routes/mentoring/list.tsx"),
  route("mentoring/new", "routes/mentoring/new.tsx"),
  route("mentoring/:id", "routes/mentoring/mentoring.tsx"),

  // Questions and answers: docs/questions.md
  route("questions", "routes/questions/list.tsx"),
  route("questions/new", "routes/questions/new.tsx"),
  route("questions/:id/edit", "routes/questions/edit.tsx"),
  route("questions/:id/history", "routes/questions/history.tsx"),
  route("questions/:id/moderate", "routes/questions/moderate.tsx"),
  route("questions/:id/:slug?", "routes/questions/question.tsx"),
  route("questions.atom", "routes/feeds/questions.ts"),

  // Reports: docs/moderation.md
  route("reports", "routes/reports/list.tsx"),
  route("reports/new", "routes/reports/new.tsx"),
  route("muted", "routes/reports/muted.tsx"),

  // Administration: docs/moderation.md. The navigation is in routes/admin/navigation.ts.
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/overview.tsx"),
    route("reports", "routes/admin/reports.tsx"),
    route("reports/decided", "routes/admin/reports.tsx", { id: "admin/reports-decided" }),
    route("reports/:id", "routes/admin/report.tsx", [route(":act", "routes/admin/report-confirm.tsx")]),
    route("mutes", "routes/admin/mutes.tsx"),
    route("bin", "routes/admin/bin.tsx"),
    route("members", "routes/admin/members.tsx", [route(":id/:act", "routes/admin/member-confirm.tsx")]),
    route("members/:id", "routes/admin/member.tsx"),
    route("members/:id/delete", "routes/admin/member-delete.tsx"),
    route("members/import", "routes/admin/members-import.tsx"),
    route("members/import/:id", "routes/admin/members-import-check.tsx"),
    route("members/import/:id/problems", "routes/admin/import-problems.ts"),
    route("mail", "routes/admin/mail.tsx"),
    route("settings", "routes/admin/settings.tsx"),
    route("feedback", "routes/admin/feedback.tsx"),
    route("landing", "routes/admin/landing.tsx"),
    route("landing/:section", "routes/admin/landing-section.tsx"),
    route("tags", "routes/admin/tags.tsx"),
    route("audit", "routes/admin/audit.tsx"),
  ]),
  route("admin/audit.csv", "routes/admin/audit-csv.ts"),

  // API: docs/api.md. Its calls are in routes/api/calls.server.ts.
  route("api", "routes/api/reference/overview.tsx"),
  // The router tries `api/*` last, after every page: the address of each noun spares it those.
  ...apiNouns.map((noun) => route(`api/${noun}/*`, "routes/api/api.ts", { id: `api/${noun}` })),
  route("api/*", "routes/api/api.ts"),

  // The API's pages. They stand outside of /api, where every address is a call and every error a problem document.
  route("developers", "routes/api/reference/entrance.ts"),
  route("developers/errors", "routes/api/reference/errors.tsx"),
  route("developers/changelog", "routes/api/reference/changelog.tsx"),
  route("developers/first-bot", "routes/api/reference/first-bot.tsx"),
  route("developers/socket", "routes/api/reference/socket.tsx"),
  route("developers/:noun", "routes/api/reference/noun.tsx"),

  // The site itself
  route("theme", "routes/shell/theme.ts"),
  route("scripts", "routes/shell/scripts.ts"),
  route("offline", "routes/shell/offline.tsx"),
  route("healthz", "routes/shell/healthz.ts"),
  route("metrics", "routes/shell/metrics.ts"),
  route("*", "routes/shell/not-found.tsx"),
];

/** Every decision by path, such as what the log hides, compares letters as they are. So does the router. */
const matchCase = (route: RouteConfigEntry): RouteConfigEntry => ({
  ...route,
  caseSensitive: true,
  ...(route.children && { children: route.children.map(matchCase) }),
});

export default routes.map(matchCase) satisfies RouteConfig;
