import type { Locator, Page } from "@playwright/test";
import { expect } from "./browser.ts";
import { password } from "./people.ts";

/** One run tells of every page that fails. */
const softly = expect.configure({ soft: true });

const fields =
  "form[method=post] :is(textarea, input:is([type=text], [type=email], [type=tel], [type=url], [type=password], :not([type])))";
/** What needs the server, and then what only changes the page. */
const controls = [":is(form button:not([type=button]), a[href])", "button[type=button]"];

/** Fills the empty fields of a page, and returns those that have to keep their text. */
async function fillEverything(scope: Locator, path: string) {
  const written: [field: Locator, text: string][] = [];
  // A chat takes what was typed: it waits as a line.
  const isChat = /^\/(messages|anonymous-post)/.test(path);
  for (const field of isChat ? [] : await scope.locator(fields).all()) {
    if (!(await field.isEditable()) || (await field.inputValue()) !== "") continue;
    const type = await field.getAttribute("type");
    const text = type === "email" ? "typed@college.example" : "typed away from the network";
    await field.fill(type === "password" ? password : text);
    // A short field takes less.
    if (type !== "password") written.push([field, await field.inputValue()]);
  }
  return written;
}

/**
 * Fills and presses everything in the content of a page that was cut off. The page has to stay, to say so where it needs the
 * server, and to keep what was typed. Its clock has to be installed.
 * @returns how many controls were pressed
 */
export async function pressEverything(tab: Page, path: string): Promise<number> {
  const { pathname } = new URL(tab.url());
  await tab.evaluate(() => {
    Object.assign(window, { isSameDocument: true });
    for (const details of document.querySelectorAll("main details")) details.setAttribute("open", "");
  });
  // Controls under a dialog can't be pressed.
  const scope = tab.locator((await tab.locator("dialog").count()) > 0 ? "dialog" : "main");
  const written = await fillEverything(scope, path);
  let count = 0;
  for (const selector of controls) {
    for (const control of await scope.locator(selector).elementHandles()) {
      const pressed = await control.evaluate(press);
      if (pressed === null) continue;
      count++;
      const place = `${pressed.name} on ${path}`;
      if (pressed.needsServer) await softly.poll(() => tab.evaluate(readSentences), place).not.toBe("");
      expect(await tab.evaluate(() => "isSameDocument" in window), place).toBe(true);
      await tab.clock.fastForward(3_000);
    }
    if (selector === controls[0])
      for (const [field, text] of written) await softly(field, path).toHaveValue(text);
  }
  expect(new URL(tab.url()).pathname, path).toBe(pathname);
  return count;
}

/** Presses a control by its script, because it may lie folded in a menu. Null where it leads nowhere else. */
function press(element: Element): { name: string; needsServer: boolean } | null {
  if (!(element instanceof HTMLElement) || !element.isConnected) return null;
  const name = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
  let needsServer = true;
  if (element instanceof HTMLAnchorElement) {
    const closing = document.querySelector<HTMLAnchorElement>("dialog [aria-label=Close]")?.pathname;
    // Another page of the same kind has its scripts here, and tells itself what fails.
    const kindOf = (path: string) => path.replace(/anon_[\w-]+|\d+/g, "");
    const isHere = kindOf(element.pathname) === kindOf(location.pathname) || element.pathname === closing;
    if (isHere || element.origin !== location.origin || element.target !== "") return null;
  } else if (element instanceof HTMLButtonElement) {
    // The browser itself asks for what a form without our checks lacks.
    const asks = element.form?.noValidate === false && !element.form.checkValidity();
    if (element.disabled || asks) return null;
    // A filter that is as it was asks for nothing.
    needsServer = element.type !== "button" && element.form?.method === "post";
  }
  element.click();
  return { name, needsServer };
}

/** What the page says about a failure, whether as an alert, a toast or beside a field. */
function readSentences(): string {
  const said = [...document.querySelectorAll("[role=alert], [data-toasts] p")];
  const field = document.querySelector<HTMLInputElement>("[aria-invalid=true]");
  return said.map(({ textContent }) => textContent).join("\n") || (field ? `about ${field.name}` : "");
}
