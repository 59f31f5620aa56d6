import { index, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

const routes: RouteConfigEntry[] = [
  route("/", "home/pages/home.tsx", [
    route("welcome", "home/pages/welcome.tsx"),
    route("feedback", "home/pages/feedback.tsx"),
  ]),
  route("about", "home/pages/about/about.tsx"),
  route("about/edit", "home/pages/about/edit.tsx"),
  route("this-week", "home/pages/this-week/this-week.tsx"),
  route("this-week.atom", "home/pages/this-week/feed.ts"),
  route("this-week.txt", "home/pages/this-week/text.ts"),
  route("robots.txt", "home/pages/robots.ts"),
  route(".well-known/security.txt", "home/pages/security.ts"),
  route("sitemap.xml", "home/pages/sitemap.ts"),
  route("covers/:name", "shell/pages/cover.ts"),
  route("manifest.webmanifest", "home/pages/manifest.ts"),

  // Accounts
  route("login", "account/pages/auth/login.tsx"),
  route("login/code", "account/pages/auth/login-code.tsx"),
  route("register", "account/pages/auth/register.tsx"),
  route("logout", "account/pages/auth/logout.ts"),
  route("confirm-email", "account/pages/auth/confirm-email.tsx"),
  route("forgot-password", "account/pages/auth/forgot-password.tsx"),
  route("reset-password", "account/pages/auth/reset-password.tsx"),
  route("invitation", "account/pages/auth/invitation.tsx"),
  route("join", "account/pages/join-links/join-links.tsx"),
  route("join/:code", "account/pages/auth/join.tsx"),
  route("first-administrator", "account/pages/auth/first-administrator.tsx"),
  route("password-hint", "account/pages/auth/password-hint.ts"),
  route(".well-known/change-password", "account/pages/auth/change-password.ts"),
  route("auth/:provider", "account/pages/auth/provider.ts"),
  route("auth/:provider/callback", "account/pages/auth/provider-callback.ts"),
  route("auth/:provider/complete", "account/pages/auth/provider-complete.tsx"),

  // Account: docs/account.md
  route("account", "account/pages/account.tsx"),
  route("account/password", "account/pages/password.tsx"),
  route("account/email", "account/pages/email.tsx"),
  route("account/email/confirm", "account/pages/confirm-email-change.tsx"),
  route("account/sessions", "account/pages/sessions.tsx"),
  route("account/tokens", "account/pages/tokens.tsx"),
  route("account/calendar", "account/pages/calendar.tsx"),
  route("account/second-factor", "account/pages/second-factor.tsx"),
  route("account/notices", "account/pages/notices.tsx"),
  route("account/notices/digest", "account/pages/notices-digest.tsx"),
  route("account/push", "account/pages/push.ts"),
  route("account/searches", "account/pages/searches.tsx"),
  route("account/data", "account/pages/data.ts"),
  route("account/device", "account/pages/device.ts"),
  route("account/delete", "account/pages/delete.tsx"),

  // Deleted content: docs/moderation.md
  route("bin", "moderation/pages/bin.tsx"),

  // Jobs
  route("jobs", "jobs/pages/list.tsx"),
  route("jobs/mine", "jobs/pages/mine.tsx"),
  route("jobs/:id", "jobs/pages/job.tsx"),
  route("jobs/:id/apply", "jobs/pages/apply.tsx"),
  route("jobs/:id/applications", "jobs/pages/applications.tsx"),
  route("jobs/:id/applications/:applicationId", "jobs/pages/application.tsx"),
  route("jobs/:id/logo", "jobs/pages/logo.tsx"),
  route("jobs/:id/edit", "jobs/pages/edit.tsx"),
  route("post-job", "jobs/pages/post.tsx"),
  route("post-job/logo", "jobs/pages/draft-logo.tsx"),

  // Companies, and members' experiences with them: docs/companies.md
  route("companies", "companies/pages/companies.tsx"),
  route("companies/:name", "companies/pages/company.tsx"),
  route("experiences/new", "companies/pages/new.tsx"),
  route("experiences/:id", "companies/pages/experience.tsx"),
  route("experiences/:id/edit", "companies/pages/edit.tsx"),

  route("boards", "boards/pages/boards.tsx"),
  route("boards/new", "boards/pages/new.tsx"),
  route("boards/:slug", "boards/pages/board.tsx"),
  route("boards/:slug/edit", "boards/pages/edit.tsx"),
  route("boards/:slug/history", "boards/pages/history.tsx"),
  route("boards/:slug/keepers", "boards/pages/keepers.tsx"),

  // People: docs/people.md
  route("people/:id", "people/pages/person.tsx"),
  route("people/:id/given/:kind", "people/pages/contributions.tsx"),
  route("profile", "people/pages/profile/profile.tsx"),

  // Messages
  route("messages/inbox", "messages/pages/inbox.ts"),
  route("messages/search", "messages/pages/find.tsx"),
  route("messages/:userId?", "messages/pages/messages.tsx"),
  route("blocks", "messages/pages/blocks/blocks.tsx"),

  route("search", "search/pages/search.tsx"),

  // Notices: docs/notices.md. The last two are the addresses in old mails.
  route("notices", "notices/pages/list.tsx"),
  route("notices/stop", "notices/pages/stop.tsx", { id: "notices/stop" }),
  route("mail-settings", "notices/pages/stop.tsx", { id: "notices/stop-unread" }),
  route("event-reminders", "notices/pages/stop.tsx", { id: "notices/stop-reminders" }),

  route("announcements", "announcements/pages/announcements.tsx"),

  // The anonymous room: docs/realtime.md
  route("anonymous-post", "anonymous/pages/room.tsx"),

  // Resources: docs/resources.md
  route("resources", "resources/pages/hub.tsx"),
  route("resources/browse", "resources/pages/browse.tsx"),
  route("resources/upload", "resources/pages/upload.tsx"),
  route("resources/category/:slug", "resources/pages/category.tsx"),
  route("resources/category/:slug/year/:year", "resources/pages/year.tsx"),
  route("resources/courses/:code", "resources/pages/course.tsx"),
  route("resources/mine", "resources/pages/mine.tsx"),
  route("resources/same-file", "resources/pages/same-file.ts"),
  route("resources/parts/:sha256", "resources/pages/parts.ts"),
  route("resources/:id", "resources/pages/resource.tsx"),
  route("resources/:id/edit", "resources/pages/edit.tsx"),
  route("files/thumbnails/:id", "resources/pages/thumbnail.ts"),
  route("files/logo/:name", "shell/pages/logo.ts"),
  route("files/images/:name", "shell/pages/image.ts", { id: "files/images" }),
  route("files/avatars/:name", "shell/pages/image.ts", { id: "files/avatars" }),
  route("files/messages/:address/:name", "messages/pages/attachment.ts"),
  route("files/applications/:id/:name", "jobs/pages/application-file.ts"),
  route("files/reports/:id/:name", "moderation/pages/reported-file.ts"),
  route("files/:id/:name", "resources/pages/file.ts"),

  // Events: docs/events.md. The path that the cache of guests' pages looks up is absolute.
  route("events", "events/pages/list.tsx", [
    route("new", "events/pages/form/new.tsx"),
    route("/events/:id", "events/pages/event.tsx"),
    route(":id/answers", "events/pages/answers.tsx"),
    route(":id/edit", "events/pages/form/edit.tsx"),
    route(":id/delete", "events/pages/delete.tsx"),
    route(":id/organizers", "events/pages/organizers.tsx"),
    route(":id/repeat", "events/pages/repeat.tsx"),
    route(":id/message", "events/pages/message.tsx"),
  ]),
  route("events/past", "events/pages/past.tsx"),
  route("events/mine", "events/pages/mine.tsx"),
  route("events/:id/check-in", "events/pages/check-in/check-in.tsx"),
  route("events/:id/attendees.csv", "events/pages/attendees.ts"),
  route("events/:id.ics", "events/pages/event-calendar.ts"),
  route("events.ics", "events/pages/events-calendar.ts"),
  route("calendar/:code.ics", "events/pages/own-calendar.ts"),
  route("events.atom", "events/pages/feed.ts"),
  route("jobs.atom", "jobs/pages/feed.ts"),

  // Members: docs/directory.md
  route("qa-threads", "people/pages/directory/list.tsx", [route(":id", "people/pages/directory/member.tsx")]),
  route("people/me/thanks", "thanks/pages/thanks.tsx"),
  route("connections", "people/pages/connections/connections.tsx"),
  route("mentoring", "mentoring/pages/list.tsx"),
  route("mentoring/new", "mentoring/pages/new.tsx"),
  route("mentoring/:id", "mentoring/pages/mentoring.tsx"),

  // Questions and answers: docs/questions.md
  route("questions", "questions/pages/list.tsx"),
  route("questions/new", "questions/pages/new.tsx"),
  route("questions/:id/edit", "questions/pages/edit.tsx"),
  route("questions/:id/history", "questions/pages/history.tsx"),
  route("questions/:id/moderate", "questions/pages/moderate.tsx"),
  route("questions/:id/:slug?", "questions/pages/question.tsx"),
  route("questions.atom", "questions/pages/feed.ts"),

  // Reports: docs/moderation.md
  route("reports", "moderation/pages/list.tsx"),
  route("reports/new", "moderation/pages/new.tsx"),
  route("muted", "moderation/pages/muted.tsx"),

  // Administration: docs/moderation.md. The navigation is in admin/pages/navigation.ts.
  route("admin", "admin/pages/layout.tsx", [
    index("admin/pages/overview.tsx"),
    route("reports", "admin/pages/reports/reports.tsx"),
    route("reports/decided", "admin/pages/reports/reports.tsx", { id: "admin/reports-decided" }),
    route("reports/:id", "admin/pages/reports/report.tsx", [
      route(":act", "admin/pages/reports/report-confirm.tsx"),
    ]),
    route("mutes", "admin/pages/reports/mutes.tsx"),
    route("bin", "admin/pages/bin.tsx"),
    route("members", "admin/pages/members/members.tsx", [
      route(":id/:act", "admin/pages/members/member-confirm.tsx"),
    ]),
    route("members/:id", "admin/pages/members/member.tsx"),
    route("members/:id/delete", "admin/pages/members/member-delete.tsx"),
    route("members/import", "admin/pages/members/members-import.tsx"),
    route("members/import/:id", "admin/pages/members/members-import-check.tsx"),
    route("members/import/:id/problems", "admin/pages/members/import-problems.ts"),
    route("mail", "admin/pages/mail-and-settings/mail.tsx"),
    route("settings", "admin/pages/mail-and-settings/settings.tsx"),
    route("settings/:list", "admin/pages/lists/list.tsx"),
    route("feedback", "admin/pages/feedback.tsx"),
    route("texts", "admin/pages/texts.tsx"),
    route("poster", "admin/pages/poster.tsx"),
    route("landing", "admin/pages/landing/landing.tsx"),
    route("landing/:section", "admin/pages/landing/landing-section.tsx"),
    route("tags", "admin/pages/tags.tsx"),
    route("audit", "admin/pages/audit/audit.tsx"),
    route("handover", "admin/pages/handover/handover.tsx"),
  ]),
  route("admin/audit.csv", "admin/pages/audit/audit-csv.ts"),

  // API: docs/api.md. Its calls are in server/calls.server.ts.
  route("api", "developers/pages/overview.tsx"),
  route("api/*", "server/api.ts"),

  // The API's pages. They are outside /api, where every address is a call and every error a problem document.
  route("developers", "developers/pages/entrance.ts"),
  route("developers/errors", "developers/pages/errors.tsx"),
  route("developers/changelog", "developers/pages/changelog.tsx"),
  route("developers/first-bot", "developers/pages/first-bot.tsx"),
  route("developers/socket", "developers/pages/socket.tsx"),
  route("developers/:noun", "developers/pages/noun.tsx"),

  // The site itself
  route("accent/:name", "shell/pages/accent.ts"),
  route("theme", "shell/pages/theme.ts"),
  route("scripts", "shell/pages/scripts.ts"),
  route("offline", "shell/pages/offline.tsx"),
  route("healthz", "shell/pages/healthz.ts"),
  route("metrics", "shell/pages/metrics.ts"),
  route("*", "shell/pages/not-found.tsx"),
];

/** Makes the router case-sensitive, like every other decision by path, such as what the log hides. */
const matchCase = (route: RouteConfigEntry): RouteConfigEntry => ({
  ...route,
  caseSensitive: true,
  ...(route.children && { children: route.children.map(matchCase) }),
});

export default routes.map(matchCase) satisfies RouteConfig;
