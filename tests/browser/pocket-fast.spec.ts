import type { Page } from "@playwright/test";
import { enter, expect, hydrated, newMember, test } from "../support/browser.ts";
import { job } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";

test.setTimeout(60_000);

async function prepare(server: TestServer) {
  const rohan = await newMember(server, "rohan");
  const { body } = await rohan.call("POST", "/api/jobs", { ...job, title: "Lamp keeper" });
  return { rohan, path: `/jobs/${(body as { id: string }).id}` };
}

/** Holds back a page's data until the returned function is called, and notes each request for it. */
async function hold(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route(new RegExp(`${path}\\.data`), async (route) => {
    asked.push(route.request().url());
    await promise;
    await route.continue();
  });
  return { asked, release: resolve };
}

const title = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

test("A member's list and article are back at once and renewed in place", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  const { rohan, path } = await prepare(server);
  await enter(page, server, await newMember(server, "asha"));
  await page.clock.install();
  await page.goto("/jobs");
  await hydrated(page);
  await page.getByRole("link", { name: "Lamp keeper" }).first().click();
  await expect(title(page, "Lamp keeper")).toBeVisible();
  await rohan.call("PUT", `/api${path}`, { ...job, title: "Lamp lighter" });

  const list = await hold(page, "/jobs");
  await page.clock.fastForward(5_100);
  await page.goBack();
  await expect(title(page, "Job Opportunities")).toBeVisible();
  await expect(page.getByRole("link", { name: "Lamp keeper" }).first()).toBeVisible();
  await expect.poll(() => list.asked.length).toBe(1);
  list.release();
  await expect(page.getByRole("link", { name: "Lamp lighter" }).first()).toBeVisible();

  const article = await hold(page, path);
  await page.goForward();
  await expect(title(page, "Lamp keeper")).toBeVisible();
  article.release();
  await expect(title(page, "Lamp lighter")).toBeVisible();
});

test("After a form nothing is shown as it was, and with Save-Data never", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  const { path } = await prepare(server);
  await enter(page, server, await newMember(server, "asha"));
  const visitBoth = async () => {
    await page.goto("/jobs");
    await hydrated(page);
    await page.getByRole("link", { name: "Lamp keeper" }).first().click();
    await expect(title(page, "Lamp keeper")).toBeVisible();
  };
  await visitBoth();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: /Saved|Remove/ }).first()).toBeVisible();
  const list = await hold(page, "/jobs");
  await page.goBack();
  await expect.poll(() => list.asked.length).toBe(1);
  await expect(title(page, "Lamp keeper")).toBeVisible();
  list.release();
  await expect(title(page, "Job Opportunities")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });

  await page.context().setExtraHTTPHeaders({ "Save-Data": "on" });
  await visitBoth();
  const again = await hold(page, "/jobs");
  await page.goBack();
  await expect.poll(() => again.asked.length).toBe(1);
  await expect(page).not.toHaveURL(path);
  await expect(title(page, "Lamp keeper")).toBeVisible();
  again.release();
  await expect(title(page, "Job Opportunities")).toBeVisible();
});

test("A member's next page is loaded when a finger touches its link, and an error is only told when it opens", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const { rohan, path } = await prepare(server);
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/jobs");
  await hydrated(page);
  const link = page.getByRole("link", { name: "Lamp keeper" }).first();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const early = page.waitForResponse((response) => response.url().includes(`${path}.data`));
  await link.dispatchEvent("pointerdown", { button: 0 });
  await early;
  await expect(page).toHaveURL("/jobs");
  await link.click();
  await expect(title(page, "Lamp keeper")).toBeVisible();
  expect(asked.filter((each) => each === `${path}.data`)).toHaveLength(1);
  const list = page.waitForResponse((response) => response.url().includes("/resources.data"));
  for (const name of ["Home", "Messages", "Resources"])
    await page.getByRole("link", { name, exact: true }).first().dispatchEvent("pointerdown", { button: 0 });
  await list;
  expect(asked.filter((each) => /messages.*\.data|_root\.data/.test(each))).toEqual([]);

  await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
  await expect(title(page, "Job Opportunities")).toBeVisible();
  const { body } = await rohan.call("POST", "/api/jobs", { ...job, title: "Wick cutter" });
  const { id } = body as { id: string };
  await page.reload();
  await hydrated(page);
  await rohan.call("DELETE", `/api/jobs/${id}`);
  const gone = page.waitForResponse((response) => response.url().includes(`/jobs/${id}.data`));
  await page.getByRole("link", { name: "Wick cutter" }).first().dispatchEvent("pointerdown", { button: 0 });
  await (await gone).finished();
  await expect(title(page, "Job Opportunities")).toBeVisible();
  await page.getByRole("link", { name: "Wick cutter" }).first().click();
  await expect(page.getByRole("link", { name: "Wick cutter" })).toHaveCount(0);
});
