import type { Page } from "@playwright/test";
import { expect, openAsMember, readDevice, test } from "../support/pocket.ts";

test.setTimeout(90_000);

/** Shares as an installed app is shared to: by the form that the manifest describes. */
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

test("What another app shares opens a form with it: a file the upload, a link a question", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  await openAsMember(page, server, context);
  const { shortcuts } = await (await page.request.get("/manifest.webmanifest")).json();
  expect(shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    "/messages",
    "/jobs",
    "/resources/upload",
  ]);
  await share(page, {}, "circuits.txt");
  await expect(page.getByRole("heading", { name: "Upload Resource" })).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("circuits");
  const name = () =>
    page.locator("input[name=file]").evaluate((input: HTMLInputElement) => input.files?.[0]?.name);
  await expect.poll(name).toBe("circuits.txt");
  expect(await readDevice(page)).not.toContain("Ohm's law");

  const link = "https://northlight.example/kirchhoff?a=1&b=<2>";
  await share(page, { title: "Kirchhoff's laws", text: "Worth reading", url: link });
  await expect(page).toHaveURL("/questions/new?shared");
  await expect(page.getByLabel("Your question")).toHaveValue(`Worth reading\n${link}`);
  await expect(page.getByLabel("Title")).toHaveValue("Kirchhoff's laws");
  await page.reload();
  expect(await readDevice(page)).not.toContain("shared http");
});
