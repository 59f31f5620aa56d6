import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { enter, hydrated } from "../support/browser.ts";
import { sample } from "../support/nightly.ts";
import { type Member, password } from "../support/people.ts";
import {
  expect,
  keptPages,
  openAsMember,
  openControlled,
  prepare,
  readDevice,
  test,
} from "../support/worker.ts";

/** Stores everything on the device that may belong to a member, and shared files. */
async function fillDevice(page: Page, partner: Member) {
  await openControlled(page, "/account");
  await page.getByRole("button", { name: "Keep for offline on this device" }).click();
  await expect(page.getByRole("button", { name: "Stop keeping my pages" })).toBeVisible();
  await page.goto(`/messages/${partner.id}`);
  await page.getByLabel("Message", { exact: true }).fill("Half a thought");
  await expect.poll(() => readDevice(page)).toMatch(/Half a thought/);
  await expect.poll(() => readDevice(page)).toMatch(/own [\s\S]*Asha/);
}

test("Clearing the device and logging out empty it in every tab, and Lite version empties its caches", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { rohan, jobPath } = await openAsMember(page, server, context);
  const other = await context.newPage();
  await other.goto(jobPath);
  const isEmptyIn = async (tab: Page) =>
    expect
      .poll(() => readDevice(tab), { intervals: [100] })
      .not.toMatch(/pages |own |form |draft |Asha|Lamp/);
  for (const name of ["Clear this device", "Logout"]) {
    await fillDevice(page, rohan);
    await openControlled(other, jobPath);
    await expect.poll(() => readDevice(other)).toMatch(/Lamp keeper[\s\S]*Half a thought/);
    await page.goto("/account");
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    if (name === "Logout") await page.getByLabel("Profile menu of Asha Verma").click();
    await page.getByRole("button", { name }).locator("visible=true").first().click();
    await answer;
    for (const tab of [other, page]) await isEmptyIn(tab);
  }

  await page.goto("/jobs");
  await openControlled(page, jobPath);
  await page.reload();
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  await page.getByRole("button", { name: "Lite version" }).click();
  await expect(page.getByRole("button", { name: "Full version" })).toBeVisible();
  const state = () =>
    page.evaluate(async () => [
      await caches.keys(),
      (await navigator.serviceWorker.getRegistrations()).length,
    ]);
  await expect.poll(state).toEqual([[], 0]);
});

/** A proxy that holds back the requests that match `isHeld` until they are released. */
async function holdRequests(port: number, isHeld: (request: IncomingMessage) => boolean) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: noteHeld } = Promise.withResolvers<void>();
  async function pass(incoming: IncomingMessage, response: ServerResponse) {
    if (isHeld(incoming)) {
      noteHeld();
      await released;
    }
    const { url: path, method, headers } = incoming;
    const passed = request({ port, host: "127.0.0.1", path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    incoming.pipe(passed);
  }
  const proxy = createServer((incoming, response) => void pass(incoming, response));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url,
    held,
    release,
    stop() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

async function logOut(page: Page) {
  await hydrated(page);
  await page.getByLabel("Profile menu of Asha Verma").click();
  await page.getByRole("button", { name: "Logout" }).locator("visible=true").click();
  await expect(page.getByRole("link", { name: "Login" }).locator("visible=true").first()).toBeVisible();
}

test("Pages requested before a log-out are not cached after it, in any tab", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  const { asha, jobPath, eventPath } = await prepare(server);
  const isCopyOfJob = ({ url, headers }: IncomingMessage) => url === jobPath && !headers.cookie;
  const proxy = await holdRequests(server.port, isCopyOfJob);
  await enter(page, { ...server, url: proxy.url }, asha);
  const [early, late] = [await context.newPage(), await context.newPage()];
  // One tab loads without a worker, the others with one.
  await early.goto(`${proxy.url}/jobs`);
  await openControlled(page, `${proxy.url}/events`);
  await page.goto(proxy.url + eventPath);
  await late.goto(proxy.url + jobPath);
  await proxy.held;
  await page.goto(`${proxy.url}/account`);
  await logOut(page);

  await openControlled(page, `${proxy.url}/resources`);
  proxy.release();
  await page.goto(`${proxy.url}/about`);
  await expect.poll(() => keptPages(page)).toContain("/about");
  const visited = ["/resources", "/about", "/", "/login"];
  expect((await keptPages(page)).filter((path) => !visited.includes(path))).toEqual([]);
  expect(await readDevice(page)).not.toMatch(/Lamp keeper|Circuits night/);
  proxy.stop();
});

for (const end of sample(["session", "account"] as const, 2)) {
  test(`After the member's ${end} has ended elsewhere, the device contains nothing of theirs`, {
    tag: "@scripts",
  }, async ({ page, server, context }) => {
    const { rohan, asha } = await openAsMember(page, server, context);
    await fillDevice(page, rohan);
    const database = server.database();
    if (end === "session") database.prepare("delete from sessions where user_id = ?").run(asha.id);
    else database.prepare("update users set status = 'deleted' where id = ?").run(asha.id);
    await page.goto("/jobs");
    await expect.poll(() => readDevice(page)).not.toMatch(/Half a thought|Asha|Verma|Rohan/);
    await context.setOffline(true);
    await page.goto(`/messages/${rohan.id}`).catch(() => {});
    await expect(page.locator("body")).not.toContainText(/Half a thought|Asha|Verma|Rohan/);
  });
}

for (const end of sample(["ended", "expired"] as const, 2)) {
  test(`What was typed ${end === "ended" ? "is deleted at the log-in" : "waits for its member"} when the session has ${end}`, {
    tag: ["@scripts", "@nightly"],
  }, async ({ page, server, context }) => {
    const { asha } = await openAsMember(page, server, context);
    await page.goto("/questions/new");
    await page.getByLabel("Title").fill("My secret anonymous question");
    await expect.poll(() => readDevice(page)).toMatch(/My secret/);
    await page.goto("about:blank");
    const database = server.database();
    if (end === "ended") database.prepare("delete from sessions where user_id = ?").run(asha.id);
    else database.prepare("update sessions set last_used_at = 0 where user_id = ?").run(asha.id);
    await page.goto("/account");
    await expect(page).toHaveURL(/\/login\?/);
    if (end === "ended") return expect.poll(() => readDevice(page)).not.toMatch(/My secret/);
    expect(await readDevice(page)).toMatch(/My secret/);
    await page.getByLabel("Email").fill(asha.email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page).toHaveURL(/\/account$/);
    await page.goto("/questions/new");
    await expect(page.getByLabel("Title")).toHaveValue("My secret anonymous question");
  });
}
