import type { Page } from "@playwright/test";
import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  newMember,
  openBeforeScripts,
  test,
} from "../support/browser.ts";
import { desktop } from "../support/devices.ts";
import { people } from "../support/people.ts";

test("Users without scripts get a summary of a form's errors, with the focus on it", {
  tag: "@no-scripts",
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/post-job?step=2");
  await page.getByLabel("Application method").selectOption("On a website");
  await page.getByLabel("Minimum experience").fill("3");
  await page.getByLabel("Maximum experience").fill("1");
  await page.getByRole("button", { name: "Next" }).click();
  const summary = page.getByRole("alert");
  await expect(summary.getByRole("heading", { name: "There is a problem" })).toBeInViewport();
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText([
    "Maximum experience must not be below the minimum",
    "Application link is required",
  ]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await summary.getByRole("link", { name: "Application link is required" }).click();
  await expect(page.getByLabel("Application link")).toBeFocused();
});

test("For users with scripts the first field with an error gets the focus", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/post-job");
  await expect(page.getByText("What you type is saved")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByLabel("Opportunity type")).toBeFocused();
  await expect(page.getByText("There is a problem")).toHaveCount(0);
});

test("An error of a whole form gets the focus", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("nobody@college.example");
  await page.getByLabel("Password").fill("wrong password");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toHaveText("Invalid email or password. Please try again.");
  await expect(alert).toBeFocused();
  await expectAccessible(page);
});

test("Users can sign up after a refusal", async ({ page, server, scripts }) => {
  await newMember(server, "rohan");
  await page.goto("/register");
  const email = `signs.up.${Date.now()}@college.example`;
  await page.getByLabel("First name").fill("Ila");
  await page.getByLabel("Last name").fill("Rao");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill("98765 43210");
  await page.getByLabel("Password", { exact: true }).fill("a good long secret");
  await page.getByLabel("Confirm password").fill("another secret");
  await page.getByLabel("Batch year").fill(String(people.rohan.batchYear));
  const signUp = page.getByRole("button", { name: "Sign up" });
  if (scripts) await expect(signUp).toBeDisabled();
  else await signUp.click();
  await expect(page.getByText("Passwords do not match").first()).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("a good long secret");
  await page.getByLabel("Confirm password").fill("a good long secret");
  await expect(signUp).toBeEnabled();
  await signUp.click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("The wizard shows only the field that the chosen application method needs", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/post-job?step=2");
  const [method, link, email] = ["Application method", "Application link", "Application email"].map((label) =>
    page.getByLabel(label),
  );
  if (!method || !link || !email) throw new Error("a field is missing");
  await expect(link).toBeHidden();
  await expect(email).toBeHidden();
  await method.selectOption("On a website");
  await expect(link).toHaveAttribute("required");
  await expect(email).toBeHidden();
  await link.fill("not an address");
  await method.selectOption("By email");
  await expect(link).toBeHidden();
  await expect(email).toHaveAttribute("required");
  await method.selectOption("In person");
  await expect(page.getByText("People will see the contact person")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: "Company details" })).toBeVisible();
});

test("Users can type an address without https://", async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/post-job?step=2");
  await page.getByLabel("Application method").selectOption("On a website");
  await page.getByLabel("Application link").fill("northlight.example/jobs");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: "Company details" })).toBeVisible();
});

test("What people type or choose before scripts run is not lost", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  /** Opens a page, and acts before its scripts run. */
  async function openEarly(path: string, act: () => Promise<unknown>) {
    const release = await openBeforeScripts(page, path);
    await act();
    release();
    await page.unrouteAll({ behavior: "wait" });
  }
  const chooseInternship = () =>
    openEarly("/jobs", () => page.getByLabel("Internship", { exact: true }).check());
  // With suggestions the field is a combobox.
  const everything = page.getByRole("main").getByLabel("Search everything");

  await page.setViewportSize(desktop.viewport);
  await chooseInternship();
  await expect(page).toHaveURL("/jobs?opportunityType=internship");
  await enter(page, server, asha);
  await chooseInternship();
  await expect(page).toHaveURL("/jobs?opportunityType=internship");
  await expect(page.getByLabel("Internship", { exact: true })).toBeChecked();
  await openEarly("/search?q=lamp", () => everything.fill("lighthouse"));
  await hydrated(page);
  await expect(everything).toHaveValue("lighthouse");
  await openEarly("/messages", () =>
    page.getByPlaceholder("Search users by name or email...").fill(rohan.email),
  );
  await expect(page.getByRole("list", { name: "Users found" }).getByRole("link")).toHaveCount(1);
});

test.describe("The filters of a list", () => {
  test.use(desktop);
  const lists: { path: string; label: string; change(page: Page): Promise<unknown>; changed: RegExp }[] = [
    {
      path: "/jobs",
      label: "Search jobs",
      change: (page) => page.getByLabel("Hybrid").check(),
      changed: /search=Sextant&workplaceType=hybrid$/,
    },
    {
      path: "/qa-threads",
      label: "Search people",
      change: (page) => page.getByLabel("Open to mentoring").check(),
      changed: /search=Sextant&mentoring=1$/,
    },
    {
      path: "/resources/browse",
      label: "Search notes",
      change: (page) => page.getByLabel("Year").selectOption("Year 2"),
      changed: /search=Sextant&year=2$/,
    },
    {
      path: "/questions",
      label: "Search questions",
      async change(page) {
        await page.getByLabel("Search questions").fill("Sextant and octant");
        await page.getByLabel("Search questions").blur();
      },
      changed: /search=Sextant\+and\+octant$/,
    },
  ];
  for (const reader of ["member", "guest"])
    test(`A filter that a ${reader} changes while an earlier response is arriving is not lost`, {
      tag: "@scripts",
    }, async ({ page, server }) => {
      if (reader === "member") await enter(page, server, await newMember(server, "asha"));
      await page.clock.install();
      for (const { path, label, change, changed } of lists) {
        if (reader === "guest" && (path === "/qa-threads" || path === "/questions")) continue;
        const answer = Promise.withResolvers<void>();
        const isAnswer = (url: URL) => url.pathname.startsWith(path) && url.searchParams.has("search");
        await page.route(isAnswer, (route) => answer.promise.then(() => route.continue()));
        await page.goto(path);
        if (reader === "member") await hydrated(page);
        else await page.waitForLoadState("networkidle");
        const asked = page.waitForRequest((request) => isAnswer(new URL(request.url())));
        await page.getByLabel(label, { exact: true }).fill("Sextant");
        await asked;
        // The clock stops so that nothing is sent until the answer is shown.
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
        await change(page);
        const arrived = page.waitForResponse((response) => isAnswer(new URL(response.url())));
        answer.resolve();
        await arrived;
        if (reader === "member") await expect(page).toHaveURL(/search=Sextant$/);
        await page.clock.resume();
        await expect(page).toHaveURL(changed);
        await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
        await page.unroute(isAnswer);
      }
    });
});
