/** Cards below the screen come in when a fifth of them is seen, once. */
export function watchCards() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const watcher = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        if (target.dataset.enter && !isIntersecting) continue;
        target.dataset.enter = isIntersecting ? "in" : "wait";
        if (isIntersecting) watcher.unobserve(target);
      }
    },
    { threshold: 0.2 },
  );
  for (const card of document.querySelectorAll("[data-card]")) watcher.observe(card);
}

const find = (selector, root = document) => root.querySelector(selector);

let timer;
function toast(text) {
  const line = document.createElement("p");
  line.textContent = text;
  const region = find("[data-toasts]");
  region.replaceChildren(line);
  clearTimeout(timer);
  timer = setTimeout(() => line.remove(), 2000);
}

const parse = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

/** Puts the dialog of another page over this one. */
async function open(href) {
  const page = await parse(await fetch(href));
  for (const sheet of page.querySelectorAll("link[rel=stylesheet]")) {
    if (find(`link[href="${sheet.getAttribute("href")}"]`)) continue;
    document.head.append(sheet);
    await new Promise((done) => {
      sheet.onload = sheet.onerror = done;
    });
  }
  if (find("dialog")) return;
  const dialog = find("dialog", page);
  document.body.append(dialog);
  dialog.onclick = (event) => {
    if (!event.target.closest("a")) return;
    event.preventDefault();
    history.back();
  };
  show(dialog, () => {
    history.back();
    toast("Thank you for your feedback.");
  });
  if (location.href !== href) history.pushState(null, "", href);
}

function show(dialog, onSent) {
  dialog.removeAttribute("open");
  dialog.showModal();
  dialog.onclose = () => dialog.remove();
  dialog.oncancel = (event) => {
    event.preventDefault();
    find("a", dialog).click();
  };
  dialog.onsubmit = async (event) => {
    event.preventDefault();
    const form = event.target;
    const button = find("button", form);
    button.disabled = true;
    try {
      const response = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
      });
      if (response.redirected) return onSent();
      // A refusal is the same form with its error and all that was typed. Anything else has no form, and throws.
      form.outerHTML = find("dialog form", await parse(response)).outerHTML;
      find("textarea", dialog).focus();
    } catch {
      find("[data-failure]", form).hidden = button.disabled = false;
    }
  };
}

// Where React runs, it does all this itself.
if (!window.__reactRouterContext) {
  watchCards();
  const dialog = find("dialog[open]");
  if (dialog)
    show(dialog, () => {
      location.href = "/?feedback=sent#feedback";
    });
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[aria-disabled], a[data-dialog]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (link.ariaDisabled) toast("Please log in first");
    else open(link.href).catch(() => toast("That didn't load. Please try again."));
  });
  // The dialog is open at its own address: Back closes it, Forward opens it.
  addEventListener("popstate", () => {
    const dialog = find("dialog");
    const link = find("[data-dialog]");
    if (link.pathname !== location.pathname) dialog?.close();
    else if (!dialog) open(link.href);
  });
}
