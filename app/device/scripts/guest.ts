// Interaction for pages without React.

import { watchCards } from "../cards.ts";
import { closest, find, findAll, parse } from "../dom.ts";
import { findFormerSearch } from "../former-search.ts";
import { closeMenusOnEscape } from "../menus.ts";
import { checkOpenFiles } from "../open-file.ts";
import { startSearch } from "../search-field.ts";
import { startWorker } from "../start-worker.ts";
import { stayWhenAway } from "../stay-when-away.ts";
import { toast } from "../toast.ts";

const unreachableText = "That didn't load. Please try again.";

/** Opens another page's dialog over this page. */
async function open(href: string): Promise<void> {
  const page = await parse(await fetch(href));
  for (const sheet of findAll<HTMLLinkElement>("link[rel=stylesheet]", page)) {
    if (find(`link[href="${sheet.getAttribute("href")}"]`)) continue;
    document.head.append(sheet);
    await new Promise((done) => {
      sheet.onload = sheet.onerror = done;
    });
  }
  if (find("dialog")) return;
  const dialog = find<HTMLDialogElement>("dialog", page);
  document.body.append(dialog);
  dialog.onclick = (event) => {
    if (!closest(event, "a")) return;
    event.preventDefault();
    history.back();
  };
  show(dialog, "follow", () => {
    history.back();
    toast("Thank you for your feedback.");
  });
  if (location.href !== href) history.pushState(null, "", href);
}

function show(dialog: HTMLDialogElement, redirect: RequestRedirect, onSent: () => void): void {
  dialog.removeAttribute("open");
  dialog.showModal();
  dialog.onclose = () => dialog.remove();
  dialog.oncancel = (event) => {
    event.preventDefault();
    find("a", dialog).click();
  };
  dialog.onsubmit = async (event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const button = find<HTMLButtonElement>("button", form);
    button.disabled = true;
    try {
      const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
      const response = await fetch(form.action, { method: "POST", body, redirect });
      // A redirect that is not followed has status 0.
      if (response.redirected || !response.status) return onSent();
      // A refusal returns the form with its error. Anything else has no form and throws.
      form.outerHTML = find("dialog form", await parse(response)).outerHTML;
      // The message beside the field is enough.
      if (find("[aria-invalid]", dialog)) find("[role=alert]", dialog)?.remove();
      find("textarea", dialog).focus();
    } catch {
      find("[data-failure]", form).hidden = button.disabled = false;
    }
  };
}

watchCards();
closeMenusOnEscape();
startSearch();
startWorker();

const dialog = find<HTMLDialogElement>("dialog[open]");
if (dialog)
  show(dialog, "manual", () => {
    location.href = "/#feedback";
  });

const back = find("[data-back]");
if (back && findFormerSearch()) {
  (back.lastChild as ChildNode).textContent = "Back to the search";
  back.onclick = (event) => {
    event.preventDefault();
    history.back();
  };
}

for (const button of findAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.onclick = () =>
    navigator.clipboard.writeText(find(`#${CSS.escape(button.dataset.copy ?? "")}`).textContent).then(
      () => toast("Copied."),
      () => toast("Please try again."),
    );
}

addEventListener("click", (event) => {
  const link = closest<HTMLAnchorElement>(event, "a[aria-disabled], a[data-dialog]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (link.ariaDisabled) toast("Please log in first");
  else open(link.href).catch(() => toast(unreachableText));
});
checkOpenFiles();
stayWhenAway(toast, () => Boolean(navigator.serviceWorker?.controller));

if (find("[data-filter]")) import("./filters.ts").catch(() => {});
if (find("main form[method=post][id]:not(dialog *)")) import("./guest-form.ts").catch(() => {});

// The Back button closes the dialog, Forward opens it.
addEventListener("popstate", () => {
  const dialog = find<HTMLDialogElement>("dialog");
  const link = find<HTMLAnchorElement>("[data-dialog]");
  if (link?.pathname !== location.pathname) dialog?.close();
  else if (!dialog) void open(link.href);
});
