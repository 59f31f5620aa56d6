import { randomBytes } from "node:crypto";
import type { Locator } from "@playwright/test";
import { enter, expect, hydrated, newMember, test, toldOn } from "../support/browser.ts";
import { phone } from "../support/devices.ts";
import { announce } from "../support/events.ts";
import { sendTo } from "../support/messages.ts";
import { job, type Member } from "../support/people.ts";
import { answer, ask } from "../support/questions.ts";
import { share } from "../support/upload.ts";

/** Taps controls and counts the taps. The keyboard's key to the next field does not count. */
function countTaps() {
  let taps = 0;
  return {
    async tap(target: Locator) {
      taps++;
      await target.click();
    },
    taken() {
      const count = taps;
      taps = 0;
      return count;
    },
  };
}

/** Adds a member who likes to be asked in public about a topic, alone at a company. */
async function atCompany(member: Member) {
  const word = randomBytes(4).toString("hex");
  const [company, topic] = [`Northlight ${word}`, `resits-${word}`];
  await ask(member, { tags: [topic] });
  const change = { company, position: "Engineer", topics: [topic], askBy: ["public"] };
  expect((await member.call("PUT", `/api/users/${member.id}`, change)).status).toBe(200);
  return { company, topic };
}

test("Finding someone at Northlight and asking them a question takes six taps, and they are notified", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const [asha, meera] = [await newMember(server, "asha"), await newMember(server, "meera")];
  const { company, topic } = await atCompany(meera);
  await enter(page, server, asha);
  await page.setViewportSize(phone.viewport);
  await page.goto("/");
  await hydrated(page);
  const { tap, taken } = countTaps();
  await tap(page.getByRole("link", { name: "Search", exact: true }).locator("visible=true").last());
  const field = page.getByRole("main").getByLabel("Search everything");
  await expect(field).toBeFocused();
  await page.keyboard.type(company.slice(0, 14));
  await tap(page.getByRole("option", { name: "Meera Nair" }));
  await expect(page).toHaveURL(`/people/${meera.id}`);
  expect(taken()).toBe(2);
  await tap(page.getByRole("link", { name: "Ask Meera" }));
  await tap(page.getByLabel("Title"));
  await page.keyboard.type("What is a first year at a bridge office like?");
  await page.keyboard.press("Tab");
  await page.keyboard.type("I begin in July and know nobody there.");
  await expect(page.getByLabel("Tags")).toHaveValue(topic);
  await tap(page.getByRole("button", { name: "Check and ask" }));
  await expect(page.getByRole("checkbox", { name: "Meera Nair" })).toBeChecked();
  await tap(page.getByRole("button", { name: "Ask this question" }));
  await expect(toldOn(page, "Your question is published.")).toBeVisible();
  expect(taken()).toBe(4);
  expect((await meera.get("/api/notices")).text).toContain("question-asked-you");
});

test("A card of Today takes one tap, and the mail about thanks leads to the member's page in two", async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  server.database().prepare("update users set steps_dismissed_at = 1 where id = ?").run(Number(asha.id));
  const { id } = await ask(asha);
  await answer(rohan, id);
  await rohan.call("PUT", `/api/users/${asha.id}/connection`);
  const title = `Night walk ${asha.id}`;
  // Before the events of other tests, because Today shows only one.
  await announce(rohan, { date: new Date(Date.now() + 3_600_000).toISOString(), title });
  await rohan.call("POST", "/api/jobs", { ...job, title: `Firmware ${asha.id}`, requiredSkills: ["Python"] });
  await enter(page, server, asha);
  await page.setViewportSize(phone.viewport);
  const { tap, taken } = countTaps();
  const card = (text: string) => page.getByRole("listitem").filter({ hasText: text });
  for (const [text, act, told] of [
    ["Rohan Pillai wants to connect", "Accept", "You're connected with Rohan Pillai."],
    [title, "I'm coming", `You're registered for ${title}.`],
    [`Firmware ${asha.id}`, "Save", "Saved. You'll find it in My jobs."],
  ] as const) {
    await page.goto("/");
    await tap(card(text).getByRole("button", { name: act }));
    await expect(toldOn(page, told)).toBeVisible();
    expect([text, taken()]).toEqual([text, 1]);
  }
  await page.goto("/");
  await tap(card("Rohan Pillai answered your question").getByRole("link", { name: "Read" }));
  await expect(page).toHaveURL(new RegExp(`/questions/${id}/`));
  expect(taken()).toBe(1);

  // Opening the mail's link is the first tap.
  await page.goto("/people/me/thanks");
  await tap(page.getByRole("link", { name: "your page" }));
  await expect(page).toHaveURL(`/people/${asha.id}`);
  expect(taken()).toBe(1);
});

test("A message is answered in two taps, and an event and the newest notes of a course are two taps away", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const word = randomBytes(4).toString("hex");
  await sendTo(rohan, asha.id, `Are you free, ${word}?`);
  const courseCode = `TP${word.slice(0, 4)}`.toUpperCase();
  const file = { name: "notes.txt", bytes: Buffer.from(word) };
  await share(rohan, file, { title: `Tides ${word}`, courseCode });
  await enter(page, server, asha);
  await page.setViewportSize(phone.viewport);
  const { tap, taken } = countTaps();
  await page.goto("/");
  await hydrated(page);
  await tap(
    page
      .getByRole("listitem")
      .filter({ hasText: word })
      .getByRole("link", { name: /^(Read|Answer)/ }),
  );
  await tap(page.getByLabel("Message", { exact: true }));
  await page.keyboard.type("Yes, after six.");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Yes, after six.").last()).toBeVisible();
  expect(taken()).toBe(2);

  await page.goto("/");
  await hydrated(page);
  await tap(page.getByLabel("Menu", { exact: true }).first());
  await tap(page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Events" }));
  await expect(page.getByRole("heading", { name: "Events", level: 1 })).toBeVisible();
  expect(taken()).toBe(2);

  await page.goto("/resources");
  await tap(page.getByRole("link", { name: `Tides ${word}`, exact: true }));
  await tap(page.getByRole("main").getByRole("link", { name: courseCode }));
  await expect(page.getByRole("heading", { name: `Tides ${word}` })).toBeVisible();
  expect(taken()).toBe(2);
});

test("Five files are uploaded with six taps and one visit to the file picker", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  await page.setViewportSize(phone.viewport);
  await page.goto("/resources");
  await hydrated(page);
  const word = randomBytes(4).toString("hex");
  const files = Array.from({ length: 5 }, (_, n) => ({
    name: `${word} ${n}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from(`${word} ${n}`),
  }));
  const { tap, taken } = countTaps();
  await tap(page.getByRole("link", { name: "Upload Resource" }).first());
  const picked = page.waitForEvent("filechooser");
  await tap(page.getByLabel("File", { exact: true }));
  await (await picked).setFiles(files);
  await tap(page.getByLabel("Category", { exact: true }));
  await page.getByLabel("Category", { exact: true }).selectOption("Quantum");
  await tap(page.getByLabel("Year", { exact: true }));
  await page.getByLabel("Year", { exact: true }).selectOption("Year 2");
  await tap(page.getByRole("button", { name: "Upload 5 files" }));
  await expect(page.getByRole("heading", { name: "5 of 5 files are shared" })).toBeVisible();
  expect(taken()).toBeLessThanOrEqual(6);
});
