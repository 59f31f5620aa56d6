import { test as base, expect, expectAccessible, expectNoSidewaysScroll } from "../support/browser.ts";
import { pressEverything } from "../support/offline-forms.ts";
import { type OpenIdProvider, startOpenId } from "../support/openid.ts";
import { startServer } from "../support/server.ts";

async function start() {
  const provider = await startOpenId();
  return { provider, server: await startServer({ RATE_LIMITS: "off", ...provider.settings }) };
}
let started: ReturnType<typeof start> | undefined;
const findStarted = () => (started ??= start());

const test = base.extend<{ provider: OpenIdProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  provider: async ({}, use) => use((await findStarted()).provider),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  baseURL: async ({}, use) => use((await findStarted()).server.url),
});

// One server for all tests.
test.describe.configure({ mode: "default" });
test.afterAll(async () => {
  const { provider, server } = await findStarted();
  await server.stop();
  await provider.stop();
});

let count = 0;

test("Users can log in with Google for the first time and again", async ({ page, provider }) => {
  const email = `ila-${process.pid}-${++count}@college.example`;
  provider.person = { sub: email, email, email_verified: true, given_name: "Ila", family_name: "Rao" };
  await page.goto("/login?redirectTo=/post-job");
  await page.getByRole("link", { name: "Continue with Google" }).click();

  await expect(page.getByRole("heading", { name: "Two more things, Ila" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel("Phone").fill("98765 43210");
  await page.getByLabel("Batch year").fill("2027");
  await page.getByRole("button", { name: "Join the community" }).click();
  await expect(page).toHaveURL("/post-job");

  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Get Started" })).toHaveCount(0);
});

test("Users who cancel at Google read that nothing was changed", { tag: "@nightly" }, async ({
  page,
  provider,
}) => {
  provider.person = null;
  await page.goto("/login");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await expect(page.getByText("You did not finish logging in with Google")).toBeVisible();
  await expectAccessible(page);
});

base(
  "Where Google is not set up, the log-in page does not offer it",
  { tag: ["@once", "@nightly"] },
  async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Login", exact: true })).toBeVisible();
    await expect(page.getByText("Google")).toHaveCount(0);
    await expect(page.getByText("or login with email")).toHaveCount(0);
    await page.goto("/auth/google");
    await expect(page.getByText("Logging in with Google is not set up here.")).toBeVisible();
  },
);

test.describe("away from the network", () => {
  test.use({ expectedErrors: /Failed to load resource/ });
  test("Offline, the last step of joining with Google stays open and says so", {
    tag: ["@scripts", "@nightly"],
  }, async ({ page, context, provider }) => {
    const email = `ila-${process.pid}-${++count}@college.example`;
    provider.person = { sub: email, email, email_verified: true, given_name: "Ila", family_name: "Rao" };
    await page.clock.install();
    await page.goto("/login");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await expect(page.getByRole("heading", { name: "Two more things, Ila" })).toBeVisible();
    await context.setOffline(true);
    expect(await pressEverything(page, "/auth/google/complete")).toBeGreaterThan(0);
  });
});
