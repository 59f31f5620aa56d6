import type { Page } from "@playwright/test";
import { letter, pdf } from "./application.ts";
import { hydrated } from "./browser.ts";
import { event, job, password } from "./people.ts";
import { formKey } from "./permissions/forms.ts";
import { picture } from "./profile.ts";

/** Values for fields with these names. Other empty text fields get a word if they are required. */
const texts: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries({ ...event, ...job }).map(([name, value]) => [name, String(value ?? "")]),
  ),
  email: "ila.rao@college.example",
  phone: "98765 43210",
  name: "Asha Verma",
  batchYear: "2027",
  password,
  confirmPassword: password,
  currentPassword: "not the password",
  code: "000000",
  letter,
  year: "2",
  reason: "Asked twice",
  tags: "exams",
  tag: "electives",
  body: "Where do I find the papers of last year? The library has those of 2022 only.",
};

let lists = 0;

/** @returns a file that the field accepts: a member list, a picture, a CV or notes */
async function chooseFile(accept: string) {
  if (accept.includes("csv")) {
    const list = `First name,Last name,Email,Batch\nIla,Rao,ila.rao+${++lists}@college.example,2027\n`;
    return { name: "members.csv", mimeType: "text/csv", buffer: Buffer.from(list) };
  }
  if (accept.includes("image/"))
    return { name: "tides.jpg", mimeType: "image/jpeg", buffer: await picture(64, 64) };
  if (accept.startsWith("application/pdf"))
    return { name: "cv.pdf", mimeType: "application/pdf", buffer: Buffer.from(pdf) };
  return { name: "tides.txt", mimeType: "text/plain", buffer: Buffer.from("The moon moves the sea.") };
}

interface FoundForm {
  action: string;
  intents: string[];
}

/** @returns the page's POST forms, in document order */
const findForms = (page: Page): Promise<FoundForm[]> =>
  page.evaluate(() => {
    Object.assign(window, { isSameDocument: true });
    return [...document.querySelectorAll<HTMLFormElement>("form[method=post]")].map((form) => {
      const intents = [...form.querySelectorAll<HTMLInputElement>("[name=intent]")].map(({ value }) => value);
      const isPlain = form.querySelector("button:not([type=button], [name=intent])") !== null;
      if (intents.length === 0 || (isPlain && !form.querySelector("input[name=intent]"))) intents.push("");
      return { action: form.getAttribute("action") ?? location.pathname, intents };
    });
  });

/** Opens the `details` around a form or link. @returns whether it is visible then */
export function unfold(form: Element): boolean {
  for (let place = form.parentElement; place; place = place.parentElement)
    if (place instanceof HTMLDetailsElement) place.open = true;
  return form.checkVisibility();
}

/** Fills in a form, and presses its button for an intent with the keyboard. @throws if no form has the key */
export async function pressForm(page: Page, key: string): Promise<void> {
  // Without React on the page there is nothing to wait for.
  if ((await page.locator('script[src="/guest.js"]').count()) === 0) await hydrated(page);
  const forms = await findForms(page);
  const [, intent = ""] = key.split(" ");
  const keysOf = ({ action, intents }: FoundForm) => intents.map((each) => formKey(action, each));
  const found = forms.flatMap((form, index) => (keysOf(form).includes(key) ? [index] : []));
  const shown = page.locator("form[method=post]");
  let index: number | undefined;
  // A page may have the same form in a second menu for phones, and opening one menu closes the other.
  for (const each of found) if (index === undefined && (await shown.nth(each).evaluate(unfold))) index = each;
  if (index === undefined) throw new Error(`${page.url()} shows no form ${key}: ${forms.flatMap(keysOf)}`);
  const form = shown.nth(index);
  for (const field of await form.locator("input[type=file]").all())
    await field.setInputFiles(await chooseFile((await field.getAttribute("accept")) ?? ""));
  const fields =
    ":is(textarea, input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), select)";
  for (const field of await form.locator(fields).all()) {
    if (!(await field.isVisible()) || !(await field.isEditable()) || (await field.inputValue()) !== "")
      continue;
    const { name, least, isChoice, isNeeded } = await field.evaluate((element: HTMLInputElement) => ({
      name: element.name,
      least: element.type === "number" ? Number(element.min) : 0,
      isChoice: element.matches("select"),
      isNeeded: element.required || element.matches("textarea"),
    }));
    if (isChoice) await field.selectOption({ index: 1 });
    else if (Number(texts[name]) < least) await field.fill(String(least));
    else if (texts[name] || isNeeded) await field.fill(texts[name] || "Tides and harbours");
  }
  const named = form.locator(`button[name=intent][value="${intent}"]`);
  const button =
    (await named.count()) > 0
      ? named.first()
      : form.locator("button:not([type=button], [name=intent])").last();
  await button.evaluate(unfold);
  await button.focus();
  // Check-in sends PUT.
  const isSent = page.waitForRequest((request) => request.method() !== "GET");
  await page.keyboard.press("Enter");
  await isSent;
}

/** @returns why the page has lost the keyboard focus, or null */
export const findLostFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    // A new document starts without focus.
    if (!("isSameDocument" in window)) return null;
    const focused = document.activeElement;
    const dialog = document.querySelector("dialog:modal");
    if (!focused || focused === document.body) return "on nothing";
    if (!focused.checkVisibility({ visibilityProperty: true })) return "on what nobody sees";
    return dialog && !dialog.contains(focused) ? "behind a dialog" : null;
  });
