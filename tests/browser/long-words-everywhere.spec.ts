import { enter, expect, newMember, test } from "../support/browser.ts";
import { sample } from "../support/nightly.ts";
import { job } from "../support/people.ts";
import { share } from "../support/upload.ts";

const word = "Donaudampfschifffahrt".repeat(15).slice(0, 300);

test("No member's long word widens a page @once", async ({ page, server }) => {
  test.setTimeout(60_000);
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const message = { senderId: rohan.id, receiverId: asha.id, isAnonymous: false };
  await rohan.call("POST", "/api/messages/send", {
    ...message,
    content: `https://a.example/${word} ${word}`,
  });
  const posted = await asha.call("POST", "/api/jobs", job);
  const { id: jobId } = posted.body as { id: string };
  const uploaded = await share(rohan, { name: "a.txt", bytes: Buffer.from(word) }, { title: "Notes" });
  const { id: resourceId } = (uploaded.body as { data: { id: string } }).data;

  // Words beyond the limits of the forms, so that no limit hides a page that cannot bear them.
  const database = server.database();
  database.pragma("ignore_check_constraints = on");
  database
    .prepare(
      `update users set name = @word, skills = @word || ', ' || @word, phone = @word, roll = @word, branch = @word,
        gender = @word, location = @word, company = @word, position = @word where id in (@asha, @rohan)`,
    )
    .run({ word, asha: Number(asha.id), rohan: Number(rohan.id) });
  database
    .prepare(
      `update jobs set title = @word, company_name = @word, company_website = 'https://' || @word, company_description = @word,
        locations = @list, industry = @word, description = @word, required_skills = @list, education = @word,
        contact_name = @word, contact_email = @word || '@a.example', contact_phone = @word where id = @id`,
    )
    .run({ word, list: JSON.stringify([word, word]), id: Number(jobId) });
  database
    .prepare(
      "update resources set title = @word, description = @word, file_name = @word || '.txt' where id = @id",
    )
    .run({ word, id: Number(resourceId) });

  const query = encodeURIComponent(word.slice(0, 200));
  const shared = [
    "/",
    "/jobs",
    `/jobs?search=${query}&locations=${query}&industry=${query}`,
    `/jobs/${jobId}`,
    "/resources",
    "/resources/browse",
    `/resources/browse?search=${query}`,
    "/resources/category/academics-notes",
    "/resources/category/academics-notes/year/2",
    `/resources/${resourceId}`,
    "/api",
    "/developers/users",
    "/developers/socket",
  ];
  const own = [
    "/post-job",
    `/jobs/${jobId}/edit`,
    "/resources/upload",
    "/profile",
    "/profile?edit",
    "/profile?as=member",
    "/messages",
    `/messages/${rohan.id}`,
    `/messages?search=${query}`,
    "/feedback",
  ];
  const expectToFit = async (paths: string[]) => {
    for (const path of sample(paths, 5)) {
      await page.goto(path);
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 640 });
        const shown = await page.locator("html").evaluate((element) => element.scrollWidth);
        expect(shown, `the width of ${path}`).toBeLessThanOrEqual(width);
      }
    }
  };
  await expectToFit(shared);
  await enter(page, server, asha);
  await expectToFit([...shared, ...own]);

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/messages/${rohan.id}`);
  await page.getByLabel("Message", { exact: true }).fill(word);
  const button = await page.getByRole("button", { name: "Send" }).boundingBox();
  expect((button?.x ?? 320) + (button?.width ?? 0)).toBeLessThanOrEqual(320);
});
