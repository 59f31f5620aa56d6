import { findLostFocus, pressForm } from "../support/actions.ts";
import { expect } from "../support/browser.ts";
import { sample } from "../support/nightly.ts";
import { openSession } from "../support/people.ts";
import { fill } from "../support/permissions/ask.ts";
import { test } from "../support/permissions/browser.ts";
import { renewSessions } from "../support/permissions/cast.ts";
import { formKey } from "../support/permissions/forms.ts";
import { subjects } from "../support/permissions/index.ts";
import type { Role } from "../support/permissions/row.ts";

/** Soft, so that one run reports every action that fails. */
const softly = expect.configure({ soft: true });

/**
 * Each line starts at an address and submits forms, named by route and intent, on the pages that follow. `{job}` is a
 * new job of the owner's. An address between two forms is opened.
 */
const journeys: Partial<Record<Role, string[][]>> = {
  guest: [
    ["/login", "account/auth/login"],
    ["/register", "account/auth/register"],
    ["/forgot-password", "account/auth/forgot-password"],
    ["{resetLink}", "account/auth/reset-password"],
    ["{invitationLink}", "account/auth/invitation"],
    ["/join/{joinLink}", "account/auth/join"],
  ],
  member: [
    ["/jobs/{job}", "jobs/job save", "jobs/job forget"],
    ["/jobs/{job}", "jobs/job track"],
    ["/boards/{weekBoard}", "boards/board pin", "boards/board unpin"],
    ["/boards/{board}", "boards/board right", "boards/board wrong"],
    ["/jobs/{jobHere}/apply", "jobs/apply"],
    [
      "/qa-threads/{stranger}",
      "people/directory/member ask",
      "/connections",
      "people/connections/connections withdraw",
    ],
    ["/qa-threads/{stranger}", "people/directory/member block", "people/directory/member unblock"],
    ["/qa-threads/{stranger}", "people/directory/member block", "/blocks", "messages/blocks/blocks unblock"],
    ["/qa-threads?{asker}", "people/directory/list accept"],
    ["/qa-threads?{asker}", "people/directory/list decline", "people/directory/list undo"],
    [
      "/connections?{asker}",
      "people/connections/connections accept",
      "people/connections/connections remove",
    ],
    ["/connections?{asker}", "people/connections/connections decline", "people/connections/connections undo"],
    ["/people/{stranger}", "people/person ask", "people/person withdraw"],
    ["/people/{asker}", "people/person accept"],
    ["/people/{asker}", "people/person decline", "people/person undo"],
    ["/messages/{stranger}", "messages/messages", "messages/messages block", "messages/messages unblock"],
    [
      "/messages/{stranger}",
      "messages/messages ask",
      "/connections",
      "people/connections/connections withdraw",
    ],
    ["/anonymous-post", "anonymous/room"],
    ["/blocks", "messages/blocks/blocks refuse-anonymous", "messages/blocks/blocks allow-anonymous"],
    ["/events?{event}", "events/list register", "events/list unregister"],
    ["/events?{fullEvent}", "events/list wait", "events/list leave"],
    ["/events/{event}", "events/event register", "events/event unregister"],
    ["/events/{fullEvent}", "events/event wait", "/events/mine", "events/mine leave"],
    [
      "/events/{event}",
      "events/event register",
      "/events/mine",
      "events/mine unregister",
      "events/mine register",
    ],
    ["/events/{fullEvent}", "events/event wait", "events/event leave"],
    ["/events/{askingEvent}/answers", "events/answers register"],
    ["/events/{askingSeat}/answers", "events/answers save"],
    ["/questions/{idAndSlug}", "questions/question vote", "questions/question take-back"],
    ["/questions/{idAndSlug}", "questions/question follow", "questions/question unfollow"],
    ["/questions/{idAndSlug}", "questions/question comment", "questions/question preview"],
    ["/questions/{idAndSlug}", "questions/question answer"],
    ["/reports/new?subject=job&id={job}", "moderation/new"],
    ["/feedback", "home/feedback"],
    ["/jobs", "shell/scripts"],
  ],
  owner: [
    ["/", "home/home put-away"],
    ["/jobs/{job}", "jobs/job close", "jobs/job reopen", "jobs/job delete"],
    ["/jobs/{job}/edit", "jobs/edit"],
    ["/jobs/{waiting}/applications", "jobs/applications"],
    ["/jobs/{application}", "jobs/application"],
    [
      ...["/post-job", "jobs/post next", "jobs/post previous", "jobs/post next", "jobs/post next"],
      ...["/post-job?step=3", "jobs/post preview", "jobs/post submit"],
    ],
    ["/resources/upload", "resources/upload"],
    ["/resources/{resource}/edit", "resources/edit", "resources/resource delete"],
    ["/boards/{board}/edit", "boards/edit", "boards/board delete"],
    ["/boards/{board}/keepers?name=a", "boards/keepers add"],
    ["/boards/{board}/keepers", "boards/keepers remove"],
    ["/boards/{editedBoard}/history", "boards/history restore"],
    ["/experiences/new", "companies/new"],
    ["/experiences/{experience}/edit", "companies/edit", "companies/experience delete"],
    ["/events/new", "events/form/new"],
    ["/events/{event}/edit", "events/form/edit"],
    ["/events/{event}/delete", "events/delete"],
    ["/events/{event}/organizers?name=a", "events/organizers ask"],
    ["/events/{event}/repeat", "events/repeat"],
    ["/events/{fullEvent}/message", "events/message"],
    ["/events/{fullEvent}/check-in", "events/check-in/check-in arrive", "events/check-in/check-in leave"],
    ["/questions/{answered}", "questions/question accept", "questions/question unaccept"],
    ["/questions/{question}/edit", "questions/edit", "questions/question delete"],
    ["/questions/new", "questions/new save"],
    [
      ...["/questions/new", "questions/new next", "questions/new ask"],
      ...["/questions/new", "questions/new next", "questions/new discard"],
    ],
    ["/notices?{asker}", "notices/list read-all"],
    ["/notices?{asker}", "notices/list accept"],
    ["/notices?{asker}", "notices/list decline", "notices/list undo"],
    ["/profile", "people/profile/profile", "people/profile/profile remove-avatar"],
    ["/profile?edit", "people/profile/profile"],
    ["/account", "account/device clear", "account/device keep", "account/data"],
    ["/account/password", "account/password"],
    ["/account/email", "account/email"],
    ["/account/sessions", "account/sessions end", "account/sessions end-others"],
    ["/account/tokens", "account/tokens", "account/tokens end"],
    ["/account/calendar", "account/calendar make", "account/calendar save", "account/calendar end"],
    ["/account/delete", "account/delete"],
    ["/account/notices", "account/notices"],
    [
      "/account/searches?kind=jobs&query=search%3Dfirmware",
      "account/searches save",
      "/account/searches",
      "account/searches delete",
    ],
    ["/jobs", "shell/theme", "account/auth/logout"],
    ["/jobs/{job}/logo", "jobs/logo", "/jobs/{job}/logo", "jobs/logo remove"],
    ["/post-job?step=3", "jobs/post logo", "jobs/draft-logo", "/post-job/logo", "jobs/draft-logo remove"],
  ],
  admin: [
    ["/questions/{question}/moderate", "questions/moderate hide", "questions/moderate show"],
    ["/questions/{question}/moderate", "questions/moderate lock", "questions/moderate unlock"],
    ["/questions/{question}/moderate", "questions/moderate merge"],
    ["/announcements", "announcements/announcements announce", "announcements/announcements delete"],
    ["/admin/members/{newcomer}", "admin/members/member announcer"],
    ["/admin", "admin/overview hide-steps"],
    ["/join", "account/join-links/join-links make", "account/join-links/join-links revoke"],
    [
      "/admin/members/{newcomer}",
      "admin/members/member make-moderator",
      "admin/members/member remove-moderator",
    ],
    ["/admin/tags", "admin/tags"],
    ["/admin/reports/{report}", "admin/reports/report dismiss"],
    ["/admin/reports/{report}/remove", "admin/reports/report-confirm remove"],
    ["/admin/reports/{report}/mute", "admin/reports/report-confirm mute", "admin/reports/mutes"],
    ["/admin/members?list=pending&{pending}", "admin/members/members approve"],
    ["/admin/members/{pending}/decline", "admin/members/member-confirm decline"],
    ["/admin/members/{administrator}/demote", "admin/members/member-confirm demote"],
    ["/admin/members", "admin/members/members promote", "admin/members/members demote"],
    [
      "/admin/members/{newcomer}/suspend",
      "admin/members/member-confirm suspend",
      "admin/members/members unsuspend",
      "admin/members/members suspend",
    ],
    ["/admin/members/import", "admin/members/members-import", "admin/members/members-import-check run"],
    ["/admin/members/import", "admin/members/members-import", "admin/members/members-import-check discard"],
    ["/admin/members/{newcomer}", "admin/members/member invite"],
    ["/admin/members/{kabir}", "admin/members/member send-reset", "admin/members/member end-sessions"],
    ["/admin/mail", "admin/mail-and-settings/mail test"],
    ["/admin/mail?{failedMail}", "admin/mail-and-settings/mail again"],
    ["/admin/mail?{failedMail}", "admin/mail-and-settings/mail discard"],
    ["/admin/settings", "admin/mail-and-settings/settings check"],
    ["/admin/settings", "admin/mail-and-settings/settings areas"],
    ["/admin/settings", "admin/mail-and-settings/settings names"],
    ["/admin/settings", "admin/mail-and-settings/settings texts"],
    ["/admin/settings", "admin/mail-and-settings/settings registration"],
    [
      "/admin/settings/branches",
      ...["admin/lists/list add", "admin/lists/list save", "admin/lists/list hide", "admin/lists/list show"],
    ],
    ["/admin/settings/categories", "admin/lists/list down", "admin/lists/list up"],
    ["/admin/settings/categories?{firstCategory}", "admin/lists/list delete"],
    ["/admin/handover", "admin/handover/handover", "admin/handover/handover drill"],
    ["/admin/landing", "admin/landing/landing hide", "admin/landing/landing show"],
    ["/admin/landing/placed", "admin/landing/landing-section"],
    ["/about/edit", "home/about/edit"],
    ["/boards/new", "boards/new"],
    ["/account/second-factor", "account/second-factor start", "account/second-factor confirm"],
  ],
};

/** Forms that these journeys cannot reach, by reason: a mailed link, an unfinished log-in, or no page with the form. */
const elsewhere = {
  "by a link in a mail": [
    ...["account/auth/confirm-email", "account/auth/first-administrator", "account/confirm-email-change"],
    ...["notices/stop", "notices/stop-reminders", "notices/stop-unread"],
  ],
  "in the midst of a log-in, and with a code of this minute": [
    ...["account/auth/login-code", "account/auth/provider-complete", "account/second-factor off"],
  ],
  "in tests of their own": [
    ...[
      "admin/reports/report lift",
      "moderation/muted",
      "moderation/bin delete",
      "moderation/bin restore",
      "events/event take-thanks-back",
      "events/event thank",
    ],
    ...["home/home act", "home/home bring-back", "home/home decline", "home/home download"],
    ...["home/home hide", "home/home open", "home/home undo"],
    ...["people/directory/member undo", "people/directory/member withdraw"],
    ...[
      "mentoring/mentoring accept",
      "mentoring/mentoring decline",
      "mentoring/mentoring end",
      "mentoring/mentoring undo",
    ],
    ...[
      "events/organizers accept",
      "events/organizers leave",
      "events/organizers remove",
      "jobs/post cancel",
    ],
    ...["jobs/job applied", "jobs/job not-applied", "jobs/job refer", "jobs/job unrefer"],
    ...["mentoring/new", "questions/question take-thanks-back", "questions/question thank"],
    ...["resources/resource take-thanks-back", "resources/resource thank"],
    ...["thanks/thanks block", "thanks/thanks hide", "thanks/thanks show", "thanks/thanks unblock"],
    ...["messages/blocks/blocks unblock-line", "jobs/job say-how", "jobs/job not-say-how"],
    ...["companies/experience take-thanks-back", "companies/experience thank", "boards/board done"],
  ],
  "by deleting a member that other journeys need": ["admin/members/member-delete"],
  "by scripts alone": [
    ...["account/auth/password-hint", "account/push", "jobs/post save", "resources/parts", "messages/inbox"],
  ],
  "on no page, or where the categories are missing": [
    ...[
      "admin/members/members decline",
      "admin/reports/report mute",
      "admin/reports/report remove",
      "messages/blocks/blocks block",
    ],
    ...[
      "people/connections/connections ask",
      "events/mine wait",
      "events/past register",
      "events/past unregister",
    ],
    ...["resources/hub seed", "shell/not-found"],
    ...["admin/mail-and-settings/settings logo", "admin/mail-and-settings/settings remove-logo"],
  ],
};

/** Waits until a page has sent no request for 150 ms. */
async function settle(pending: Set<unknown>): Promise<void> {
  let quietSince = Date.now();
  const measureQuiet = () => {
    if (pending.size > 0) quietSince = Date.now();
    return Date.now() - quietSince;
  };
  await expect.poll(measureQuiet, { intervals: [50] }).toBeGreaterThan(150);
}

for (const [role, lines] of Object.entries(journeys) as [Role, string[][]][])
  test(`The keyboard focus is not lost after any action: ${role}`, { tag: "@scripts" }, async ({
    page,
    context,
    server,
    cast,
  }) => {
    const actor = cast.actors[role];
    const pending = new Set<unknown>();
    page.on("request", (request) => pending.add(request));
    page.on("requestfinished", (request) => pending.delete(request));
    page.on("requestfailed", (request) => pending.delete(request));
    for (const line of sample(lines, 9)) {
      // The previous line may have ended the sessions.
      renewSessions(cast);
      if (role === "guest") await context.clearCookies();
      else {
        const value = openSession(server, actor.id, "browser");
        await context.addCookies([{ name: "session", value, url: server.url }]);
      }
      const things = new Map<string, string>();
      const press = async () => {
        for (const step of line) {
          if (/^[/{]/.test(step)) {
            pending.clear();
            await page.goto(await fill(step, cast, actor, things));
            continue;
          }
          await pressForm(page, step);
          await settle(pending);
          await softly.poll(() => findLostFocus(page), { message: step }).toBeNull();
        }
      };
      // One run reports every line that fails.
      softly(await press().catch(String), line.join(", ")).toBeUndefined();
    }
  });

const rows = Object.values(subjects).flat();
test("Every form is tested", { tag: ["@scripts", "@once"] }, () => {
  const pressed = new Set(Object.values(journeys).flat(2));
  const missing = rows.flatMap(([, send, , body]) => {
    const [method, address = ""] = send.split(" ");
    if (method !== "POST" || address.startsWith("/api/")) return [];
    const keys = [formKey(address, String(body?.intent ?? "")), formKey(address, "")];
    return keys.some((key) => pressed.has(key)) ? [] : [keys[0] ?? ""];
  });
  expect([...new Set(missing)].sort()).toEqual(Object.values(elsewhere).flat().sort());
});
