import type { Locator, Page } from "@playwright/test";
import { expect } from "./browser.ts";
import { password } from "./people.ts";

/** Soft, so that one run reports every page that fails. */
const softly = expect.configure({ soft: true });

const fields =
  "form[method=post] :is(textarea, input:is([type=text], [type=email], [type=tel], [type=url], [type=password], :not([type])))";
/** Selectors of controls that need the server, then of those that only change the page. */
const controls = [":is(form button:not([type=button]), a[href])", "button[type=button]"];

/** Fills the empty fields of a page. @returns the fields that must keep their text */
async function fillEverything(scope: Locator, path: string) {
  const written: [field: Locator, text: string][] = [];
  // A chat accepts the text offline and queues it, so its field does not keep it.
  const isChat = /^\/(messages|anonymous-post)/.test(path);
  for (const field of isChat ? [] : await scope.locator(fields).all()) {
    if (!(await field.isEditable()) || (await field.inputValue()) !== "") continue;
    const type = await field.getAttribute("type");
    const text = type === "email" ? "typed@college.example" : "typed away from the network";
    await field.fill(type === "password" ? password : text);
    // Short fields may hold only part of the text.
    if (type !== "password") written.push([field, await field.inputValue()]);
  }
  return written;
}

/**
 * Fills and presses everything in the content of an offline page. The page must stay open, say where it needs the
 * server, and keep what was typed. Requires an installed clock.
 * @returns how many controls were pressed
 */
export async function pressEverything(tab: Page, path: string): Promise<number> {
  const { pathname } = new URL(tab.url());
  await tab.evaluate(() => {
    Object.assign(window, { isSameDocument: true });
    for (const details of document.querySelectorAll("main details")) details.setAttribute("open", "");
  });
  // A modal dialog blocks the controls below it.
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

/** Clicks by script, because the control may be in a closed menu. @returns null if it does not leave the page */
function press(element: Element): { name: string; needsServer: boolean } | null {
  if (!(element instanceof HTMLElement) || !element.isConnected) return null;
  const name = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
  let needsServer = true;
  if (element instanceof HTMLAnchorElement) {
    // The list of events is loaded with each of its pages.
    const parent = "dialog [aria-label=Close], [data-back][href='/events']";
    const closing = document.querySelector<HTMLAnchorElement>(parent)?.pathname;
    // A page of the same kind has its scripts loaded already, and reports its failures itself.
    const kindOf = (path: string) => path.replace(/anon_[\w-]+|\d+/g, "");
    const isHere = kindOf(element.pathname) === kindOf(location.pathname) || element.pathname === closing;
    if (isHere || element.origin !== location.origin || element.target !== "") return null;
  } else if (element instanceof HTMLButtonElement) {
    // The browser itself asks for missing fields in forms with native validation.
    const asks = element.form?.noValidate === false && !element.form.checkValidity();
    if (element.disabled || asks) return null;
    // An unchanged filter sends no request.
    needsServer = element.type !== "button" && element.form?.method === "post";
  }
  element.click();
  return { name, needsServer };
}

/** @returns the page's messages about failures, in alerts, toasts and beside fields */
function readSentences(): string {
  const said = [...document.querySelectorAll("[role=alert], [data-toasts] p")];
  const field = document.querySelector<HTMLInputElement>("[aria-invalid=true]");
  return said.map(({ textContent }) => textContent).join("\n") || (field ? `about ${field.name}` : "");
}
