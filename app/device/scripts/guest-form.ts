// Guests' forms on pages without React: the log-in and the forgotten password.

import { parse } from "../dom.ts";
import { typedEmailKey } from "../names.ts";
import { startShowing } from "../show-password.ts";

const awayText = "You're offline. What you typed stays here until you reconnect.";
const main = document.querySelector("main") as HTMLElement;

function start(): void {
  const form = main.querySelector<HTMLFormElement>("form[method=post][id]");
  if (!form) return;
  // The server's messages are shown beside the fields.
  form.noValidate = true;
  form.onsubmit = (event) => {
    event.preventDefault();
    void send(form);
  };
  for (const button of form.querySelectorAll<HTMLButtonElement>("button[aria-controls]"))
    startShowing(button);
  const { email } = form.elements as unknown as { email: HTMLInputElement };
  email.value ||= sessionStorage.getItem(typedEmailKey) ?? "";
  // The typed address stays with this tab until the form is accepted.
  email.oninput = () => sessionStorage.setItem(typedEmailKey, email.value);
  form.oninput = ({ target }) => hideError(target as HTMLElement);
}

/** Hides a field's error while it is edited, as React pages do. */
function hideError(field: HTMLElement): void {
  field.removeAttribute("aria-invalid");
  document.getElementById(`${field.id}-error`)?.remove();
}

async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector("[type=submit]") as HTMLButtonElement;
  say(button);
  if (!navigator.onLine) return say(button, awayText);
  button.disabled = true;
  button.ariaBusy = "true";
  try {
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    const response = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    // Scripts cannot see where it redirects.
    if (response.type === "opaqueredirect") {
      sessionStorage.removeItem(typedEmailKey);
      return location.replace((form.dataset.next as string) + location.search);
    }
    const page = await parse(response);
    main.replaceChildren(...(page.querySelector("main") as HTMLElement).childNodes);
    document.title = page.title;
    start();
    (main.querySelector<HTMLElement>("[role=alert]") ?? main).focus();
  } catch {
    button.disabled = false;
    button.ariaBusy = null;
    say(button, navigator.onLine ? form.dataset.failed : awayText);
  }
}

/** Shows beside the button why nothing was sent, or clears the message. */
function say(button: HTMLElement, text?: string): void {
  main.querySelector("[data-unsent]")?.remove();
  if (!text) return;
  // The server's message about the previous attempt is outdated.
  for (const alert of main.querySelectorAll("[role=alert]")) alert.remove();
  const line = document.createElement("p");
  line.setAttribute("role", "alert");
  line.dataset.unsent = "";
  line.textContent = text;
  button.after(line);
}

/** When this page is complete and idle, preloads the scripts of another page, which most members' pages share. */
async function loadAhead(): Promise<void> {
  const address = main.querySelector<HTMLElement>("[data-opens]")?.dataset.opens;
  if (!address || navigator.connection?.saveData) return;
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  await new Promise((window.requestIdleCallback ?? setTimeout) as (done: (value: unknown) => void) => void);
  // Without cookies, because a page requested with an expired session would clear the device.
  const page = await parse(await fetch(address, { credentials: "omit" }));
  for (const link of page.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")) {
    link.fetchPriority = "low";
    document.head.append(link);
  }
}

start();
addEventListener("online", () => main.querySelector("[data-unsent]")?.remove());
loadAhead().catch(() => {});
