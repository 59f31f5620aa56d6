import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser.ts";
import { expect, openAsMember, readDevice, test } from "../support/worker.ts";

/** Shares content as the system does, with the form that the manifest describes. */
async function share(page: Page, fields: Record<string, string>, fileName?: string) {
  const { share_target: target } = await (await page.request.get("/manifest.webmanifest")).json();
  await page.evaluate(
    ({ target: { action, params }, fields, fileName }) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "POST", action, enctype: "multipart/form-data" });
      for (const [field, value] of Object.entries(fields)) {
        form.append(Object.assign(document.createElement("input"), { name: params[field], value }));
      }
      if (fileName) {
        const input = Object.assign(document.createElement("input"), {
          type: "file",
          name: params.files[0].name,
        });
        const files = new DataTransfer();
        files.items.add(new File(["Ohm's law"], fileName, { type: "text/plain" }));
        input.files = files.files;
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    { target, fields, fileName },
  );
}

test("A file shared from another app opens the upload form, and a link the question form", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, context, server }) => {
  await openAsMember(page, server, context);
  const { shortcuts } = await (await page.request.get("/manifest.webmanifest")).json();
  expect(shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    "/messages?list",
    "/jobs",
    "/resources/upload",
    "/questions/new",
  ]);
  const use = page.getByRole("button", { name: "Use it here" });
  await share(page, {}, "circuits.txt");
  await expect(page.getByRole("heading", { name: "Upload Resource" })).toBeVisible();
  await expect(page.getByText("Another app or site shared circuits.txt.")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await use.click();
  await expect(page.getByLabel("Title")).toHaveValue("circuits");
  const name = () =>
    page.locator("input[name=file]").evaluate((input: HTMLInputElement) => input.files?.[0]?.name);
  await expect.poll(name).toBe("circuits.txt");
  expect(await readDevice(page)).not.toContain("Ohm's law");

  const link = "https://northlight.example/kirchhoff?a=1&b=<2>";
  await share(page, { title: "Kirchhoff's laws", text: "Worth reading", url: link });
  await expect(page).toHaveURL("/questions/new?shared");
  await use.click();
  await expect(page.getByLabel("Your question")).toHaveValue(`Worth reading\n${link}`);
  await expect(page.getByLabel("Title")).toHaveValue("Kirchhoff's laws");
  await page.reload();
  await expect(page.getByLabel("Title")).not.toHaveValue("");
  await expect(use).toHaveCount(0);
  expect(await readDevice(page)).not.toContain("shared http");
});

test("Content that another site sends to the share target fills no form", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, context, server }) => {
  await openAsMember(page, server, context);
  const form = `<form method="post" enctype="multipart/form-data" action="${server.url}/resources/upload?shared">
    <input name="title" value="Chosen elsewhere"><input name="description" value="Text of another site"></form>
    <script>document.forms[0].submit()</script>`;
  const other = createServer((_req, res) => res.setHeader("Content-Type", "text/html").end(form));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  await expect(page).toHaveURL(`${server.url}/questions/new?shared`);
  await expect(page.getByText("Another app or site shared Chosen elsewhere.")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await expect(page.getByLabel("Your question")).toHaveValue("");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Don't use it" }).click();
  await expect(page.getByText("Another app or site shared")).toHaveCount(0);
  await expect(page.getByLabel("Title")).toHaveValue("");
  await expect.poll(() => readDevice(page)).not.toContain("Text of another site");
  other.close();
});
