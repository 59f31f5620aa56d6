import type { Page } from "@playwright/test";

/** The demo's student is the member. */
export type Who = "guest" | "member" | "alumna" | "admin" | "newcomer";

/** A page in one of its states. */
export interface Shot {
  name: string;
  path: string;
  who: Who[];
  /** Steps before the picture. Returns false if this size has no such state. */
  prepare?: (page: Page) => Promise<unknown>;
  needsScripts?: boolean;
  /** Only the visible part of the page. */
  isWindow?: boolean;
}

const everyone: Who[] = ["guest", "member"];
const members: Who[] = ["member"];
const guests: Who[] = ["guest"];
const alumnae: Who[] = ["alumna"];
const admins: Who[] = ["admin"];

/** Submits a form without the browser's own validation. */
const submit = (name: string) => async (page: Page) => {
  await page.locator("main form, dialog form").evaluateAll((forms) => {
    for (const form of forms) form.setAttribute("novalidate", "");
  });
  await page.getByRole("button", { name, exact: true }).last().click();
  await page.waitForLoadState("networkidle");
};
const openMenu = async (page: Page) => {
  const menu = page.locator("header summary").locator("visible=true").last();
  if ((await menu.count()) === 0) return false;
  return menu.click();
};
const openFirst = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click();
  await page.waitForLoadState("networkidle");
};
/** Opens the first conversation in the list whose address contains a text. */
const openConversation = (part: string) => async (page: Page) => {
  const link = page
    .locator(`section[aria-label=Conversations] a[href^="/messages/"][href*="${part}"]`)
    .first();
  await page.goto((await link.getAttribute("href")) ?? "/messages");
  await page.waitForLoadState("networkidle");
};
const longWord = "https://docs.example/document/".padEnd(300, "abcdefghij");

/** Every page and state. */
export const pages: Shot[] = [
  { name: "home", path: "/", who: ["guest", "member", "alumna", "newcomer"] },
  { name: "home-menu", path: "/", who: everyone, prepare: openMenu, isWindow: true },
  { name: "feedback", path: "/feedback", who: everyone, isWindow: true },
  { name: "feedback-blank", path: "/feedback", who: everyone, prepare: submit("Submit"), isWindow: true },
  { name: "login", path: "/login", who: guests },
  { name: "login-refused", path: "/login", who: guests, prepare: submit("Login") },
  { name: "register", path: "/register", who: guests },
  { name: "forgot-password", path: "/forgot-password", who: guests },
  { name: "jobs", path: "/jobs", who: everyone },
  { name: "jobs-filtered", path: "/jobs?opportunityType=internship&workplaceType=remote", who: everyone },
  { name: "jobs-none", path: "/jobs?search=zzzz", who: everyone },
  { name: "job", path: "/jobs", who: everyone, prepare: openFirst("main h2 a[href^='/jobs/']") },
  { name: "companies", path: "/companies", who: everyone },
  { name: "company", path: "/companies/Northlight%20Robotics", who: everyone },
  { name: "experience-new", path: "/experiences/new?company=Northlight%20Robotics", who: members },
  { name: "boards", path: "/boards", who: everyone },
  { name: "board", path: "/boards/mess-menu-hostel-block-c", who: everyone },
  { name: "post-job", path: "/post-job", who: members },
  { name: "post-job-refused", path: "/post-job", who: members, prepare: submit("Next") },
  { name: "resources", path: "/resources", who: everyone },
  { name: "browse", path: "/resources/browse", who: everyone },
  { name: "browse-filtered", path: "/resources/browse?search=notes&year=2", who: everyone },
  { name: "browse-none", path: "/resources/browse?search=zzzz", who: everyone },
  { name: "category", path: "/resources/category/quantum", who: everyone },
  { name: "category-unknown", path: "/resources/category/nothing", who: everyone },
  { name: "year", path: "/resources/category/academics-notes/year/2", who: everyone },
  {
    name: "resource",
    path: "/resources",
    who: everyone,
    prepare: openFirst("main h3 a[href^='/resources/']"),
  },
  { name: "upload", path: "/resources/upload", who: everyone },
  { name: "upload-refused", path: "/resources/upload", who: members, prepare: submit("Upload Resource") },
  {
    name: "upload-chosen",
    path: "/resources/upload",
    who: members,
    needsScripts: true,
    async prepare(page) {
      await submit("Upload Resource")(page);
      const file = { name: "notes.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") };
      await page.getByLabel("File", { exact: true }).setInputFiles(file);
    },
  },
  { name: "events", path: "/events", who: ["guest", "member", "admin"] },
  { name: "this-week", path: "/this-week", who: ["guest", "member"] },
  { name: "event", path: "/events", who: everyone, prepare: openFirst("main h3 a"), isWindow: true },
  { name: "event-new", path: "/events/new", who: members, isWindow: true },
  {
    name: "event-new-refused",
    path: "/events/new",
    who: members,
    isWindow: true,
    prepare: submit("Save Event"),
  },
  { name: "event-edit", path: "/events/1/edit", who: admins, isWindow: true },
  { name: "event-delete", path: "/events/1/delete", who: admins, isWindow: true },
  { name: "messages-first-run", path: "/messages", who: ["newcomer"], isWindow: true },
  { name: "messages", path: "/messages", who: members, isWindow: true },
  {
    name: "messages-long-word",
    path: "/messages",
    who: members,
    isWindow: true,
    prepare: (page) => page.getByLabel("Message", { exact: true }).fill(longWord),
  },
  {
    name: "messages-drawer",
    path: "/messages",
    who: members,
    isWindow: true,
    async prepare(page) {
      const opener = page.getByText("View Conversations");
      return (await opener.isVisible()) && opener.click();
    },
  },
  { name: "messages-menu", path: "/messages", who: members, prepare: openMenu, isWindow: true },
  {
    name: "messages-search",
    path: "/messages",
    who: members,
    isWindow: true,
    async prepare(page) {
      const opener = page.getByText("View Conversations");
      if (await opener.isVisible()) await opener.click();
      await page.getByPlaceholder("Search users by name or email...").fill("an");
      await page.getByPlaceholder("Search users by name or email...").press("End");
      await page.waitForTimeout(700);
    },
  },
  { name: "messages-list", path: "/messages?list", who: members, isWindow: true },
  { name: "messages-find", path: "/messages/search?q=thanks", who: members },
  { name: "search", path: "/search?q=exam", who: everyone },
  { name: "person", path: "/people/3", who: members },
  { name: "person-asking", path: "/people/5", who: members },
  { name: "mentoring", path: "/mentoring", who: ["member", "alumna"] },
  { name: "mentoring-new", path: "/mentoring/new?mentor=3", who: members },
  { name: "directory", path: "/qa-threads", who: ["member", "newcomer"] },
  { name: "directory-found", path: "/qa-threads?search=python", who: members },
  { name: "directory-none", path: "/qa-threads?search=zzzz", who: members },
  { name: "directory-details", path: "/qa-threads/3", who: members, isWindow: true },
  { name: "directory-asked", path: "/qa-threads/4", who: members, isWindow: true },
  { name: "questions", path: "/questions", who: ["member", "newcomer"] },
  { name: "questions-tag", path: "/questions?tag=exams&sort=active", who: members },
  { name: "questions-unanswered", path: "/questions?sort=unanswered", who: members },
  { name: "questions-none", path: "/questions?search=zzzz", who: members },
  { name: "question", path: "/questions", who: ["member", "admin"], prepare: openFirst("main h2 a") },
  { name: "question-accepted", path: "/questions/1", who: members },
  {
    name: "question-answer-refused",
    path: "/questions/1",
    who: members,
    async prepare(page) {
      await page.getByLabel("Answer", { exact: true }).fill("x");
      await submit("Answer")(page);
    },
  },
  {
    name: "question-answer-preview",
    path: "/questions/1",
    who: members,
    async prepare(page) {
      await page
        .getByLabel("Answer", { exact: true })
        .fill("Ask *early*:\n\n- the office\n- your guide\n\n> They answer within a day.");
      await submit("Preview")(page);
    },
  },
  { name: "question-new", path: "/questions/new", who: members },
  {
    name: "question-new-refused",
    path: "/questions/new",
    who: ["newcomer"],
    prepare: submit("Check and ask"),
  },
  {
    name: "question-check",
    path: "/questions/new",
    // No other picture shows their draft.
    who: admins,
    async prepare(page) {
      await page.getByLabel("Title").fill("Where do I find exam papers of last year?");
      await page.getByLabel("Your question").fill("For *signals* and networks. I have the ones of 2022.");
      await page.getByLabel("Tags").fill("exams, python");
      await submit("Check and ask")(page);
    },
  },
  { name: "question-edit", path: "/questions/1/edit", who: admins },
  { name: "question-history", path: "/questions/1/history", who: members },
  { name: "question-moderate", path: "/questions/1/moderate", who: admins },
  {
    name: "question-moderate-refused",
    path: "/questions/1/moderate",
    who: admins,
    prepare: submit("Merge"),
  },
  { name: "admin-tags", path: "/admin/tags", who: admins },
  { name: "connections", path: "/connections", who: ["member", "newcomer"] },
  { name: "profile", path: "/profile", who: ["member", "admin", "newcomer"] },
  { name: "profile-as-member", path: "/profile?as=member", who: members },
  { name: "profile-edit", path: "/profile?edit", who: ["member", "newcomer"] },
  {
    name: "profile-edit-refused",
    path: "/profile?edit",
    who: members,
    async prepare(page) {
      await page.locator("main form details").evaluateAll((groups) => {
        for (const group of groups) (group as HTMLDetailsElement).open = true;
      });
      await page.getByLabel("Name", { exact: true }).fill(longWord.slice(0, 120));
      await page.getByLabel("Phone", { exact: true }).fill("12");
      await page.getByLabel("CGPA", { exact: true }).fill("11");
      await submit("Save")(page);
    },
  },
  {
    name: "profile-picture-refused",
    path: "/profile",
    who: members,
    async prepare(page) {
      await page.locator("summary").filter({ hasText: "picture" }).click();
      const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Not a picture.") };
      await page.getByLabel("Picture", { exact: true }).setInputFiles(file);
      await submit("Upload picture")(page);
    },
  },
  // The demo's student has not written to member 60, is hidden from member 3, and blocks member 49.
  { name: "messages-first", path: "/messages/60", who: members, isWindow: true },
  { name: "messages-first-hidden", path: "/messages/60?anonymous=1", who: members, isWindow: true },
  { name: "messages-hidden", path: "/messages/3?anonymous=1", who: members, isWindow: true },
  {
    name: "messages-alias",
    path: "/messages",
    who: members,
    isWindow: true,
    prepare: openConversation("anon_"),
  },
  {
    name: "messages-hidden-options",
    path: "/messages/3?anonymous=1",
    who: members,
    isWindow: true,
    prepare: (page) => page.getByLabel("Options for Ira Banerjee").click(),
  },
  {
    name: "messages-named-options",
    path: "/messages/59",
    who: members,
    isWindow: true,
    prepare: (page) => page.getByLabel(/^Options for/).click(),
  },
  {
    name: "messages-options",
    path: "/messages",
    who: members,
    isWindow: true,
    async prepare(page) {
      await openConversation("anon_")(page);
      await page.getByLabel("Options for Anonymous").click();
      await page.getByText("Block…").click();
    },
  },
  { name: "messages-blocked", path: "/messages/49", who: members, isWindow: true },
  { name: "blocks", path: "/blocks", who: members },
  { name: "blocks-none", path: "/blocks", who: ["newcomer"] },
  { name: "room", path: "/anonymous-post", who: ["member", "newcomer"], isWindow: true },
  {
    name: "room-blank",
    path: "/anonymous-post",
    who: members,
    isWindow: true,
    async prepare(page) {
      // With scripts a blank message cannot be sent.
      return (await page.getByRole("button", { name: "Send" }).isEnabled()) && submit("Send")(page);
    },
  },
  {
    name: "room-long-word",
    path: "/anonymous-post",
    who: members,
    isWindow: true,
    prepare: (page) => page.getByLabel("Message", { exact: true }).fill(longWord),
  },
  { name: "admin", path: "/admin", who: admins },
  { name: "reports", path: "/reports", who: ["member", "newcomer"] },
  { name: "report-new", path: "/reports/new?subject=job&id=1&redirectTo=/jobs/1", who: members },
  {
    name: "report-new-blank",
    path: "/reports/new?subject=job&id=1&redirectTo=/jobs/1",
    who: members,
    prepare: submit("Send report"),
  },
  { name: "admin-join-links", path: "/join", who: admins },
  { name: "admin-texts", path: "/admin/texts", who: admins },
  { name: "admin-poster", path: "/admin/poster", who: admins },
  { name: "admin-handover", path: "/admin/handover", who: admins },
  { name: "admin-reports", path: "/admin/reports", who: admins },
  { name: "admin-report-line", path: "/admin/reports/4", who: admins },
  { name: "admin-report-job", path: "/admin/reports/3", who: admins },
  { name: "admin-report-message", path: "/admin/reports/2", who: admins },
  { name: "admin-mutes", path: "/admin/mutes", who: admins },
  { name: "admin-feedback", path: "/admin/feedback", who: admins },
  { name: "admin-audit", path: "/admin/audit", who: admins },
  { name: "admin-forbidden", path: "/admin", who: members },
  { name: "account", path: "/account", who: members },
  { name: "account-password", path: "/account/password", who: members },
  {
    name: "account-password-refused",
    path: "/account/password",
    who: members,
    prepare: submit("Change the password"),
  },
  { name: "account-email", path: "/account/email", who: members },
  { name: "account-sessions", path: "/account/sessions", who: members },
  { name: "account-tokens", path: "/account/tokens", who: members },
  {
    name: "account-second-factor",
    path: "/account/second-factor",
    who: admins,
    // The next pictures show the key that the first one asked for.
    async prepare(page) {
      const opener = page.getByRole("button", { name: "Set it up", exact: true });
      if (await opener.isVisible()) await submit("Set it up")(page);
    },
  },
  { name: "account-delete", path: "/account/delete", who: members },
  { name: "account-link-expired", path: "/account/email/confirm?token=x", who: everyone },
  { name: "invitation-expired", path: "/invitation?token=x", who: guests },
  { name: "admin-members", path: "/admin/members", who: ["admin"] },
  { name: "admin-members-none", path: "/admin/members?list=suspended&search=zzzz", who: ["admin"] },
  { name: "admin-members-import", path: "/admin/members/import", who: ["admin"] },
  // The demo's administrator asked question 11.
  { name: "question-own", path: "/questions/11", who: admins },
  { name: "question-anonymous", path: "/questions/8", who: members },
  { name: "notices", path: "/notices", who: ["member", "admin", "newcomer"] },
  { name: "notices-stop", path: "/notices/stop?token=x", who: guests },
  { name: "account-notices", path: "/account/notices", who: ["member", "admin"] },
  { name: "account-digest", path: "/account/notices/digest", who: ["member", "newcomer"] },
  { name: "account-searches", path: "/account/searches", who: members },
  { name: "account-searches-new", path: "/account/searches?kind=jobs&query=search%3Drust", who: members },
  { name: "jobs-mine", path: "/jobs/mine", who: ["member", "alumna"] },
  { name: "jobs-tracked", path: "/jobs/mine?show=tracked", who: members },
  { name: "applications", path: "/jobs/mine", who: alumnae, prepare: openFirst("a[href*='/applications']") },
  {
    name: "application",
    path: "/jobs/mine",
    who: alumnae,
    async prepare(page) {
      await openFirst("a[href*='/applications']")(page);
      await openFirst("main a[href*='/applications/']")(page);
    },
  },
  { name: "job-edit", path: "/jobs/1/edit", who: admins },
  { name: "events-mine", path: "/events/mine", who: ["member", "alumna", "admin"] },
  { name: "event-organizers", path: "/events/1/organizers", who: admins, isWindow: true },
  { name: "event-check-in", path: "/events/1/check-in", who: admins },
  { name: "resources-mine", path: "/resources/mine", who: members },
  { name: "resource-edit", path: "/resources/1/edit", who: admins },
  { name: "about", path: "/about", who: everyone },
  { name: "about-edit", path: "/about/edit", who: admins },
  { name: "admin-reports-decided", path: "/admin/reports/decided", who: admins },
  { name: "admin-member", path: "/admin/members/2", who: admins },
  { name: "admin-member-suspend", path: "/admin/members/5/suspend", who: admins, isWindow: true },
  { name: "admin-landing", path: "/admin/landing", who: admins },
  { name: "admin-landing-section", path: "/admin/landing/placed", who: admins },
  {
    name: "admin-landing-refused",
    path: "/admin/landing/placed",
    who: admins,
    async prepare(page) {
      await page.getByLabel("Name").first().fill("Ira Rao");
      await submit("Save")(page);
    },
  },
  { name: "admin-mail", path: "/admin/mail", who: admins },
  { name: "admin-mail-waiting", path: "/admin/mail?list=waiting", who: admins },
  { name: "admin-settings", path: "/admin/settings", who: admins },
  { name: "reset-expired", path: "/reset-password?token=x", who: guests },
  { name: "offline", path: "/offline", who: guests },
  { name: "developers", path: "/developers", who: guests },
  { name: "developers-errors", path: "/developers/errors", who: guests },
  { name: "developers-changelog", path: "/developers/changelog", who: guests },
  { name: "api", path: "/api", who: guests },
  { name: "api-noun", path: "/developers/jobs", who: guests },
  { name: "api-socket", path: "/developers/socket", who: guests },
  { name: "api-first-bot", path: "/developers/first-bot", who: guests },
  { name: "not-found", path: "/nothing-here", who: everyone },
];
