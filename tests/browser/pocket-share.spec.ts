import { expect, openAsMember, readDevice, test } from "../support/pocket.ts";

test.setTimeout(90_000);

test("A file that another app shares opens the upload with it", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  await openAsMember(page, server, context);
  const { share_target: target, shortcuts } = await (await page.request.get("/manifest.webmanifest")).json();
  expect(shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    "/messages",
    "/jobs",
    "/resources/upload",
  ]);
  await page.evaluate(({ action, params }) => {
    const form = document.createElement("form");
    Object.assign(form, { method: "POST", action, enctype: "multipart/form-data" });
    const input = Object.assign(document.createElement("input"), {
      type: "file",
      name: params.files[0].name,
    });
    const files = new DataTransfer();
    files.items.add(new File(["Ohm's law"], "circuits.txt", { type: "text/plain" }));
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, target);
  await expect(page.getByRole("heading", { name: "Upload Resource" })).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("circuits");
  const name = () =>
    page.locator("input[name=file]").evaluate((input: HTMLInputElement) => input.files?.[0]?.name);
  await expect.poll(name).toBe("circuits.txt");
  expect(await readDevice(page)).not.toContain("Ohm's law");
});
