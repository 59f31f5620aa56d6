import type { Page } from "@playwright/test";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { enter, expect, expectNoSidewaysScroll, newMember, test } from "../support/browser.ts";
import { phone } from "../support/devices.ts";
import { announce } from "../support/events.ts";
import { job } from "../support/people.ts";
import { answer, ask } from "../support/questions.ts";
import { share } from "../support/upload.ts";

test.use(phone);

/** The height of the list item with this text. Titles have one line. */
async function heightOf(page: Page, path: string, text: string): Promise<number> {
  await page.goto(path);
  const row = page.locator("main li").filter({ hasText: text }).last();
  const title = row.getByRole("heading");
  expect((await title.boundingBox())?.height, `one line: ${text}`).toBeLessThanOrEqual(44);
  await expectNoSidewaysScroll(page);
  return (await row.boundingBox())?.height ?? Number.POSITIVE_INFINITY;
}

test("On a phone a list's row is at most 130 pixels high, an organizer's event 150, a person 120", async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const mark = `${process.pid}`;
  await rohan.call("PUT", `/api/users/${rohan.id}`, {
    skills: ["C++", "Machine learning", "Verilog"],
    company: "Northlight Robotics",
    position: "Instrumentation Engineer",
  });
  await rohan.call("POST", "/api/jobs", { ...job, title: `Robotics ${mark}` });
  await share(rohan, { name: "notes.txt", bytes: Buffer.from(mark) }, { title: `Signals ${mark}` });
  const line = `Sketch the eye diagram of sheet${mark} and explain what intersymbol interference does to it.`;
  await share(
    rohan,
    { name: "paper.pdf", bytes: pdf("Signals", [line]) },
    {
      title: `Communication ${mark}`,
      courseCode: "EC305",
      resourceType: "past-paper",
      paperYear: "2024",
      exam: "end-term",
    },
  );
  const asked = await ask(rohan, { title: `Any bus today ${mark}?`, tags: ["travel"] });
  await answer(asha, asked.id, `The *blue* one leaves at six from the gate beside the library ${mark}.`);
  const { id } = await announce(rohan, { title: `Sky ${mark}`, location: "Roof of block D" });
  for (const [reader, organizerHeight] of [
    [asha, 130],
    [rohan, 150],
  ] as const) {
    await enter(page, server, reader);
    expect(await heightOf(page, "/events", `Sky ${mark}`), `event ${id}`).toBeLessThanOrEqual(
      organizerHeight,
    );
  }
  await enter(page, server, asha);
  for (const [path, text, height] of [
    ["/jobs", `Robotics ${mark}`, 130],
    ["/resources", `Signals ${mark}`, 130],
    ["/resources/browse", `Signals ${mark}`, 130],
    ["/resources/category/academics-notes/year/2", `Signals ${mark}`, 130],
    ["/questions", `Any bus today ${mark}?`, 130],
    ["/qa-threads", rohan.name, 120],
  ] as const) {
    expect(await heightOf(page, path, text), path).toBeLessThanOrEqual(height);
  }
  const found = `/resources/browse?search=sheet${mark}`;
  await expect(async () => {
    await page.goto(found);
    await expect(page.locator("main").getByText(line)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await heightOf(page, found, `Communication ${mark}`), found).toBeLessThanOrEqual(130);
  await page.goto("/questions");
  await expect(page.getByText("The blue one leaves at six").first()).toBeVisible();
});
