import { findLostFocus, pressForm } from "../support/acts.ts";
import { expect } from "../support/browser.ts";
import { sample } from "../support/nightly.ts";
import { openSession } from "../support/people.ts";
import { fill } from "../support/permissions/ask.ts";
import { test } from "../support/permissions/browser.ts";
import { renewSessions } from "../support/permissions/cast.ts";
import { formKey } from "../support/permissions/forms.ts";
import { subjects } from "../support/permissions/index.ts";
import type { Role } from "../support/permissions/row.ts";

/** One run tells of every act that fails. */
const softly = expect.configure({ soft: true });

/**
 * Each line begins at an address and presses one form after the other on the pages where they lead, by their routes and
 * intents. `{job}` stands for a new one of the owner's. An address between two forms is opened.
 */
const journeys: Partial<Record<Role, string[][]>> = {
  guest: [
    ["/login", "auth/login"],
    ["/register", "auth/register"],
    ["/forgot-password", "auth/forgot-password"],
    ["{resetLink}", "auth/reset-password"],
    ["{invitationLink}", "auth/invitation"],
  ],
  member: [
    ["/jobs/{job}", "jobs/job save", "jobs/job forget"],
    ["/jobs/{job}", "jobs/job track"],
    ["/jobs/{jobHere}/apply", "jobs/apply"],
    ["/qa-threads/{stranger}", "directory/member ask", "/connections", "connections/connections withdraw"],
    ["/qa-threads/{stranger}", "directory/member block", "directory/member unblock"],
    ["/qa-threads/{stranger}", "directory/member block", "/blocks", "blocks/blocks unblock"],
    ["/qa-threads?{asker}", "directory/list accept"],
    ["/qa-threads?{asker}", "directory/list decline"],
    ["/connections?{asker}", "connections/connections accept", "connections/connections remove"],
    ["/connections?{asker}", "connections/connections decline"],
    ["/people/{stranger}", "people/person ask", "people/person withdraw"],
    ["/people/{asker}", "people/person accept"],
    ["/people/{asker}", "people/person decline"],
    ["/messages/{stranger}", "messages/messages", "messages/messages block", "messages/messages unblock"],
    ["/messages/{stranger}", "messages/messages ask", "/connections", "connections/connections withdraw"],
    ["/anonymous-post", "anonymous/room"],
    ["/blocks", "blocks/blocks refuse-anonymous", "blocks/blocks allow-anonymous"],
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
    ["/questions/{idAndSlug}", "questions/question vote", "questions/question take-back"],
    ["/questions/{idAndSlug}", "questions/question follow", "questions/question unfollow"],
    ["/questions/{idAndSlug}", "questions/question comment", "questions/question preview"],
    ["/questions/{idAndSlug}", "questions/question answer"],
    ["/reports/new?subject=job&id={job}", "reports/new"],
    ["/feedback", "feedback/feedback"],
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
    ["/events/new", "events/new"],
    ["/events/{event}/edit", "events/edit"],
    ["/events/{event}/delete", "events/delete"],
    ["/events/{event}/organizers", "events/organizers ask"],
    ["/events/{event}/repeat", "events/repeat"],
    ["/events/{fullEvent}/message", "events/message"],
    ["/events/{fullEvent}/check-in", "events/check-in arrive", "events/check-in leave"],
    ["/questions/{answered}", "questions/question accept", "questions/question unaccept"],
    ["/questions/{question}/edit", "questions/edit", "questions/question delete"],
    ["/questions/new", "questions/new preview"],
    ["/questions/new", "questions/new save"],
    [
      ...["/questions/new", "questions/new next", "questions/new ask"],
      ...["/questions/new", "questions/new next", "questions/new discard"],
    ],
    ["/notices?{answered}", "notices/list read-all"],
    ["/notices?{asker}", "notices/list accept"],
    ["/notices?{asker}", "notices/list decline"],
    ["/profile", "profile/profile", "profile/profile remove-avatar"],
    ["/profile?edit", "profile/profile"],
    ["/account", "account/device clear", "account/device keep", "account/data"],
    ["/account/password", "account/password"],
    ["/account/email", "account/email"],
    ["/account/sessions", "account/sessions end", "account/sessions end-others"],
    ["/account/tokens", "account/tokens", "account/tokens end"],
    ["/account/delete", "account/delete"],
    ["/account/notices", "account/notices"],
    [
      "/account/searches?kind=jobs&query=search%3Dfirmware",
      "account/searches save",
      "/account/searches",
      "account/searches delete",
    ],
    ["/jobs", "shell/theme", "auth/logout"],
    ["/jobs/{job}/logo", "jobs/logo", "/jobs/{job}/logo", "jobs/logo remove"],
    ["/post-job?step=3", "jobs/post logo", "jobs/draft-logo", "/post-job/logo", "jobs/draft-logo remove"],
  ],
  admin: [
    ["/questions/{question}/moderate", "questions/moderate hide", "questions/moderate show"],
    ["/questions/{question}/moderate", "questions/moderate lock", "questions/moderate unlock"],
    ["/questions/{question}/moderate", "questions/moderate merge"],
    ["/announcements", "announcements/announcements announce", "announcements/announcements delete"],
    ["/admin/members/{newcomer}", "admin/member announcer"],
    ["/admin/tags", "admin/tags"],
    ["/admin/reports/{report}", "admin/report dismiss"],
    ["/admin/reports/{report}/remove", "admin/report-confirm remove"],
    ["/admin/reports/{report}/mute", "admin/report-confirm mute", "admin/mutes"],
    ["/admin/members?list=pending&{pending}", "admin/members approve"],
    ["/admin/members/{pending}/decline", "admin/member-confirm decline"],
    ["/admin/members/{administrator}/demote", "admin/member-confirm demote"],
    ["/admin/members", "admin/members promote", "admin/members demote"],
    [
      "/admin/members/{newcomer}/suspend",
      "admin/member-confirm suspend",
      "admin/members unsuspend",
      "admin/members suspend",
    ],
    ["/admin/members/import", "admin/members-import", "admin/members-import-check run"],
    ["/admin/members/import", "admin/members-import", "admin/members-import-check discard"],
    ["/admin/members/{newcomer}", "admin/member invite"],
    ["/admin/members/{kabir}", "admin/member send-reset", "admin/member end-sessions"],
    ["/admin/mail", "admin/mail test"],
    ["/admin/mail?{failedMail}", "admin/mail again"],
    ["/admin/mail?{failedMail}", "admin/mail discard"],
    ["/admin/settings", "admin/settings check"],
    ["/admin/landing", "admin/landing hide", "admin/landing show"],
    ["/admin/landing/placed", "admin/landing-section"],
    ["/about/edit", "about/edit"],
    ["/account/second-factor", "account/second-factor start", "account/second-factor confirm"],
  ],
};

/** What no page of these has: a log-in that is half done or a link in a mail opens it, or no page has the form at all. */
const elsewhere = {
  "by a link in a mail": [
    ...["auth/confirm-email", "auth/first-administrator", "account/confirm-email-change"],
    ...["notices/stop", "notices/stop-reminders", "notices/stop-unread"],
  ],
  "in the midst of a log-in, and with a code of this minute": [
    ...["auth/login-code", "auth/google-complete", "account/second-factor off"],
  ],
  "in tests of their own": [
    ...[
      "admin/report lift",
      "reports/muted",
      "bin/bin delete",
      "bin/bin restore",
      "events/event take-thanks-back",
      "events/event thank",
    ],
    ...["home/home act", "home/home bring-back", "home/home download", "home/home hide", "home/home open"],
    ...["mentoring/mentoring accept", "mentoring/mentoring decline", "mentoring/mentoring end"],
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
    ...["blocks/blocks unblock-line"],
  ],
  "by deleting a member that other journeys need": ["admin/member-delete"],
  "by scripts alone": [
    ...["auth/password-hint", "account/push", "jobs/post save", "resources/parts", "messages/inbox"],
  ],
  "on no page, or where the categories are missing": [
    ...["admin/members decline", "admin/report mute", "admin/report remove", "blocks/blocks block"],
    ...["connections/connections ask", "events/mine wait", "events/past register", "events/past unregister"],
    ...["resources/hub seed", "shell/not-found"],
  ],
};

/** Waits until a page has asked for nothing for a moment. */
async function settle(pending: Set<unknown>): Promise<void> {
  let quietSince = Date.now();
  const measureQuiet = () => {
    if (pending.size > 0) quietSince = Date.now();
    return Date.now() - quietSince;
  };
  await expect.poll(measureQuiet, { intervals: [50] }).toBeGreaterThan(150);
}

for (const [role, lines] of Object.entries(journeys) as [Role, string[][]][])
  test(`The keyboard has a place after every act: ${role}`, { tag: "@scripts" }, async ({
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
      // An act of the line before may have ended them.
      renewSessions(cast);
      if (role !== "guest") {
        const value = openSession(server, actor.id, "browser");
        await context.addCookies([{ name: "session", value, url: server.url }]);
      }
      for (const step of line) {
        if (/^[/{]/.test(step)) {
          pending.clear();
          await page.goto(await fill(step, cast, actor));
          continue;
        }
        await pressForm(page, step);
        await settle(pending);
        await softly.poll(() => findLostFocus(page), { message: step }).toBeNull();
      }
    }
  });

const rows = Object.values(subjects).flat();
test("Every act is pressed", { tag: ["@scripts", "@once"] }, () => {
  const toKey = (step: string) => (step.startsWith("notices/stop") ? step : `routes/${step}`);
  const pressed = new Set(Object.values(journeys).flat(2).map(toKey));
  const missing = rows.flatMap(([, send, , body]) => {
    const [method, address = ""] = send.split(" ");
    if (method !== "POST" || address.startsWith("/api/")) return [];
    const keys = [formKey(address, String(body?.intent ?? "")), formKey(address, "")];
    return keys.some((key) => pressed.has(key)) ? [] : [keys[0] ?? ""];
  });
  expect([...new Set(missing)].sort()).toEqual(Object.values(elsewhere).flat().map(toKey).sort());
});
