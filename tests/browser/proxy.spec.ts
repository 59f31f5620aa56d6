import { expect, test } from "../support/browser.ts";
import { sample } from "../support/nightly.ts";
import { password, people } from "../support/people.ts";
import { startProxy } from "../support/proxy.ts";
import { startServer } from "../support/server.ts";

test.use({ ignoreHTTPSErrors: true });

const settings = {
  APP_URL: () => ({}),
  TRUST_PROXY: () => ({ "x-forwarded-for": "198.51.100.1" }),
};

for (const [name, added] of sample(Object.entries(settings), 2)) {
  test(`Users behind a proxy that terminates TLS can register and log out, with ${name}`, {
    tag: ["@once", "@nightly"],
  }, async ({ page, context }) => {
    // The server needs the proxy's address as APP_URL, so the proxy starts first and learns the server's port later.
    let port = 0;
    const proxy = await startProxy(0, added, true, () => port);
    const server = await startServer({
      APP_URL: proxy.url,
      TRUST_PROXY: name === "TRUST_PROXY" ? "1" : "0",
    });
    port = server.port;

    await page.goto(`${proxy.url}/register`);
    await page.getByLabel("First name").fill(people.asha.firstName);
    await page.getByLabel("Last name").fill(people.asha.lastName);
    await page.getByLabel("Email").fill(people.asha.email);
    await page.getByLabel("Phone").fill("98765 43210");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password").fill(password);
    await page.getByLabel("Batch year").fill("2027");
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.waitForURL(`${proxy.url}/`);
    await expect(page.getByLabel("Profile menu of Asha Verma")).toBeVisible();
    const cookie = (await context.cookies()).find((each) => each.name === "__Host-session");
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: "Lax", path: "/" });

    await page.getByLabel("Profile menu of Asha Verma").click();
    await page.getByRole("button", { name: "Logout" }).locator("visible=true").click();
    await page.waitForURL(`${proxy.url}/login`);
    expect((await context.cookies()).find((each) => each.name === "__Host-session")).toBeUndefined();
    await page.close();
    proxy.stop();
    await server.stop();
  });
}
