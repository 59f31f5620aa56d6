import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newMember,
  test,
} from "../support/browser.ts";
import { openGroups, picture, profile } from "../support/profile.ts";

const photo = async () => ({ name: "me.jpg", mimeType: "image/jpeg", buffer: await picture() });

test("Members edit their profile in place, and Cancel restores it", async ({ page, server, scripts }) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Asha Verma" })).toBeVisible();
  await expect(page.getByText("Location not added yet")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole("link", { name: "Edit Profile" }).click();
  await expect(page.getByRole("heading", { name: "Edit profile" })).toBeVisible();
  if (scripts) await expect(page.getByRole("heading", { name: "Edit profile" })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // It opens at what is missing, and shows what is in the other groups.
  await expect(page.getByLabel("Skills")).toBeVisible();
  await expect(page.getByLabel("Location", { exact: true })).toBeHidden();
  await expect(page.locator("#you > summary")).toContainText("Asha Verma");
  await page.getByLabel("Branch").fill("Never saved");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("link", { name: "Edit Profile" })).toBeVisible();
  await expect(page.getByText("Never saved")).toHaveCount(0);

  // Each missing detail links to its field.
  await page.getByRole("link", { name: "Add your branch" }).click();
  if (scripts) await expect(page.getByLabel("Branch")).toBeFocused();
  await expect(page.getByLabel("Branch")).toHaveValue("");
  await openGroups(page);
  await page.getByLabel("Branch").fill("Electronics");
  await page.getByLabel("Company", { exact: true }).first().fill("Northlight Robotics");
  await page.getByLabel("Position", { exact: true }).fill("Firmware intern");
  await page.getByLabel("Skills").fill(" C ,, Oscilloscope,");
  await page.getByLabel("Location", { exact: true }).fill("Kochi");
  await page.getByLabel("CGPA", { exact: true }).fill("8.41");
  await page.getByLabel("Birthday", { exact: true }).fill("2004-02-29");
  await page.getByLabel("Who can see this: CGPA").selectOption("All members");
  await page.getByLabel("People can message me without their name").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText("Firmware intern at Northlight Robotics")).toBeVisible();
  await expect(page.getByText("29 February 2004")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^(C|Oscilloscope)$/ })).toHaveCount(2);
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await expect(page.getByLabel("Who can see this: CGPA")).toHaveValue("members");
  await expect(page.getByLabel("People can message me without their name")).not.toBeChecked();
});

test("Members can see what members and connections see", { tag: ["@once", "@nightly"] }, async ({
  page,
  server,
}) => {
  const asha = await newMember(server, "asha");
  await asha.call("PUT", `/api/users/${asha.id}`, {
    ...profile,
    visibility: { roll: "nobody", cgpa: "members" },
  });
  await enter(page, server, asha);
  await page.goto("/profile");
  await page.getByRole("link", { name: "A member" }).click();
  await expect(page.getByText("This is what every logged-in member sees.")).toBeVisible();
  await expect(page.getByText("CGPA 8.41")).toBeVisible();
  await expect(page.getByText(/^Hidden: .*Roll number/)).toBeVisible();
  await expect(page.getByText(profile.phone)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Edit Profile" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "A connection" }).click();
  await expect(page.getByText(profile.phone)).toBeVisible();
  await expect(page.getByText(profile.roll)).toHaveCount(0);
  await page.getByRole("link", { name: "You", exact: true }).click();
  await expect(page.getByText(profile.roll)).toBeVisible();
});

test("Errors appear beside their fields, and what was typed is kept", { tag: "@nightly" }, async ({
  page,
  server,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/profile?edit");
  await openGroups(page);
  await page.getByLabel("Company", { exact: true }).first().fill("http://evil.example");
  await page.getByLabel("Phone", { exact: true }).fill("123");
  await page.getByLabel("Roll number", { exact: true }).fill("Q27-118");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Phone", { exact: true })).toHaveAccessibleDescription(/Phone is invalid/);
  await expect(page.getByLabel("Company", { exact: true }).first()).toHaveAccessibleDescription(
    /cannot contain a web address/,
  );
  await expect(page.getByLabel("Roll number", { exact: true })).toHaveValue("Q27-118");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("Members can add a picture, read why another is refused, and remove it", async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/profile");
  await page.getByText("Add a picture", { exact: true }).click();
  await page.getByLabel("Picture", { exact: true }).setInputFiles(await photo());
  await expectAccessible(page);
  await page.getByRole("button", { name: "Upload picture" }).click();
  const avatar = page.locator("main img[src^='/files/avatars/']");
  await expect(avatar).toBeVisible();
  await expect(page.locator("header img[src$='-small.webp']").first()).toBeVisible();
  const edge = await avatar.evaluate((image: HTMLImageElement) =>
    image.decode().then(() => image.naturalWidth),
  );
  expect(edge).toBe(240);

  if (await page.getByText("Remove picture").isHidden()) await page.getByText("Change picture").click();
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Not a picture.") };
  await page.getByLabel("Picture", { exact: true }).setInputFiles(text);
  await page.getByRole("button", { name: "Upload picture" }).click();
  await expect(page.getByLabel("Picture", { exact: true })).toHaveAccessibleDescription(/not an image/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.locator("img[src^='/files/avatars/']")).toHaveCount(0);
});

test("Members can add, move and remove positions, and see their picture before it is saved", {
  tag: "@nightly",
}, async ({ page, server, scripts }) => {
  const asha = await newMember(server, "asha");
  const step = { company: "Northlight", from: "2023-05", to: null };
  const positions = ["Intern", "Lead"].map((title) => ({ ...step, title }));
  await asha.call("PUT", `/api/users/${asha.id}`, { positions });
  await enter(page, server, asha);
  await page.goto("/profile?edit=1");
  await openGroups(page);
  await page.getByLabel("Picture", { exact: true }).setInputFiles(await photo());
  if (scripts) await expect(page.getByAltText("What you chose, as a square")).toBeVisible();
  await page.getByText("From college to today").click();
  const title = (number: number) =>
    page.getByRole("group", { name: `Position ${number}` }).getByLabel("Title", { exact: true });
  await title(1).fill("Summer intern");
  await page.getByRole("button", { name: "Add a position" }).click();
  if (scripts) await expect(title(3)).toBeFocused();
  await title(3).fill("Founder");
  await page.getByRole("button", { name: "Move up position 3" }).click();
  await expect(title(2)).toHaveValue("Founder");
  await page.getByRole("button", { name: "Remove position 3" }).click();
  await expect(title(3)).toHaveCount(0);
  await expect(title(1)).toHaveValue("Summer intern");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // Enter saves, and errors appear beside their fields.
  await title(1).press("Enter");
  const from = page.getByRole("group", { name: "Position 2" }).getByLabel("From", { exact: true });
  await expect(from).toHaveAccessibleDescription(/Say when it began/);
  await expect(title(2)).toHaveValue("Founder");
  await from.fill("2024-01");
  await page.getByRole("group", { name: "Position 2" }).getByLabel("Company", { exact: true }).fill("Own");
  await page.getByRole("button", { name: "Save" }).click();
  // On a busy machine the picture may wait in a queue.
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText("Founder")).toBeVisible();
  // Only with scripts a chosen picture survives the buttons that change positions.
  if (scripts) await expect(page.locator("main img[src^='/files/avatars/']")).toBeVisible();
});
